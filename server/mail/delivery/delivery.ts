// Delivers emails: leased, each in a slot and with a deadline of its own, retried, and the result recorded.

import { defaultSlots, dueInTurns, type Slots, withSlots } from '#server/kernel/emails/fair-queue.ts'
import { type Email, emptied, ended, rsvpIdOf } from '#server/kernel/emails/outbox.ts'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { RevisionConflict, type Store, type Write } from '#server/kernel/store/store.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { isErased, rsvps } from '#server/seats/model/rsvp.ts'
import { showFault } from '#server/seats/notices/addresses.ts'
import { whyUnsent } from '#server/seats/notices/notices.ts'
import { tallyWrites } from '#server/seats/notices/tallies.ts'
import { shownKey } from '#server/seats/rules/calendar.ts'
import { isReminder } from '#server/seats/rules/notice.ts'
import { type Delivery, leaseMs, writeOf } from './attempt.ts'
import { createAttempts } from './attempts.ts'
import { gathered } from './combine-emails.ts'
import { isPast, tooLate } from './failure.ts'
import { placeInDay } from './notice-days.ts'
import { type Pace, readPace } from './pacing.ts'
import { createProgress, type Progress } from './progress.ts'

/** Delivers what is due, urgent first and organizers in turn (R119). While `isBusy` says so, all but the urgent wait while requests are served, notices longest. */
export function createDelivery(services: Delivery, slots: Slots = defaultSlots, isBusy = () => false): Loop {
  const progress = createProgress(services)
  const last = { urgent: '', normal: '' }
  const attempts = createAttempts(services, progress, slots.timeoutMs)
  const start = (email: Email) => {
    if (email.state === 'urgent' || email.state === 'normal') last[email.state] = email.tenant ?? ''
    attempts.start(email)
  }
  let rounds = 0
  const round = async () => {
    const to = iso(services.clock.now() + 1)
    attempts.keepLeases()
    const isTight = isBusy()
    const states = isTight && ++rounds % slots.roundsApartWhenBusy > 0 ? (['urgent'] as const) : (['urgent', 'normal'] as const)
    const found = (await Promise.all(states.map((state) => dueInTurns(services.store, state, to, slots.all, last[state])))).flat()
    const due = found.filter((email) => !attempts.isUnderWay(email))
    const leased = await lease(services, withSlots(due, attempts.withSlot(), slots, isTight), progress)
    leased.forEach(start)
    return due.length > 0 || states.length === 1
  }
  const loop = createLoop('mail', services, { pauseMs: 40, pollMs: 5_000 }, round)
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await attempts.letGo()
      await progress.stop()
    },
  }
}

/** Whether what an email says is no longer true; another email then says what is. */
async function isOutdated({ store, secrets }: Pick<Delivery, 'store' | 'secrets'>, { tells, rsvpId = '' }: Email): Promise<boolean> {
  if (!tells) return false
  const [itself, group, rsvp] = await Promise.all([
    store.get(events, tells.eventId),
    tells.groupId ? store.get(groups, tells.groupId) : undefined,
    tells.shown ? store.get(rsvps, rsvpId) : undefined,
  ])
  if (!itself || itself.cancelledAt !== null) return true
  if (tells.start !== undefined) return tells.start !== (group ? eventFor(itself, group) : itself).start
  if (tells.shown === undefined || !group || !rsvp) return false
  return tells.shown !== shownKey({ secrets }, { group, event: eventFor(itself, group), rsvp })
}

/** R96: an email that was written while its recipient's data was being erased; a code they ask for afterwards is none. */
async function isErasedSince(store: Store, email: Email): Promise<boolean> {
  const rsvpId = rsvpIdOf(email)
  if (!rsvpId || email.isLast || email.sealed) return false
  const rsvp = await store.get(rsvps, rsvpId)
  return rsvp !== undefined && isErased(rsvp)
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
  if (isPast(email, now)) return { email: tooLate({ ...email, rev: email.rev + 1 }, now), isSent: false }
  if (await isOutdated({ store, secrets }, email)) return { email: silent, isSent: false }
  if (await isErasedSince(store, email)) return { email: { ...silent, isLast: true }, isSent: false }
  const unsent = await whyUnsent({ store, secrets }, email, now)
  if (unsent) return { email: { ...silent, unsent }, isSent: false }
  const day = await placeInDay(store, services, email, now)
  const until = day.until ?? pace.until(email)
  if (until !== undefined) return { email: { ...kept, dueAt: iso(until) }, isSent: false }
  const isToGo = async (one: Email) =>
    !(await isOutdated({ store, secrets }, one)) &&
    !(await isErasedSince(store, one)) &&
    (await whyUnsent({ store, secrets }, one, now)) === undefined
  const { email: whole, writes } = await gathered(services, { email, now, isToGo })
  const { besides } = whole
  const leased = { ...kept, ...(besides && { besides }), attempts: email.attempts + 1, dueAt: iso(now + leaseMs) }
  return { email: leased, isSent: true, writes: [...day.writes, ...writes] }
}

const isFaulty = (email: Email) => rsvpIdOf(email) !== undefined && (email.unsent === 'undeliverable' || email.unsent === 'complained')

/** Leases the emails and returns those to send: none if another process has leased one of them. */
async function lease(services: Delivery, chosen: readonly Email[], progress: Progress): Promise<Email[]> {
  if (chosen.length === 0) return []
  const pace = await readPace(services.store, services, chosen, services.clock.now())
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
