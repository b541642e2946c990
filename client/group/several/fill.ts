// What is told of the groups of an event: by day, each as one, and all as one. Pure.

import type { Answered } from '#client/group/board/answer-line.tsx'
import { formatDay } from '#client/lib/dates.ts'
import { isManaged } from '#client/records/groups.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { atGroup, type OwnTimes } from '#protocol/kernel/time/times.ts'
import { wholeCoverage } from '#protocol/seats/coverage.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import type { BoardGroup } from './board.ts'

/** The event with a group's own times and place, where they are known. */
export const eventAt = (event: PublicEvent, group: BoardGroup): PublicEvent => atGroup(event, group as OwnTimes)

/** A group's roles as one. */
export const fillOf = (group: BoardGroup): RoleCoverage => wholeCoverage(group, group.roleCoverage)

/** All groups as one, for the head of the page; undefined where one may not see how they were answered. */
export function allOf(groups: readonly BoardGroup[]): Answered | undefined {
  const seen = groups.filter(isManaged)
  if (seen.length === 0) return undefined
  const sum = (of: (group: (typeof seen)[number]) => number) => seen.reduce((done, group) => done + of(group), 0)
  const companions = sum((group) => group.companions ?? 0)
  return {
    answers: { yes: sum(({ answers }) => answers.yes), no: sum(({ answers }) => answers.no), none: sum(({ answers }) => answers.none) },
    roleCoverage: seen.map(fillOf),
    showConfirmation: seen.some(({ showConfirmation }) => showConfirmation),
    ...(companions > 0 && { companions }),
  }
}

export interface Day {
  readonly day: string
  readonly groups: readonly BoardGroup[]
}
/** By the day on which they begin, in the event's zone; within a day in the event's order. */
export function byDay(event: PublicEvent, groups: readonly BoardGroup[]): readonly Day[] {
  const days = new Map<string, BoardGroup[]>()
  const inTime = groups.toSorted((one, other) => (eventAt(event, one).start < eventAt(event, other).start ? -1 : 1))
  for (const group of inTime) {
    const day = formatDay(eventAt(event, group).start, event.timeZone)
    days.set(day, [...(days.get(day) ?? []), group])
  }
  const place = new Map(groups.map(({ _id }, at) => [_id, at]))
  return [...days].map(([day, its]) => ({ day, groups: its.toSorted((a, b) => (place.get(a._id) ?? 0) - (place.get(b._id) ?? 0)) }))
}

/** The roles of all groups, each once by its name, in the order in which they come. */
export function roleNames(groups: readonly BoardGroup[]): readonly string[] {
  const names = new Map<string, string>()
  for (const { roles } of groups) for (const { name } of roles) if (!names.has(roleKey(name))) names.set(roleKey(name), name)
  return [...names.values()]
}

/** A group's role of this name. */
export const roleIn = (group: BoardGroup, name: string) => group.roleCoverage.find((one) => roleKey(one.name) === roleKey(name))

/** The ids with one of them a place earlier or later. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const at = ids.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= ids.length) return [...ids]
  const next = [...ids]
  next.splice(at, 1)
  next.splice(to, 0, id)
  return next
}
