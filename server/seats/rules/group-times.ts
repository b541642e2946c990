// The times and the place that a group has of its own (R141), and what follows where they change (R142). Pure.

import { groupTimes as limits } from '#protocol/kernel/limits.ts'
import { endAsLong, movedAlong } from '#protocol/kernel/time/clocks.ts'
import { hasOwnTimes, lastEndOf, type OwnTimes, type Times } from '#protocol/kernel/time/times.ts'
import type { AnswerWindow } from '#protocol/seats/several/window.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import { groupTierAt } from '#server/people/model/plan.ts'
import { checkTimes, countMovedEvent } from '#server/people/rules/plan.ts'
import { type Event, eventFor, overAt } from '#server/seats/model/event.ts'
import { type Group, keptTimes } from '#server/seats/model/group.ts'
import { unconfirmed } from './group.ts'
import { askedNow, planned } from './reminder.ts'

const dayMs = 86_400_000

/** R141: refuses times that a group can't have. `hasMoved` says whether its start is a new one. */
export function checkOwnTimes(group: Group, event: Times, owner: User, now: number, hasMoved: boolean) {
  const { start, end } = group
  if (Boolean(start) !== Boolean(end)) refuse('group-times-half')
  if (!start || !end) return
  checkTimes(groupTierAt(group, owner, now), { start, end }, now, hasMoved)
  const { days, daysAround } = limits
  if (Date.parse(end) - Date.parse(start) > days * dayMs) refuse('group-times-long', { days })
  const [from, to] = [Date.parse(event.start) - daysAround * dayMs, Date.parse(event.end) + daysAround * dayMs]
  if (Date.parse(start) < from || Date.parse(start) > to) refuse('group-times-outside', { days: daysAround })
}

/** R142: so much later as the event begins, on the clock of its zone; nothing where the group goes by its event. */
export function movedTimes({ start, end }: OwnTimes, from: string, to: string, zone: string): Partial<Times> {
  if (!start || !end) return {}
  const moved = movedAlong(start, from, to, zone)
  return { start: moved, end: endAsLong(moved, { start, end }, zone) }
}

/** R155: the same, of when it takes answers. */
export function movedAnswers({ opensAt, closesAt }: AnswerWindow, from: string, to: string, zone: string): AnswerWindow {
  const moved = (at: string | undefined) => at && movedAlong(at, from, to, zone)
  return { opensAt: moved(opensAt) ?? '', closesAt: moved(closesAt) ?? '' }
}

/** R142b: what a group has of its own on the clock, moved as far as its event. */
export function movedWith(group: Group, before: Event, event: Event): Partial<Times & AnswerWindow> {
  const move = [before.start, event.start, event.timeZone] as const
  const answers = group.opensAt || group.closesAt ? movedAnswers(group, ...move) : {}
  return before.start === event.start ? {} : { ...movedTimes(group, ...move), ...answers }
}

/** R142: the event with the end of its last group. Once kept it stays: whoever walks events by their end leaves those out that have one. */
export function withLastEnd(event: Event, groups: readonly Group[]): Event {
  const lastEnd = lastEndOf(event, groups)
  return lastEnd === overAt(event) ? event : { ...event, lastEnd }
}

/** What its owner's plan counts, where it is over at another time; undefined where it is not. */
export const countedAfter = (owner: User, before: Event, after: Event, now: number): User['countedEvents'] | undefined =>
  overAt(after) === overAt(before) ? undefined : countMovedEvent(owner, after._id, overAt(after), after.createdAt, now)

/** Whether the guests of a group have another start: it alone makes confirmations void (R54). */
export const isMoved = (before: { event: Event; group: Group }, after: { event: Event; group: Group }): boolean =>
  eventFor(before.event, before.group).start !== eventFor(after.event, after.group).start

/** R54, R98: the email that tells of another start asks who has to confirm, where people confirm. */
export function askedAgain(group: Group, now: number): Group {
  const after = { ...group, ...unconfirmed(group) }
  return after.showConfirmation ? { ...after, ...askedNow(after, now) } : after
}

const hasSameTimes = (one: Group, other: Group) =>
  Object.entries(keptTimes(one)).every(([key, value]) => (value ?? '') === (other[key as keyof OwnTimes] ?? ''))
/** R141: whether an edit has changed the group's own times or place. A group without an event can have none: `group-times-alone`. */
export function hasOtherTimes(before: Group, after: Group): boolean {
  if (after.eventId === null && (after.start || after.end || after.location)) refuse('group-times-alone')
  return !hasSameTimes(before, after)
}
/** R147a: the same, or whether one may have another seat at that time. */
export const isElsewhere = (before: Group, after: Group): boolean =>
  hasOtherTimes(before, after) || (after.eventId !== null && before.allowOverlap !== after.allowOverlap)

interface Retiming {
  readonly event: Event
  /** The other groups of the event. */
  readonly others: readonly Group[]
  readonly owner: User
  readonly now: number
}
/** R141, R142: a group whose own times or place an edit has changed, with its event. */
export function retimed(before: Group, after: Group, { event, others, owner, now }: Retiming) {
  checkOwnTimes(after, event, owner, now, hasOwnTimes(after) && after.start !== before.start)
  const asked = isMoved({ event, group: before }, { event, group: after }) ? askedAgain(after, now) : after
  // Its revision rises too: the numbers in calendars do by it (R95).
  const whole = { ...withLastEnd(event, [...others, asked]), rev: event.rev + 1 }
  const group = { ...asked, ...planned(asked, eventFor(whole, asked), now) }
  return { group, event: whole, countedEvents: countedAfter(owner, event, whole, now) }
}
