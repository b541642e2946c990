// Delivers emails: leased, each in a slot and with a deadline of its own, retried, and the result recorded.

import type { Logger } from 'pino'
import { type Email, emails, emptied, ended, rsvpIdOf } from '#server/kernel/emails/outbox.ts'
import { dueInTurns, type Slots, usualSlots, withSlots } from '#server/kernel/emails/turns.ts'
import { type Loop, openLoop } from '#server/kernel/jobs/loop.ts'
import type { Metrics } from '#server/kernel/operations/metrics.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Mailer } from '#server/kernel/ports/mailer.ts'
import { type Collection, RevisionConflict, type Store, type Write } from '#server/kernel/store/store.ts'
import { eventFor, events, placeKey } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { isErased, rsvps } from '#server/seats/model/rsvp.ts'
import { showFault } from '#server/seats/notices/addresses.ts'
import { whyUnsent } from '#server/seats/notices/notices.ts'
import { tallyWrites } from '#server/seats/notices/tallies.ts'
import { isReminder } from '#server/seats/rules/notice.ts'
import { afterFailure } from './failure.ts'
import { placeInDay } from './notice-days.ts'
import { openPace, type Pace } from './pacing.ts'
import { openProgress, type Progress } from './progress.ts'
import { gathered } from './together.ts'
import { type Wording, worded } from './written.ts'

const leaseMs = 60_000

interface Delivery extends Wording {
  readonly store: Store
  readonly mailer: Mailer
  readonly log: Logger
  readonly metrics?: Metrics
}

/** Delivers what is due, urgent first and organizers in turn (R119). While `isBusy` says so, all but the urgent wait while requests are served, notices longest. */
export function openDelivery(services: Delivery, slots: Slots = usualSlots, isBusy = () => false): Loop {
  const progress = openProgress(services)
  const last = { urgent: '', normal: '' }
  const underWay = new Map<Email, Promise<Email>>()
  let noting: Promise<unknown> = Promise.resolve()
  const note = openNotes(services, progress, () => underWay.size > 0)
  const start = (email: Email) => {
    if (email.state === 'urgent' || email.state === 'normal') last[email.state] = email.tenant ?? ''
    // What became of it is noted with that of others: its slot is free before.
    const sent = send(services, email, slots.timeoutMs).finally(() => underWay.delete(email))
    underWay.set(email, sent)
    noting = Promise.all([noting, sent.then(note)])
  }
  let rounds = 0
  const round = async () => {
    const to = iso(services.clock.now() + 1)
    const isTight = isBusy()
    const states = isTight && ++rounds % slots.roundsApartWhenBusy > 0 ? (['urgent'] as const) : (['urgent', 'normal'] as const)
    const due = (await Promise.all(states.map((state) => dueInTurns(services.store, state, to, slots.all, last[state])))).flat()
    const leased = await lease(services, withSlots(due, underWay.keys(), slots, isTight), progress)
    leased.forEach(start)
    return due.length > 0 || states.length === 1
  }
  const loop = openLoop('mail', services, { pauseMs: 40, pollMs: 5_000 }, round)
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await noting
      await progress.stop()
    },
  }
}

/** Whether what an email says is no longer true; another email then says what is. */
async function isOutdated(store: Store, { tells }: Email): Promise<boolean> {
  if (!tells) return false
  const [itself, group] = await Promise.all([
    store.get(events, tells.eventId),
    tells.groupId ? store.get(groups, tells.groupId) : undefined,
  ])
  const event = itself && group ? eventFor(itself, group) : itself
  if (!event || event.cancelledAt !== null) return true
  return (tells.start !== undefined && tells.start !== event.start) || (tells.place !== undefined && tells.place !== placeKey(event))
}

