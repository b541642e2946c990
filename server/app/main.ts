// Reads the configuration, opens store and ports, listens, and stops cleanly.
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { createJobs } from '#server/app/jobs/jobs.ts'
import { createBusyMeter } from '#server/app/operations/busy.ts'
import { createLogLines, forgiveLostReaders } from '#server/app/operations/log-lines.ts'
import { sayFewFiles } from '#server/app/operations/open-files.ts'
import { inWords, welcome } from '#server/app/operations/terminal.ts'
import { createBackups } from '#server/app/store/backups.ts'
import { createChecks, lookBy } from '#server/app/store/checks.ts'
import { type Installation, installations } from '#server/app/store/collections.ts'
import { openEngine } from '#server/app/store/engine.ts'
import { upgrade } from '#server/app/store/upgrade.ts'
import { closeHttpServer, createHttpServer } from '#server/edge/http/listener.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { socketLimits } from '#server/edge/http/request.ts'
import { createLive, type LiveSockets } from '#server/edge/live/sockets.ts'
import { createPictures } from '#server/edge/pictures/pictures.ts'
import { type Config, ConfigRefused, readConfig } from '#server/kernel/config.ts'
import { defaultSlots } from '#server/kernel/emails/fair-queue.ts'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import { createInstallation, logGaps } from '#server/kernel/operations/installation.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { createRounds, type Rounds } from '#server/kernel/operations/rounds.ts'
import { createZoneDoubts } from '#server/kernel/operations/zone-doubts.ts'
import { iso, systemClock } from '#server/kernel/ports/clock.ts'
import { createEmailEvents } from '#server/kernel/ports/email-events.ts'
import { type Mailer, outboxMailer, sendgridMailer, smtpMailer } from '#server/kernel/ports/mailer.ts'
import { paymentEvents } from '#server/kernel/ports/payments-events.ts'
import { noPayments } from '#server/kernel/ports/payments-off.ts'
import { type Sandbox, sandboxPayments } from '#server/kernel/ports/payments-sandbox.ts'
import { stripePayments } from '#server/kernel/ports/payments-stripe.ts'
import { keepSecret, keptSecret } from '#server/kernel/ports/secret-file.ts'
import { createPasswords, createSecrets, newSecret } from '#server/kernel/ports/secrets.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { readFormerIds } from '#server/kernel/store/former-ids.ts'
import { RevisionConflict, type Store, StoreRefused } from '#server/kernel/store/store.ts'
import { byItself } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { createCurveLoop, createCurves } from '#server/record/history/jobs.ts'
import { createLedgerCopies } from '#server/record/ledger/copies.ts'
import { ledgerIn } from '#server/record/ledger/file.ts'
import { createPresence } from '#server/record/presence/jobs.ts'
import { takeOverPending } from '#server/seats/pending/actions.ts'
import { holdSeat } from '#server/seats/waitlist/jobs.ts'
import { broadcasts, createApp, roomRules } from './app.ts'
import { derived } from './consequences.ts'

/** The built client lies beside the built server, and in `dist/` when the server runs from its sources. */
const clientFolder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../dist/client' : '../client')
/** What pages are drawn with lies beside both. While one works on the client, Vite serves it, and nothing is drawn ahead. */
const pagesFolder = join(clientFolder, '../pages')
/** What makes a backup, and checks the store, lies beside this file, built or not. */
const backupEntry = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'backup/main.ts' : 'backup.js')
const stopWithinMs = 5_000
/** O4: how long a proxy in front has to notice that we are no longer ready, before connections are refused. */
const noticeMs = 500

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))

async function installationOf(store: Store): Promise<Pick<Installation, 'idKey' | 'bearerEra'>> {
  const before = await store.get(installations, 'this')
  if (before?.idKey) return before
  if (before) throw new StoreRefused('A restore broke off here, or is still running: empty the store, then restore again.')
  const first = { _id: 'this', rev: 1, idKey: newSecret() }
  await store.commit([{ collection: installations, put: first, expectedRev: 0 }]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error // another process created it at the same moment: use that one
  })
  return installationOf(store)
}

function createMailer({ sendgridKey, smtpUrl, mailFrom, production }: Config, log: Logger, print: (text: string) => void): Mailer {
  if (sendgridKey) return sendgridMailer(sendgridKey, mailFrom)
  if (smtpUrl) return smtpMailer(smtpUrl, mailFrom)
  if (production) log.warn('no SENDGRID_API_KEY and no SMTP_URL: emails are kept in the store and reach nobody')
  return outboxMailer(log, production ? () => {} : print)
}

