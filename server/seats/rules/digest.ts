// What is worth an email to organizers, and when it goes out. Pure.
import { risksOf } from '#protocol/seats/risk.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { AnswerCounts, Digest, Digested } from '#server/seats/model/digest.ts'
import { type GroupEvent, statusOf } from '#server/seats/model/event.ts'
import { type Group, managedCoverage } from '#server/seats/model/group.ts'
import { isConfirmed, type Rsvp } from '#server/seats/model/rsvp.ts'
import { nextMorning } from './notice.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const soonMs = 48 * hourMs
/** So long the news of one morning gather. */
const gatherMs = 10 * 60_000

export const answerCounts = ({ answers: { yes, no, none }, tally }: Group): AnswerCounts => ({
  yes,
  no,
  none,
  confirmed: tally?.confirmed ?? 0,
})

/** R100: when a group is looked at next: in the morning of its event's zone, until the event is over. */
export function nextLook(event: Pick<GroupEvent, 'end' | 'timeZone'>, now: number): Pick<Digested, 'digestAt'> {
  const at = nextMorning(now, event.timeZone)
  return { digestAt: at < Date.parse(event.end) ? iso(at) : undefined }
}

export const hasSameCounts = (one: AnswerCounts, other: AnswerCounts) =>
  one.yes === other.yes && one.no === other.no && one.none === other.none && one.confirmed === other.confirmed

const more = (before: number, after: number, what: string) => {
  const by = after - before
  return by === 0 ? [] : [`${Math.abs(by)} ${by > 0 ? 'more' : 'fewer'} ${what}`]
}
/** What changed, in words; '' for nothing. */
export const changeText = (before: AnswerCounts, after: AnswerCounts) =>
  [
    ...more(before.yes, after.yes, 'yes'),
    ...more(before.no, after.no, 'no'),
    ...more(before.confirmed, after.confirmed, 'confirmed'),
    ...more(before.none, after.none, 'without an answer'),
  ].join(', ')

/** R100, R108: what organizers are told is at risk at an event. */
export const risksAt = (group: Group, event: GroupEvent | undefined, now: number): string[] =>
  event ? risksOf({ ...group, status: statusOf(event, now), start: event.start, roleCoverage: managedCoverage(group) }, now) : []

/** R100: the roles that a confirmed holder gives up with this answer, and whether the event starts within 48 hours; undefined for none. */
export function dropOutOf(group: Group, event: GroupEvent | undefined, before: Rsvp | undefined, after: Rsvp, now: number) {
  if (!event || event.start <= iso(now) || !before || !isConfirmed(before, group)) return undefined
  const kept = after.attending === true ? after.roleIds : []
  const roles = group.roles.filter(({ _id }) => before.roleIds.includes(_id) && !kept.includes(_id)).map(({ name }) => name)
  return roles.length > 0 ? { roles, isSoon: Date.parse(event.start) - now <= soonMs } : undefined
}

/** R100: what waits for a person with one group more. Of one day there is one email; what comes later waits for the next. */
export function withNews(digest: Digest | undefined, userId: string, item: Digest['items'][number], now: number): Digest {
  const { rev = 0, items = [], sentAt = null, dueAt } = digest ?? {}
  const next = sentAt === null ? now + gatherMs : Math.max(now + gatherMs, Date.parse(sentAt) + dayMs)
  return {
    _id: userId,
    rev: rev + 1,
    items: items.some(({ groupId }) => groupId === item.groupId) ? items : [...items, item],
    sentAt,
    dueAt: dueAt ?? iso(next),
    expiresAt: iso(now + 7 * dayMs),
  }
}