/** R96: an email that was written while its recipient's data was being erased; a code they ask for afterwards is none. */
async function isErasedSince(store: Store, email: Email): Promise<boolean> {
  const rsvpId = rsvpIdOf(email)
  if (!rsvpId || email.isLast || email.sealed) return false
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
async function leaseOne(services: Delivery, email: Email, pace: Pace): Promise<Leased> {
  const { store, clock, secrets } = services
  const now = clock.now()
  const { tells, failedAt: _, why: __, ...rest } = { ...email, rev: email.rev + 1 }
  const kept = { ...rest, ...(tells && { tells }) }
  const silent: Email = { ...ended(emptied(rest), 'sent'), ...(tells && { leasedTo: email.dueAt }) }
  if (await isOutdated(store, email)) return { email: silent, isSent: false }
  if (await isErasedSince(store, email)) return { email: { ...silent, isLast: true }, isSent: false }
  const unsent = await whyUnsent({ store, secrets }, email, now)
  if (unsent) return { email: { ...silent, unsent }, isSent: false }
  const day = await placeInDay(store, services, email, now)
  const until = day.until ?? pace.until(email)
  if (until !== undefined) return { email: { ...kept, dueAt: iso(until) }, isSent: false }
  const isToGo = async (one: Email) =>
    !(await isOutdated(store, one)) && !(await isErasedSince(store, one)) && (await whyUnsent({ store, secrets }, one, now)) === undefined
  const { email: whole, writes } = await gathered(services, { email, now, isToGo })
  const { besides } = whole
  const leased = { ...kept, ...(besides && { besides }), attempts: email.attempts + 1, dueAt: iso(now + leaseMs) }
  return { email: leased, isSent: true, writes: [...day.writes, ...writes] }
}

const isFaulty = (email: Email) => rsvpIdOf(email) !== undefined && (email.unsent === 'undeliverable' || email.unsent === 'complained')

/** Leases the emails and returns those to send: none if another process has leased one of them. */
async function lease(services: Delivery, chosen: readonly Email[], progress: Progress): Promise<Email[]> {
  if (chosen.length === 0) return []
  const pace = await openPace(services.store, services, chosen, services.clock.now())
  const planned = await Promise.all(oneEach(chosen).map((email) => leaseOne(services, email, pace)))
  try {
    const tallies = await tallyWrites(
      services.store,
      planned.map(({ email }) => email),
    )
    const leases = planned.flatMap(({ email, writes = [] }) => [writeOf(email, email.rev - 1), ...writes])
    await services.store.commit([...leases, ...pace.writes(), ...tallies])
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

/** R99, R154: of the notices to one guest of an event only the first: whether the next may be sent is known once that one is leased. */
function oneEach(chosen: readonly Email[]): Email[] {
  const seen = new Set<string>()
  return chosen.filter(({ notice, rsvpId, to }) => {
    if (!notice || !rsvpId) return true
    const whose = notice.eventId && isReminder(notice.kind) ? `${notice.eventId} ${to}` : rsvpId
    const isFirst = !seen.has(whose)
    seen.add(whose)
    return isFirst
  })
}

/** Aborts the attempt and rejects when the time is over. */
async function withDeadline(clock: Wording['clock'], ms: number, attempt: (signal: AbortSignal) => Promise<void>): Promise<void> {
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

/** Tries to send a leased email and returns the record to keep. */
async function send(services: Delivery, email: Email, timeoutMs: number): Promise<Email> {
  const { clock, mailer, metrics } = services
  try {
    const id = email.edition ? `${email._id}-${email.edition}` : email._id
    const words = await worded(services, email)
    if (!words) return { ...ended(emptied(email), 'sent'), isLast: true }
    const outgoing = { to: email.to, id, ...words, ...(email.replyTo && { replyTo: email.replyTo }) }
    await withDeadline(clock, timeoutMs, (signal) => mailer.send(outgoing, signal))
    metrics?.email('sent')
    return ended(mailer.keeps ? email : emptied(email), 'sent')
  } catch (error) {
    return afterFailure(services, email, error)
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

/** So long results are gathered while others are under way: a commit of many costs the disk hardly more than one of a single email. */
const gatherMs = 10
/** Records the results of deliveries; results that come together, or while others are being written, share a commit. */
function openNotes({ store, log }: Delivery, progress: Progress, areOthers: () => boolean): (email: Email) => Promise<void> {
  const waiting: Email[] = []
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
    if (waiting.length === 0) return
    if (areOthers()) await new Promise((gathered) => setTimeout(gathered, gatherMs))
    const some = waiting.splice(0)
    try {
      await commit(some).catch(async (error: unknown) => {
        if (!isTaken(error)) throw error
        // Only the one that can't be noted is tried again, not those beside it.
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
