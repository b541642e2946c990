// When emails go out by themselves, from the start of an event, its zone and its rules. Pure.

import { invitation as limits } from '#protocol/kernel/limits.ts'
import { dayAfter, instantAt, wallTime } from '#protocol/kernel/time/clocks.ts'
import { type ReminderKind, type ReminderRules, reminderKinds } from '#protocol/seats/reminder-rules.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { type Occasions, reach, rulesOf } from '#server/seats/model/reminder.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'

const dayMs = 86_400_000

export interface Schedule {
  readonly start: string
  readonly timeZone: string
  readonly rules: ReminderRules
  /** Whether people are asked to confirm at all. */
  readonly confirms: boolean
  /** When they were last asked. */
  readonly askedAt?: string | undefined
}

/** The days before the event on which all are written to: two of them are never one day. */
function leadingDays({ start, timeZone, rules: { confirmation, reminder }, confirms }: Schedule) {
  const startDay = wallTime(Date.parse(start), timeZone).day
  const reminding = reminder.isOn ? dayAfter(startDay, -reminder.days) : undefined
  const asking = confirmation.isOn && confirms ? dayAfter(startDay, -confirmation.days) : undefined
  return { reminding, asking: asking !== undefined && asking === reminding ? dayAfter(asking, -1) : asking }
}

/**
 * R99: what goes out next, later than `from` (milliseconds) and before the start; of `pending`, what was due by then and still is. Never two on one day,
 * and nobody is asked to confirm within a day of being asked.
 */
export function planReminders(schedule: Schedule, from: number, pending: Occasions = {}): Occasions {
  const { start, timeZone, rules, askedAt } = schedule
  const { asking, reminding } = leadingDays(schedule)
  const isToCome = (ms: number, before: string | undefined) => (ms > from || iso(ms) === before) && ms < Date.parse(start)
  const at = (day: string | undefined, hour: number, before: string | undefined) => {
    const ms = day === undefined ? undefined : instantAt(day, hour, timeZone)
    return ms !== undefined && isToCome(ms, before) ? ms : undefined
  }
  const confirmation = at(asking, rules.confirmation.hour, pending.confirmation)
  const isAsked = askedAt !== undefined && confirmation !== undefined && confirmation < Date.parse(askedAt) + dayMs
  const reminder = at(reminding, rules.reminder.hour, pending.reminder)
  const nudge = rules.nudge.isOn ? nextNudge(schedule, from, pending.nudge, [asking, reminding]) : undefined
  return {
    ...(confirmation !== undefined && !isAsked && { confirmation: iso(confirmation) }),
    ...(reminder !== undefined && { reminder: iso(reminder) }),
    ...(nudge !== undefined && { nudge: iso(nudge) }),
  }
}

/** R154: when on this day (of the event's zone) something of this kind is due, as ISO; undefined where nothing is. */
export function dueOn(group: Group, event: Pick<GroupEvent, 'start' | 'timeZone'>, kind: ReminderKind, day: string): string | undefined {
  if (!group.reminders) return undefined
  const { asking, reminding } = leadingDays({ ...event, rules: group.reminders, confirms: group.showConfirmation })
  const days = { confirmation: asking, reminder: reminding, nudge: group.reminders.nudge.isOn ? day : undefined }
  return days[kind] === day ? iso(instantAt(day, group.reminders[kind].hour, event.timeZone)) : undefined
}

/** Nudges go out once a day, to whom it is time for; not on a day on which all are written to. */
function nextNudge(
  { start, timeZone, rules }: Schedule,
  from: number,
  pending: string | undefined,
  taken: readonly (string | undefined)[],
) {
  const { hour } = rules.nudge
  const today = wallTime(from, timeZone).day
  const before = pending && pending <= iso(from) ? [wallTime(Date.parse(pending), timeZone).day] : []
  const days = [...before, ...[0, 1, 2, 3].map((days) => dayAfter(today, days))]
  const found = days
    .filter((day) => !taken.includes(day))
    .map((day) => instantAt(day, hour, timeZone))
    .find((ms) => ms > from || iso(ms) === pending)
  return found !== undefined && found < Date.parse(start) ? found : undefined
}

const earliest = (occasions: Occasions): string | undefined =>
  reminderKinds
    .flatMap((kind) => occasions[kind] ?? [])
    .sort()
    .at(0)

/** R99: what the group keeps of what goes out next, as of `now` in milliseconds. */
export function planned(
  group: Group,
  event: Pick<GroupEvent, 'start' | 'timeZone'> | undefined,
  now: number,
): Pick<Group, 'occasions' | 'remindAt'> {
  if (!event || !group.reminders) return {}
  const schedule = { ...event, rules: group.reminders, confirms: group.showConfirmation, askedAt: group.asked?.at }
  const occasions = planReminders(schedule, now, group.occasions)
  return { occasions, remindAt: earliest(occasions) }
}

/** R98: that everybody who is to confirm is asked now. */
export const askedNow = (group: Group, now: number): Pick<Group, 'asked'> => ({
  asked: { at: iso(now), people: reach(group).confirmation },
})

/** R99: the kinds that are due by `now`. */
export const dueKinds = ({ occasions = {} }: Group, now: number) => reminderKinds.filter((kind) => (occasions[kind] ?? '~') <= iso(now))

/** R99: whom a nudge by itself goes to: who was added so many days before, and hasn't had one. */
export const nudgeWindow = (group: Group, now: number) => ({ from: group.nudgedTo ?? '', to: iso(now - rulesOf(group).nudge.days * dayMs) })

/** R97, R99: who was only invited, and asked too lately to be asked for an answer by hand. */
export function isAskedLately(rsvp: Rsvp, group: Group, now: number): boolean {
  if (!isOnlyInvited(rsvp, group)) return false
  const { at = '', nudgedAt = '' } = rsvp.invitation ?? {}
  return Math.max(...[at, nudgedAt].map((one) => Date.parse(one) || 0)) + limits.againDays * dayMs > now
}

export const nudged = (rsvp: Rsvp, now: number): Rsvp => ({
  ...rsvp,
  rev: rsvp.rev + 1,
  ...(rsvp.invitation && { invitation: { ...rsvp.invitation, nudgedAt: iso(now) } }),
})

/** Whether two sets of rules say the same. */
export const hasSameRules = (one: ReminderRules, other: ReminderRules | undefined) =>
  reminderKinds.every((kind) => {
    const [{ isOn, days, hour }, there] = [one[kind], other?.[kind]]
    return isOn === there?.isOn && days === there.days && hour === there.hour
  })

/** R98, R99: refuses to send what nobody would get, or what is no longer true once the event has begun. */
export function checkSendable(group: Group, event: Pick<GroupEvent, 'start'> | undefined, kind: ReminderKind, now: number) {
  if (event && event.start <= iso(now)) refuse('reminder-late')
  if (kind === 'confirmation' && !group.showConfirmation) refuse('confirmation-off')
  if (reach(group)[kind] === 0) refuse('reminder-nobody')
}
