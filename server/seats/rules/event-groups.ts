// The groups of an event (R140): one more, another order, one less. Pure.
import { mostGroups, planLimits, type Tier, undoSeconds } from '#protocol/kernel/limits.ts'
import type { GroupInput } from '#protocol/seats/group.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import { tierAt } from '#server/people/model/plan.ts'
import { checkGroupsOfEvent, countGroupsOfEvent } from '#server/people/rules/plan.ts'
import { type Event, eventFor, goneRevsWith, overAt } from '#server/seats/model/event.ts'
import { companionsAllowed, type Group, questionsOf } from '#server/seats/model/group.ts'
import { newGroupOf } from './event.ts'
import { nextEdit, shortCodeOf } from './group.ts'
import { countedAfter, withLastEnd } from './group-times.ts'

export interface Grouped {
  readonly event: Event
  /** Those that it had and has: each is written, as it is shown otherwise beside others. */
  readonly groups: readonly Group[]
  readonly owner: User
  readonly editedBy: string
  readonly now: number
}
export interface Regrouped {
  readonly event: Event
  readonly groups: readonly Group[]
  /** What its owner's plan counts. */
  readonly countedEvents: User['countedEvents']
}

/** The event with these groups, and its owner's plan with both. */
function regrouped(before: Grouped, groups: readonly Group[], change: Partial<Event>): Regrouped {
  const { owner, editedBy, now } = before
  const groupIds = groups.map(({ _id }) => _id)
  const event = withLastEnd(nextEdit(before.event, { ...change, groupIds }, editedBy), groups)
  const countedEvents = countedAfter(owner, before.event, event, now) ?? owner.countedEvents
  return {
    event,
    groups: groups.map((one) => (before.groups.includes(one) ? { ...one, rev: one.rev + 1 } : one)),
    countedEvents: countGroupsOfEvent({ ...owner, countedEvents }, event._id, groups.length, now),
  }
}

/** Refuses what the plan has no room for, and `event-ended` for one that is over from the start. */
export function addGroup(grouped: Grouped, input: GroupInput, randomId: () => string): Regrouped & { readonly group: Group } {
  const { event, groups, owner, now } = grouped
  checkGroupsOfEvent(tierAt(owner, now), groups.length + 1)
  const group = newGroupOf(input, owner, event, randomId, now)
  if (overAt(eventFor(event, group)) <= iso(now)) refuse('event-ended')
  const firstGroupId = event.firstGroupId ?? groups[0]?._id
  const shortCode = event.shortCode ?? shortCodeOf(randomId())
  return { ...regrouped(grouped, [...groups, group], { shortCode, ...(firstGroupId !== undefined && { firstGroupId }) }), group }
}

/** Refuses `groups-changed` unless each is named once. */
export function orderGroups(grouped: Grouped, groupIds: readonly string[]): Regrouped {
  const ordered = [...new Set(groupIds)].flatMap((id) => grouped.groups.find(({ _id }) => _id === id) ?? [])
  if (ordered.length !== grouped.groups.length || groupIds.length !== ordered.length) refuse('groups-changed')
  return regrouped(grouped, ordered, {})
}

/** Refuses `last-group`. */
export function withoutGroup(grouped: Grouped, gone: Group): Regrouped {
  const left = grouped.groups.filter(({ _id }) => _id !== gone._id)
  if (left.length === 0) refuse('last-group')
  return regrouped(grouped, left, goneRevsWith(grouped.event, gone))
}

/** R106: what is kept of a group that goes from its event, to put it back by. */
export const formerPlace = ({ event, groups }: Grouped, gone: Group): Pick<Group, 'goneFrom'> => ({
  goneFrom: {
    at: event.groupIds.indexOf(gone._id),
    seatings: Object.fromEntries(groups.filter((one) => one !== gone).map(({ _id, seatings = 0 }) => [_id, seatings])),
  },
})

/** R106: by who deleted it, as long as nobody was told. Refuses where there is no room for it any more. */
export function groupAgain(grouped: Grouped, gone: Group): Regrouped & { readonly group: Group } {
  const { groups, editedBy, now } = grouped
  if (!gone.cancelledAt || !gone.goneFrom || gone.eventId !== grouped.event._id) refuse('undo-unable')
  if (gone.editedBy !== editedBy) refuse('undo-not-yours')
  if (Date.parse(gone.cancelledAt) + undoSeconds * 1_000 <= now) refuse('undo-late', { seconds: undoSeconds })
  if (groups.length >= mostGroups) refuse('event-groups-most', { limit: mostGroups })
  const group: Group = { ...gone, rev: gone.rev + 1, cancelledAt: null, expiresAt: null, goneFrom: undefined }
  const { at } = gone.goneFrom
  return { ...regrouped(grouped, [...groups.slice(0, at), group, ...groups.slice(at)], {}), group }
}

/** R203: what an event needs of its owner's plan. Refuses `owner-plan`, which says what is too much. */
export function checkCarries(tier: Tier, groups: readonly Group[]) {
  const limits = planLimits[tier]
  const most = (of: (group: Group) => number) => Math.max(0, ...groups.map(of))
  const needs: readonly [number, number, string][] = [
    [groups.length, limits.groupsPerEvent, 'groups'],
    [most(({ roles }) => roles.length), limits.rolesPerGroup, 'roles in a group'],
    [most(({ roles }) => Math.max(0, ...roles.map(({ max }) => max))), limits.participantsPerRole, 'people in a role'],
    [most((group) => questionsOf(group).filter(({ isRetired }) => !isRetired).length), limits.questionsPerGroup, 'questions'],
    [most(companionsAllowed), limits.companionsPerGuest, 'companions of a guest'],
  ]
  const over = needs.filter(([count, limit]) => count > limit).map(([count, limit, what]) => `${count} ${what}, and yours has ${limit}`)
  if (over.length > 0) refuse('owner-plan', { what: over.join('; ') })
}
