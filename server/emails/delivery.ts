// Delivers emails: leased, each in a slot and with a deadline of its own, retried, and the result recorded.
import type { Logger } from 'pino'
import { events, placeKey } from '../event/model.ts'
import { type Loop, openLoop } from '../jobs/loop.ts'
import type { Metrics } from '../operations/metrics.ts'
import { iso } from '../ports/clock.ts'
import type { Mailer } from '../ports/mailer.ts'
import { shortReason } from '../refuse.ts'
import { isErased, rsvps } from '../rsvp/model.ts'
import { type Collection, RevisionConflict, type Store, type Write } from '../store/store.ts'
import { noteRefused, showFault } from './addresses.ts'
import { finished } from './finish.ts'
import { placeInDay } from './notice-days.ts'
import { whyUnsent } from './notices.ts'
import { attachmentsOf, type Email, emails, messageOf, type With } from './outbox.ts'
import type { Addressing } from './personal.ts'
import { openProgress, type Progress } from './progress.ts'
import { tallyWrites } from './tallies.ts'
import { dueInTurns, type Slots, usualSlots, withSlots } from './turns.ts'

const leaseMs = 60_000
const waitsMs = [10_000, 60_000, 600_000, 3_600_000, 4 * 3_600_000]
const hourMs = 3_600_000
export const unaskedPerHour = 20

interface Delivery extends With, Addressing {
  readonly store: Store
  readonly mailer: Mailer
  readonly log: Logger
  readonly metrics?: Metrics
}

/** Delivers what is due, urgent first and organizers in turn (R119). While `isBusy` says so, all but the urgent leave the time to requests, notices most. */
export function openDelivery(services: Delivery, slots: Slots = usualSlots, isBusy = () => false): Loop {
  const waitOf = openPacing()
  const progress = openProgress(services)
  const note = openNotes(services, progress)
  const last = { urgent: '', normal: '' }
  const underWay = new Map<Email, Promise<void>>()
  const start = (email: Email) => {
    if (email.state === 'urgent' || email.state === 'normal') last[email.state] = email.tenant ?? ''
    const ended = send(services, email, slots.patienceMs)
      .then(note)
      .finally(() => underWay.delete(email))
    underWay.set(email, ended)
  }
  let rounds = 0
  const round = async () => {
    const to = iso(services.clock.now() + 1)
    const isTight = isBusy()
    const states = isTight && ++rounds % slots.roundsApartWhenBusy > 0 ? (['urgent'] as const) : (['urgent', 'normal'] as const)
    const due = (await Promise.all(states.map((state) => dueInTurns(services.store, state, to, slots.all, last[state])))).flat()
    const leased = await lease(services, withSlots(due, underWay.keys(), slots, isTight), { waitOf, progress })
    leased.forEach(start)
    return due.length > 0 || states.length === 1
  }
  const loop = openLoop('mail', services, { pauseMs: 40, pollMs: 5_000 }, round)
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all(underWay.values())
      await progress.stop()
    },
  }
}

/** Until when an email that nobody asked for has to wait, if its recipient got too many. Each process counts for itself: a flood is stopped, the number isn't exact. */
type WaitOf = (email: Email, now: number) => number | undefined
function openPacing(): WaitOf {
  const counts = new Map<string, { readonly count: number; readonly until: number }>() // in the order in which they end
  return ({ to, isUnasked, attempts }, now) => {
    if (!isUnasked || attempts > 0) return undefined
    for (const [one, { until }] of counts) {
      if (until > now) break
      counts.delete(one)
    }
    const { count, until } = counts.get(to) ?? { count: 0, until: now + hourMs }
    if (count >= unaskedPerHour) return until
    counts.set(to, { count: count + 1, until })
    return undefined
  }
}

/** Whether what an email says is no longer true; another email then says what is. */
async function isOutdated(store: Store, { tells }: Email): Promise<boolean> {
  if (!tells) return false
  const event = await store.get(events, tells.eventId)
  if (!event || event.cancelledAt !== null) return true
  return (tells.start !== undefined && tells.start !== event.start) || (tells.place !== undefined && tells.place !== placeKey(event))
}

