// Reads the configuration, opens store and ports, listens, and stops cleanly.
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { activityOf } from './activity/actions.ts'
import { broadcasts, createApp, roomRules } from './app.ts'
import { type Config, ConfigRefused, readConfig } from './config.ts'
import { openDelivery } from './emails/delivery.ts'
import { usualSlots } from './emails/turns.ts'
import { openCurveLoop, openCurves } from './history/jobs.ts'
import { closeHttpServer, createHttpServer } from './http/listener.ts'
import type { HttpApp } from './http/mount.ts'
import { openDrawing } from './http/pages/drawing.ts'
import { socketLimits } from './http/request.ts'
import { paymentsShown } from './http/static.ts'
import { openJobs } from './jobs/jobs.ts'
import { type Loop, openLoop } from './jobs/loop.ts'
import { type LiveSockets, openLive } from './live/sockets.ts'
import { openBackups } from './operations/backups.ts'
import { openBusyMeter } from './operations/busy.ts'
import { openEngine } from './operations/engine.ts'
import { logGaps, openInstallation } from './operations/installation.ts'
import { forgiveLostReaders, openLogLines } from './operations/log-lines.ts'
import { openMetrics } from './operations/metrics.ts'
import { openRounds, type Rounds } from './operations/rounds.ts'
import { upgrade } from './operations/upgrade.ts'
import { takeOverPending } from './pending/actions.ts'
import { iso, systemClock } from './ports/clock.ts'
import { openEmailEvents } from './ports/email-events.ts'
import { type Mailer, outboxMailer, sendgridMailer, smtpMailer } from './ports/mailer.ts'
import { noPayments } from './ports/payments-off.ts'
import { type Sandbox, sandboxPayments } from './ports/payments-sandbox.ts'
import { stripePayments } from './ports/payments-stripe.ts'
import { keepSecret, keptSecret } from './ports/secret-file.ts'
import { newSecret, openPasswords, openSecrets } from './ports/secrets.ts'
import { openSignedTokens } from './ports/signed-tokens.ts'
import { openPresence } from './presence/jobs.ts'
import type { Services } from './services.ts'
import { installations } from './store/collections.ts'
import { RevisionConflict, type Store, StoreRefused } from './store/store.ts'
import { byItself } from './write/outcome.ts'

/** The built client lies beside the built server, and in `dist/` when the server runs from its sources. */
const clientFolder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../dist/client' : '../client')
/** What pages are drawn with lies beside both. While one works on the client, Vite serves it, and nothing is drawn ahead. */
const pagesFolder = join(clientFolder, '../pages')
/** What makes a backup lies beside this file, built or not. */
const backupEntry = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'backup/main.ts' : 'backup.js')
const stopWithinMs = 5_000
/** O4: how long a proxy in front has to notice that we are no longer ready, before connections are refused. */
const noticeMs = 500

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))

async function idKeyOf(store: Store): Promise<string> {
  const before = await store.get(installations, 'this')
  if (before?.idKey) return before.idKey
  if (before) throw new StoreRefused('A restore broke off here, or is still running: empty the store, then restore again.')
  const first = { _id: 'this', rev: 1, idKey: newSecret() }
  await store.commit([{ collection: installations, put: first, expectedRev: 0 }]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error // another process created it at the same moment: use that one
  })
  return idKeyOf(store)
}

function openMailer({ sendgridKey, smtpUrl, mailFrom, production }: Config, log: Logger, print: (text: string) => void): Mailer {
  if (sendgridKey) return sendgridMailer(sendgridKey, mailFrom)
  if (smtpUrl) return smtpMailer(smtpUrl, mailFrom)
  if (production) log.warn('no SENDGRID_API_KEY and no SMTP_URL: emails are kept in the store and reach nobody')
  return outboxMailer(log, production ? () => {} : print)
}

async function listen(http: Server, { port, host }: Config) {
  await new Promise<void>((listening, failed) => http.once('error', failed).listen(port, host, listening)).catch((error: unknown) => {
    throw new ConfigRefused(`PORT ${port}${host ? ` on HOST ${host}` : ''} can't be listened on (${codeOf(error)}): is it taken?`)
  })
}

const openPayments = ({ stripe }: Config, sandbox: Sandbox | undefined) => sandbox ?? (stripe ? stripePayments(stripe) : noPayments)

/** R52: the sandbox's messages go to the same webhook, as Stripe's do; what a crash left behind is sent after the next start. */
function openSandbox(sandbox: Sandbox, app: HttpApp, services: { readonly log: Logger; readonly rounds?: Rounds }): Loop {
  sandbox.connect(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.request('/api/payment/webhook', { method: 'POST', headers, body })).ok
  })
  return openLoop('sandbox', { clock: systemClock, ...services }, { pauseMs: 100, pollMs: 2_000 }, sandbox.deliver)
}