/** So many connections may wait to be taken: the system caps it (net.core.somaxconn). */
const backlog = 4_096
async function listen(http: Server, { port, host }: Config) {
  const at = { port, backlog, ...(host && { host }) }
  await new Promise<void>((listening, failed) => http.once('error', failed).listen(at, listening)).catch((error: unknown) => {
    throw new ConfigRefused(`PORT ${port}${host ? ` on HOST ${host}` : ''} can't be listened on (${codeOf(error)}): is it taken?`)
  })
}

const createPayments = ({ stripe }: Config, sandbox: Sandbox | undefined) => sandbox ?? (stripe ? stripePayments(stripe) : noPayments)

/** R52: the sandbox's messages go to the same webhook, as Stripe's do; what a crash left behind is sent after the next start. */
function openSandbox(sandbox: Sandbox, app: HttpApp, services: { readonly log: Logger; readonly rounds?: Rounds }): Loop {
  sandbox.connect(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.request('/api/payment/webhook', { method: 'POST', headers, body })).ok
  })
  return createLoop('sandbox', { clock: systemClock, ...services }, { pauseMs: 100, pollMs: 2_000 }, sandbox.deliver)
}

/** R156: beside the store, and with the backups. */
const copiesOf = ({ dataDir, backups }: Config, secrets: readonly [string, ...string[]]) => ({
  paths: [...new Set([dataDir, ...(backups ? [backups.folder] : [])])].map(ledgerIn),
  secrets,
})

/** What takes long is done beside the thread that answers. */
const createWorkers = () => ({ passwords: createPasswords(), makePicture: createPictures() })

/** The store, and what goes on looking it through (R113a). */
async function openChecked(config: Config, log: Logger) {
  const rounds = createRounds()
  const engine = await openEngine(config, log)
  const services = { clock: systemClock, log, rounds }
  const checks = engine.embedded && createChecks(services, engine.embedded, lookBy(backupEntry), () => process.exit(1))
  return { ...engine, rounds, zoneDoubts: createZoneDoubts(log), checks }
}

/** The store in its current shape, and what ids follow from. */
async function prepare(store: Store, log: Logger, self: string | undefined) {
  const installation = await installationOf(store) // which refuses a store that is being restored
  const serving = await upgrade({ store, clock: systemClock, log, idKey: installation.idKey }, self, () => process.exit(1))
  return { ...installation, serving, former: await readFormerIds(store) }
}

async function createServices(config: Config, log: Logger, lines: ReturnType<typeof createLogLines>) {
  const kept = await keptSecret(config)
  const { store, countCall, name: engine, process: self, freesLocks, rounds, zoneDoubts, checks } = await openChecked(config, log)
  const { idKey, bearerEra, serving, former } = await prepare(store, log, self).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const tokenSecret = kept ?? (await keepSecret(config, newSecret())) // made last, so that a refused start leaves no secret behind
  const secrets = createSecrets(tokenSecret, idKey, bearerEra, former)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const mailer = createMailer(config, log, lines.write)
  const tokenSecrets = [tokenSecret, ...(config.previousSecret ? [config.previousSecret] : [])] as const
  const signedTokens = createSignedTokens({ clock: systemClock, publicUrl, secrets: tokenSecrets, era: bearerEra })
  const metrics = createMetrics({ ofProcess: true, freesLocks, paymentEvents: config.payments === 'stripe' ? paymentEvents : [] })
  const { supportEmail } = config
  const ports = { store, secrets, signedTokens, publicUrl, supportEmail, clock: systemClock, log, mailer, metrics, rounds, zoneDoubts }
  const sandbox = config.payments === 'sandbox' ? sandboxPayments(ports) : undefined
  if (sandbox && config.production) log.warn('PAYMENTS=sandbox: plans cost nothing, and every page says that this is a demonstration (R74)')
  const base = {
    ...ports,
    installation: createInstallation(config, { folder: import.meta.dirname, startedAt: iso(systemClock.now()), engine }),
    adminEmails: new Set(config.adminEmails),
    queues: new Map(),
    actor: byItself,
    ...derived,
    ...(self && { process: self }),
    ...(config.sendgridWebhookKey && { emailEvents: createEmailEvents(config.sendgridWebhookKey) }),
    ...createWorkers(),
    payments: createPayments(config, sandbox),
    delivery: createDelivery({ ...ports, holdSeat: (offer) => holdSeat(services, offer) }, defaultSlots, createBusyMeter(metrics.decided)),
    rateLimits: config.rateLimits,
    retentionDays: config.retentionDays,
  }
  const services: Services = { ...base, jobs: createJobs(base, log) }
  return { services, mailer, sandbox, countCall, engine, serving, checks, tokenSecrets }
}

