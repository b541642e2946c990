// The whole product in memory, in milliseconds: real store, real routes, real sockets, a clock in hand, and a mailbox.

import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { activityOf } from '#server/activity/actions.ts'
import { forgetSome } from '#server/activity/jobs.ts'
import { broadcasts, createApp, roomRules } from '#server/app.ts'
import { tellSome } from '#server/digest/jobs.ts'
import { anonymizeSome } from '#server/guest/jobs.ts'
import { endHandOvers } from '#server/handover/jobs.ts'
import { openCurves } from '#server/history/jobs.ts'
import { countNothing, openLimits } from '#server/http/limits.ts'
import { socketLimits } from '#server/http/request.ts'
import { workOff } from '#server/jobs/fanout.ts'
import { purge } from '#server/jobs/jobs.ts'
import type { RoomRules } from '#server/live/rooms.ts'
import { queueMessages } from '#server/message/jobs.ts'
import { openRounds } from '#server/operations/rounds.ts'
import { openEmailEvents } from '#server/ports/email-events.ts'
import type { Payments } from '#server/ports/payments.ts'
import { type Sandbox, sandboxPayments } from '#server/ports/payments-sandbox.ts'
import { openPasswords, openSecrets, type Secrets } from '#server/ports/secrets.ts'
import { openSignedTokens } from '#server/ports/signed-tokens.ts'
import { remindSome } from '#server/reminder/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Store } from '#server/store/store.ts'
import { serveWaitlists } from '#server/waitlist/jobs.ts'
import { byItself } from '#server/write/outcome.ts'
import { openClient } from './client.ts'
import { testClock } from './clock.ts'
import { webhookKey } from './email-events.ts'
import { freshStore } from './fresh-store.ts'
import { withoutIdleSeats } from './no-idle-seats.ts'
import { openEvents, openGuests, openMailbox, openPeople } from './people.ts'
import { openSockets } from './sockets.ts'

export type { Answer, As } from './client.ts'
export { freshStore } from './fresh-store.ts'
export { type Guest, guestNo } from './people.ts'

const cheap = { memoryCost: 1024, timeCost: 2, parallelism: 1 }
const passwords = openPasswords(cheap)
const emailEvents = openEmailEvents(webhookKey)
const silent = pino({ level: 'silent' })
const [tokenSecret, idKey] = ['test secret of thirty-two characters', 'id key of the test, thirty-two chars']
const asleep = { wake: () => {}, stop: async () => {} }

interface Options {
  readonly rateLimits?: boolean
  /** TRUST_PROXY */
  readonly hops?: number
  readonly log?: typeof silent
  /** The engine under the world; in memory unless told. Several worlds over one are several server processes. */
  readonly store?: Store
  /** Its name among worlds that share a store, as server processes have one. */
  readonly process?: string
  /** Wraps the engine, for controls that take a guard off. */
  readonly wrap?: (store: Store) => Store
  readonly secrets?: (real: Secrets) => Secrets
  readonly rules?: RoomRules
  readonly clock?: ReturnType<typeof testClock>
  /** `false`: the operator named no key, so that no delivery events are taken. */
  readonly emailEvents?: false
  /** Percent off by promo code, in the sandbox. */
  readonly promos?: Readonly<Record<string, number>>
  /** R114: ADMIN_EMAILS. */
  readonly adminEmails?: readonly string[]
  /** Another provider than the sandbox, or the sandbox with something taken off. */
  readonly payments?: (sandbox: Sandbox) => Payments
}
export type World = Awaited<ReturnType<typeof openWorld>>

const same = <T>(one: T): T => one
let ids = 0
/** Ids in the order they were made, so that what was emailed in the same instant has an order too. */
const inOrder = (secrets: Secrets): Secrets => ({
  ...secrets,
  randomId: () => (ids++).toString(16).padStart(12, '0') + secrets.randomId().slice(12),
})

/** A world of its own for one test; closed when the test ends. */
export async function openWorld(options: Options = {}) {
  const { rateLimits = false, hops = 0, log = silent, wrap = same, rules = roomRules, clock = testClock() } = options
  const engine = options.store ?? (await freshStore())
  const secrets = (options.secrets ?? same)(inOrder(openSecrets(tokenSecret, idKey)))
  const ports = {
    store: wrap(withoutIdleSeats(engine, clock)),
    queues: new Map(),
    actor: byItself,
    activityOf,
    ...(options.process && { process: options.process }),
    clock,
    secrets,
    passwords,
  }
  const publicUrl = 'http://rolecall.test'
  const signedTokens = openSignedTokens({ clock, publicUrl, secrets: [tokenSecret] })
  const sandbox = sandboxPayments({ ...ports, signedTokens, store: engine, publicUrl, ...(options.promos && { promos: options.promos }) })
  const payments = options.payments ? options.payments(sandbox) : sandbox
  const settings = { publicUrl, supportEmail: 'help@rolecall.test', rateLimits, retentionDays: 90 }
  const services: Services = {
    ...ports,
    signedTokens,
    payments,
    ...(options.emailEvents !== false && { emailEvents }),
    delivery: asleep,
    jobs: asleep,
    rounds: openRounds(),
    adminEmails: new Set(options.adminEmails ?? ['operator@people.test']),
    ...settings,
  }
  const countCall = rateLimits ? openLimits() : countNothing
  const app = createApp(services, { log, countCall, hops, outbox: 'everyone', sandbox })
  sandbox.connect(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.request('/api/payment/webhook', { method: 'POST', headers, body })).ok
  })
  const curves = openCurves(clock)
  const limits = socketLimits(countCall, hops)
  const sockets = openSockets(app, { services, rules, limits, broadcasts, log, followers: [curves] })
  const client = openClient(app)
  const mailbox = openMailbox(services)
  onTestFinished(async () => {
    await sockets.close()
    if (!options.store) await engine.close()
  })

  /** Runs every job that is due, until none is. */
  async function runJobs() {
    const someWork = async () =>
      (await serveWaitlists(services)) ||
      (await endHandOvers(services)) ||
      (await workOff(services)) ||
      (await remindSome(services)) ||
      (await queueMessages(services)) ||
      (await tellSome(services)) ||
      (await forgetSome(services)) ||
      (await curves.write(services)) ||
      (await anonymizeSome(services))
    while ((await someWork()) || (await purge(services.store, clock.now()))) {
      // the next round
    }
  }

  return {
    services,
    store: services.store,
    clock,
    app,
    sandbox,
    runJobs,
    /** What writes how groups fill: it hears what is committed once somebody has asked for `address()`. */
    curves,
    ...client,
    ...mailbox,
    socket: sockets.socket,
    address: sockets.address,
    /** What this server tells its sockets by; to take a part of it away, or to tell something else. */
    live: sockets.live,
    ...openPeople(services, client, mailbox),
    ...openEvents(services, client),
    ...openGuests(services, client, mailbox),
  }
}