/** R96: an email that was written while its recipient's data was being erased; a code they ask for afterwards is none. */
async function isErasedSince(store: Store, { rsvpId, isLast, sealed }: Email): Promise<boolean> {
  if (!rsvpId || isLast || sealed) return false
  const rsvp = await store.get(rsvps, rsvpId)
  return rsvp !== undefined && isErased(rsvp)
}

const isOver = ({ state }: Email) => state === 'sent' || state === 'failed'
/** R96: of the last email to somebody whose data was erased nothing stays once it is sent. */
const writeOf = (email: Email, expectedRev: number): Write => {
  const collection: Collection<never> = emails
  return email.isLast && isOver(email) ? { collection, drop: email, expectedRev } : { collection, put: email, expectedRev }
}

interface Leased {
  readonly email: Email
  readonly isSent: boolean
  /** What else is written with the lease. */
  readonly writes?: readonly Write[]
}
/** What becomes of an email that is due: given up because it is no longer true, put off, or sent. */
async function leaseOne(services: Delivery, email: Email, waitOf: WaitOf): Promise<Leased> {
  const { store, clock, secrets } = services
  const now = clock.now()
  const { tells, failedAt: _, why: __, ...rest } = { ...email, rev: email.rev + 1 }
  const kept = { ...rest, ...(tells && { tells }) }
  if (await isOutdated(store, email)) return { email: { ...rest, state: 'sent', message: null }, isSent: false }
  if (await isErasedSince(store, email)) return { email: { ...rest, state: 'sent', message: null, isLast: true }, isSent: false }
  const unsent = await whyUnsent({ store, secrets }, email, now)
  if (unsent) return { email: { ...rest, state: 'sent', message: null, unsent }, isSent: false }
  const day = await placeInDay(store, services, email, now)
  const until = day.until ?? waitOf(email, now)
  if (until !== undefined) return { email: { ...kept, dueAt: iso(until) }, isSent: false }
  return { email: { ...kept, attempts: email.attempts + 1, dueAt: iso(now + leaseMs) }, isSent: true, writes: day.writes }
}

const isFaulty = ({ unsent, rsvpId }: Email) => rsvpId !== undefined && (unsent === 'undeliverable' || unsent === 'complained')

/** Leases the emails and returns those to send: none if another process has leased one of them. */
async function lease(
  services: Delivery,
  chosen: readonly Email[],
  { waitOf, progress }: { waitOf: WaitOf; progress: Progress },
): Promise<Email[]> {
  if (chosen.length === 0) return []
  const planned = await Promise.all(oneEach(chosen).map((email) => leaseOne(services, email, waitOf)))
  try {
    const tallies = await tallyWrites(
      services.store,
      planned.map(({ email }) => email),
    )
    await services.store.commit([...planned.flatMap(({ email, writes = [] }) => [writeOf(email, email.rev - 1), ...writes]), ...tallies])
  } catch (error) {
    if (error instanceof RevisionConflict) return []
    throw error
  }
  progress.note(planned.map(({ email }) => email))
  await Promise.all(
    planned.flatMap(({ email }) =>
      isFaulty(email)
        ? [showFault(services, email.to).catch((error: unknown) => services.log.error({ err: error }, 'a faulty address is not shown yet'))]
        : [],
    ),
  )
  return planned.flatMap(({ email, isSent }) => (isSent ? [email] : []))
}

/** R99: of the notices about one answer only the first: whether the next may be sent is known once that one is leased. */
function oneEach(chosen: readonly Email[]): Email[] {
  const seen = new Set<string>()
  return chosen.filter(({ notice, rsvpId }) => {
    if (!notice || !rsvpId) return true
    const isFirst = !seen.has(rsvpId)
    seen.add(rsvpId)
    return isFirst
  })
}

/** What the log says of a failed delivery. Mail servers repeat the recipient's address; the log must not hold it. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = error as object
  return { name: error.name, message: error.message.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…'), code, responseCode }
}

/** Aborts the attempt and rejects when the time is over. */
async function withDeadline(clock: With['clock'], ms: number, attempt: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const cut = new AbortController()
  let cancelTimer = () => {}
  const tooLate = new Promise<never>((_, over) => {
    cancelTimer = clock.after(ms, () => {
      const why = new Error(`the mail server took longer than ${ms / 1_000} seconds`)
      over(why)
      cut.abort(why)
    })
  })
  try {
    await Promise.race([attempt(cut.signal), tooLate])
  } finally {
    cancelTimer()
  }
}