async function openServices(config: Config, log: Logger, lines: ReturnType<typeof openLogLines>) {
  const kept = await keptSecret(config)
  const { store, countCall, name: engine, process: self } = await openEngine(config, log)
  const prepared = async () => {
    const idKey = await idKeyOf(store) // which refuses a store that is being restored
    return { idKey, serving: await upgrade({ store, clock: systemClock, log }, self, () => process.exit(1)) }
  }
  const { idKey, serving } = await prepared().catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const tokenSecret = kept ?? (await keepSecret(config, newSecret())) // made last, so that a refused start leaves no secret behind
  const secrets = openSecrets(tokenSecret, idKey)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const mailer = openMailer(config, log, lines.write)
  const before = config.previousSecret ? [config.previousSecret] : []
  const signedTokens = openSignedTokens({ clock: systemClock, publicUrl, secrets: [tokenSecret, ...before] })
  const metrics = openMetrics({ ofProcess: true })
  const ports = { store, secrets, signedTokens, publicUrl, clock: systemClock, log, mailer, metrics, rounds: openRounds() }
  const sandbox = config.payments === 'sandbox' ? sandboxPayments(ports) : undefined
  if (sandbox && config.production) log.warn('PAYMENTS=sandbox: plans cost nothing, and every page says that this is a demonstration (R74)')
  const base = {
    ...ports,
    installation: openInstallation(config, { folder: import.meta.dirname, startedAt: iso(systemClock.now()), engine }),
    adminEmails: new Set(config.adminEmails),
    queues: new Map(),
    actor: byItself,
    activityOf,
    ...(self && { process: self }),
    ...(config.sendgridWebhookKey && { emailEvents: openEmailEvents(config.sendgridWebhookKey) }),
    passwords: openPasswords(),
    payments: openPayments(config, sandbox),
    delivery: openDelivery(ports, usualSlots, openBusyMeter(metrics.decided)),
    supportEmail: config.supportEmail,
    rateLimits: config.rateLimits,
    retentionDays: config.retentionDays,
  }
  const services: Services = { ...base, jobs: openJobs(base, log) }
  return { services, mailer, sandbox, countCall, engine, serving }
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
    // An email on its way to a slow server is not waited for: its lease ends, and the next start tries it again.
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

/** What goes on beside requests where the configuration asks for it. */
const loopsOf = (
  { backups }: Config,
  services: Services,
  log: Logger,
  { sandbox, app }: { readonly sandbox: Sandbox | undefined; readonly app: ReturnType<typeof createApp> },
): Loop[] => [
  ...(sandbox ? [openSandbox(sandbox, app, { ...services, log })] : []),
  ...(backups ? [openBackups({ ...services, log }, backups, backupEntry)] : []),
]

async function start() {
  process.umask(0o077) // nobody else on this machine may read records and secrets, whoever created the folder
  const config = readConfig()
  forgiveLostReaders()
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'token', 'password']
  // Emails that are printed go the same way as the log: a reader who reads nothing makes neither of them wait, nor be kept without end.
  const lines = openLogLines(process.stdout.fd)
  const log = pino({ level: config.logLevel, redact }, lines)
  const { services, mailer, sandbox, countCall, engine, serving } = await openServices(config, log, lines)
  await takeOverPending(services)
  const stopping = new AbortController()
  let live: LiveSockets | undefined
  const { payments, supportEmail } = services
  const draw = await openDrawing(pagesFolder, { supportEmail, payments: paymentsShown(payments.name, config.production) })
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
    ...(draw && { draw }),
  })
  const http = createHttpServer(app)
  const [curves, presence] = [openCurves(services.clock), openPresence(services)]
  const limits = socketLimits(countCall, config.trustProxy)
  live = await openLive(http, { services, rules: roomRules, limits, broadcasts, log, presence, followers: [presence, curves] })
  services.metrics?.feed(live.feed)
  await listen(http, config)
  const loops = [openCurveLoop(services, log, curves), ...(serving ? [serving] : []), ...loopsOf(config, services, log, { sandbox, app })]
  stopOnSignal(services, { http, loops, closeSockets: live.close, stopping, noticeMs: config.trustProxy > 0 ? noticeMs : 0 }, log)
  logGaps(services.installation?.gaps ?? [], log)
  log.info({ mail: mailer.name, payments: services.payments.name, store: engine }, 'started')
  process.stdout.write(`\n  Rolecall is ready: ${services.publicUrl}\n\n`)
}

start().catch((error: unknown) => {
  const known = error instanceof ConfigRefused || error instanceof StoreRefused
  const why = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`Rolecall can't start: ${why}\n`)
  process.exit(1)
})
