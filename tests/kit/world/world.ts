// The whole product in memory, in milliseconds: real store, real routes, real sockets, a clock in hand, and a mailbox.

import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { broadcasts, createApp, roomRules } from '#server/app/app.ts'
import { derived } from '#server/app/consequences.ts'
import { purge } from '#server/app/jobs/jobs.ts'
import { socketLimits } from '#server/edge/http/request.ts'
import { createPictures } from '#server/edge/pictures/pictures.ts'
import { createRounds } from '#server/kernel/operations/rounds.ts'
import { createZoneDoubts } from '#server/kernel/operations/zone-doubts.ts'
import { createEmailEvents } from '#server/kernel/ports/email-events.ts'
import type { Payments } from '#server/kernel/ports/payments.ts'
import { type Sandbox, sandboxPayments } from '#server/kernel/ports/payments-sandbox.ts'
import { createPasswords, createSecrets, type Secrets } from '#server/kernel/ports/secrets.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { readFormerIds } from '#server/kernel/store/former-ids.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { byItself } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Delivery } from '#server/mail/delivery/attempt.ts'
import { tellSome } from '#server/mail/digest/jobs.ts'
import { queueMessages } from '#server/mail/message/jobs.ts'
import { remindSome } from '#server/mail/reminder/jobs.ts'
import { closeCheckouts } from '#server/money/checkout/jobs.ts'
import { countNothing, createLimits } from '#server/people/http/limits.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { forgetSome } from '#server/record/activity/jobs.ts'
import { createCurves } from '#server/record/history/jobs.ts'
import { tellMissed } from '#server/seats/door/jobs.ts'
import { workOff } from '#server/seats/fanout/fanout.ts'
import { anonymizeSome, dropSensitiveAnswers } from '#server/seats/guest/jobs.ts'
import { endHandOvers } from '#server/seats/handover/jobs.ts'
import { returnLeases } from '#server/seats/lease/jobs.ts'
import { holdSeat, serveWaitlists } from '#server/seats/waitlist/jobs.ts'
import { openClient } from './client.ts'
import { testClock } from './clock.ts'
import { webhookKey } from './email-events.ts'
import { freshStore } from './fresh-store.ts'
import { withoutIdleSeats } from './no-idle-seats.ts'
import { openEvents, openGuests, openMailbox, openPeople } from './people.ts'
import { openSockets, type Transports } from './sockets.ts'
import { withWholeSeats } from './whole-seats.ts'

export type { Answer, As } from './client.ts'
export { freshStore } from './fresh-store.ts'
export { type Guest, guestNo } from './people.ts'

const cheap = { memoryCost: 1024, timeCost: 2, parallelism: 1 }
const passwords = createPasswords(cheap)
const makePicture = createPictures()
const emailEvents = createEmailEvents(webhookKey)
const silent = pino({ level: 'silent' })
export const [tokenSecret, idKey] = ['test secret of thirty-two characters', 'id key of the test, thirty-two chars']
const asleep = { wake: () => {}, stop: async () => {} }

export interface WorldOptions {
  /** How its sockets reach it (R246); websockets alone where it isn't said. */
  transports?: Transports
  readonly rateLimits?: boolean
  /** TRUST_PROXY */
  readonly hops?: number
  readonly log?: typeof silent
  /** The engine under the world; in memory unless told. Several worlds over one are several server processes. */
  readonly store?: Store
  /** R156: set once a restore has begun another one. */
  readonly bearerEra?: string
  /** Its name among worlds that share a store, as server processes have one. */
  readonly process?: string
  /** Wraps the engine, for controls that take a guard off. */
  readonly wrap?: (store: Store) => Store
  readonly secrets?: (real: Secrets) => Secrets
  readonly rules?: RoomRules
  /** Hears what a commit lacks that follows from a seat, for controls that take a consequence away. */
  readonly lacking?: (what: string) => void
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
const lacking = (what: string) => {
  throw new Error(`R138, R130g: an answer changed without ${what}`)
}
export type World = Awaited<ReturnType<typeof openWorld>>

const same = <T>(one: T): T => one
let ids = 0
/** Ids in the order they were made, so that what was emailed in the same instant has an order too. */
const inOrder = (secrets: Secrets): Secrets => ({
  ...secrets,
  randomId: () => (ids++).toString(16).padStart(12, '0') + secrets.randomId().slice(12),
  risingId: (ms) => `${secrets.risingId(ms).slice(0, 11)}${(ids++).toString(16).padStart(10, '0')}000`,
})

/** A world of its own for one test; closed when the test ends. */
export async function openWorld(options: WorldOptions = {}) {
  const { rateLimits = false, hops = 0, log = silent, wrap = same, rules = roomRules, clock = testClock() } = options
  const engine = options.store ?? (await freshStore())
  const secrets = (options.secrets ?? same)(inOrder(createSecrets(tokenSecret, idKey, options.bearerEra, await readFormerIds(engine))))
  const ports = {
    store: wrap(withWholeSeats(withoutIdleSeats(engine, clock), clock, options.lacking ?? lacking)),
    queues: new Map(),
    actor: byItself,
    ...derived,
    ...(options.process && { process: options.process }),
    clock,
    secrets,
    passwords,
    makePicture,
  }
  const publicUrl = 'http://rolecall.test'
  const signedTokens = createSignedTokens({ clock, publicUrl, secrets: [tokenSecret], era: options.bearerEra })
  const sandbox = sandboxPayments({ ...ports, signedTokens, store: engine, publicUrl, ...(options.promos && { promos: options.promos }) })
  const payments = options.payments ? options.payments(sandbox) : sandbox
  const settings = { publicUrl, supportEmail: 'help@rolecall.test', rateLimits, retentionDays: 90 }
  const services: Services & Pick<Delivery, 'holdSeat'> = {
    holdSeat: (offer) => holdSeat(services, offer),
    ...ports,
    signedTokens,
    payments,
    ...(options.emailEvents !== false && { emailEvents }),
    delivery: asleep,
    jobs: asleep,
    rounds: createRounds(),
    zoneDoubts: createZoneDoubts(log),
    adminEmails: new Set(options.adminEmails ?? ['operator@people.test']),
    ...settings,
  }
  const countCall = rateLimits ? createLimits() : countNothing
  const app = createApp(services, { log, countCall, hops, outbox: 'everyone', sandbox })
  sandbox.connect(async (body, signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return (await app.request('/api/payment/webhook', { method: 'POST', headers, body })).ok
  })
  const curves = createCurves(clock)
  const limits = socketLimits(countCall, hops)
  const sockets = openSockets(app, { services, rules, limits, broadcasts, log, followers: [curves], hops }, options.transports)
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
      (await closeCheckouts(services)) ||
      (await endHandOvers(services)) ||
      (await returnLeases(services)) ||
      (await tellMissed(services)) ||
      (await workOff(services)) ||
      (await remindSome(services)) ||
      (await queueMessages(services)) ||
      (await tellSome(services)) ||
      (await forgetSome(services)) ||
      (await curves.write(services)) ||
      (await anonymizeSome(services)) ||
      (await dropSensitiveAnswers(services))
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