/** R114: what the operator is told of an attempt. */
const failure = ({ clock }: Delivery, error: unknown) => ({ failedAt: iso(clock.now()), why: shortReason(error) })

/** R114: the operator may have it sent again while it is kept. A code or a link is not: whoever asked for it asks again. */
const givenUp = (email: Email): Email => ({ ...email, state: 'failed', ...(email.state === 'urgent' && { message: null, sealed: null }) })

/** R102: no later attempt would end otherwise. */
async function refused(services: Delivery, email: Email, { cause }: Error): Promise<Email> {
  const { clock, log, metrics } = services
  metrics?.email('failed')
  log.warn({ why: reasonOf(cause), email: email._id, attempts: email.attempts, isFinal: true }, 'email not delivered')
  await noteRefused(services, email.to, iso(clock.now())).catch((error: unknown) => log.error({ err: error }, 'an address was not marked'))
  return { ...email, ...failure(services, cause), state: 'failed', message: null, sealed: null, unsent: 'undeliverable' }
}

/** Tries to send a leased email and returns the record to keep. */
async function send(services: Delivery, email: Email, patienceMs: number): Promise<Email> {
  const { clock, mailer, log, metrics } = services
  try {
    const id = email.edition ? `${email._id}-${email.edition}` : email._id
    const message = await finished(services, email, messageOf(services, email))
    if (!message) return { ...email, state: 'sent', message: null, sealed: null, isLast: true }
    const outgoing = { to: email.to, id, ...message, attachments: attachmentsOf(email), ...(email.replyTo && { replyTo: email.replyTo }) }
    await withDeadline(clock, patienceMs, (signal) => mailer.send(outgoing, signal))
    metrics?.email('sent')
    return { ...email, state: 'sent', ...(mailer.keeps ? {} : { message: null, sealed: null }) }
  } catch (error) {
    if (error instanceof Error && error.name === 'AddressRefused') return refused(services, email, error)
    const wait = waitsMs[email.attempts - 1]
    metrics?.email(wait === undefined ? 'failed' : 'retry')
    log.warn({ why: reasonOf(error), email: email._id, attempts: email.attempts }, 'email not delivered')
    const failed = { ...email, ...failure(services, error) }
    return wait === undefined ? givenUp(failed) : { ...failed, dueAt: iso(clock.now() + wait) }
  }
}

/** Does one after the other, whatever becomes of each, and gives what went wrong. */
async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  return failures
}

const isTaken = (error: unknown) => error instanceof RevisionConflict
/** How often the result of one email is written while others count theirs in the same tally. */
const noteTries = 20

/** Records the results of deliveries; results that come together, or while others are being written, share a commit. */
function openNotes({ store, log }: Delivery, progress: Progress): (email: Email) => Promise<void> {
  let waiting: Email[] = []
  let writing = Promise.resolve()
  const commit = async (some: readonly Email[]) => {
    const after = some.map((email) => ({ ...email, rev: email.rev + 1 }))
    await store.commit([...after.map((email) => writeOf(email, email.rev - 1)), ...(await tallyWrites(store, after))])
  }
  /** One that was rewritten or leased again in the meantime is sent again. */
  const commitOne = async (email: Email) => {
    for (let left = noteTries; left > 0; left--) {
      const isWritten = await commit([email]).then(
        () => true,
        (error: unknown) => (isTaken(error) ? false : Promise.reject(error as Error)),
      )
      if (isWritten || (await store.get(emails, email._id))?.rev !== email.rev) return
    }
    throw new RevisionConflict('a tally was never free')
  }
  const write = async () => {
    const some = waiting
    waiting = []
    if (some.length === 0) return
    try {
      await commit(some).catch(async (error: unknown) => {
        if (!isTaken(error)) throw error
        // One that can't be noted is tried again; the others must not be, too.
        const failures = await inTurn(some, commitOne)
        if (failures.length > 0) throw failures[0] as Error
      })
      progress.note(some)
    } catch (error) {
      log.error({ err: error, emails: some.length }, 'what became of emails was not noted: they are tried again')
    }
  }
  return (email) => {
    waiting.push(email)
    writing = writing.then(write)
    return writing
  }
}