interface Stopping {
  readonly http: Server
  readonly loops: readonly Loop[]
  readonly closeSockets: () => Promise<void>
  /** Tells `/api/ready`. */
  readonly stopping: AbortController
  readonly noticeMs: number
}
/** Says that it is no longer ready, lets what is under way end, then closes; gives up after five seconds. */
function stopOnSignal({ store, delivery, jobs }: Services, { http, loops, closeSockets, stopping, noticeMs }: Stopping, log: Logger) {
  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    log.info('stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    if (noticeMs > 0) await new Promise((noticed) => setTimeout(noticed, noticeMs))
    const closed = closeSockets()
    await closeHttpServer(http)
    // An email on its way to a slow mail server is not waited for: its lease ends, and the next process tries it again.
    await Promise.race([
      Promise.all([closed, ...[delivery, jobs, ...loops].map((loop) => loop.stop())]),
      new Promise((enough) => setTimeout(enough, 1_000)),
    ])
    await store.close()
    log.info({ commits: store.commits }, 'stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Loops that run beside requests, those of them that the configuration asks for. */
const loopsOf = (
  { backups }: Config,
  services: Services,
  log: Logger,
  { sandbox, app }: { readonly sandbox: Sandbox | undefined; readonly app: ReturnType<typeof createApp> },
): Loop[] => [
  ...(sandbox ? [openSandbox(sandbox, app, { ...services, log })] : []),
  ...(backups ? [createBackups({ ...services, log }, backups, backupEntry)] : []),
]

/** A person at a terminal reads sentences, and what isn't set up below the address; whatever collects the output gets JSON lines. */
function createLog(config: Config, lines: ReturnType<typeof createLogLines>) {
  const isTerminal = process.stdout.isTTY && !config.production
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'token', 'password']
  const inSentences = { write: (line: string) => lines.write(inWords(line)) }
  const log = pino({ level: config.logLevel ?? (isTerminal ? 'warn' : 'info'), redact }, isTerminal ? inSentences : lines)
  const greet = ({ installation, payments, publicUrl }: Services, mailer: Mailer, store: string) => {
    const gaps = installation?.gaps ?? []
    if (!isTerminal) logGaps(gaps, log)
    log.info({ mail: mailer.name, payments: payments.name, store }, 'started')
    process.stdout.write(welcome(publicUrl, isTerminal ? gaps : [], isTerminal && mailer.name === 'outbox'))
  }
  return { log, greet }
}

async function start() {
  process.umask(0o077) // nobody else on this machine may read records and secrets, whoever created the folder
  const config = readConfig()
  forgiveLostReaders()
  // Emails that are printed go the same way as the log: a reader who reads nothing makes neither of them wait, nor be kept without end.
  const lines = createLogLines(process.stdout.fd)
  const { log, greet } = createLog(config, lines)
  sayFewFiles(log)
  const { services, mailer, sandbox, countCall, engine, serving, checks, tokenSecrets } = await createServices(config, log, lines)
  await takeOverPending(services)
  const stopping = new AbortController()
  let live: LiveSockets | undefined
  const app = createApp(services, {
    log,
    metricsToken: config.metricsToken,
    isProduction: config.production,
    isStopping: () => stopping.signal.aborted,
    isHearing: () => live?.feed.isUp() !== false,
    countCall,
    hops: config.trustProxy,
    outbox: mailer.name === 'outbox' ? config.devPages : 'nobody',
    ...(sandbox && { sandbox }),
    ...(existsSync(join(clientFolder, 'index.html')) && { clientFolder }),
    pagesFolder,
  })
  const http = createHttpServer(app, config.trustProxy)
  const [curves, presence] = [createCurves(services.clock), createPresence(services)]
  const copies = services.process ? [] : [createLedgerCopies({ ...services, log }, copiesOf(config, tokenSecrets))]
  const limits = socketLimits(countCall, config.trustProxy)
  live = await createLive(http, { services, rules: roomRules, limits, broadcasts, log, presence, followers: [presence, curves, ...copies] })
  services.metrics?.feed(live.feed)
  await listen(http, config)
  const loops = [
    createCurveLoop(services, log, curves),
    ...[serving, checks].filter((loop) => loop !== undefined),
    ...loopsOf(config, services, log, { sandbox, app }),
  ]
  stopOnSignal(services, { http, loops, closeSockets: live.close, stopping, noticeMs: config.trustProxy > 0 ? noticeMs : 0 }, log)
  greet(services, mailer, engine)
}

start().catch((error: unknown) => {
  const known = error instanceof ConfigRefused || error instanceof StoreRefused
  const why = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`Rolecall can't start: ${why}\n`)
  process.exit(1)
})
