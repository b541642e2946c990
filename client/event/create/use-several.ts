// What step 3 of creation knows of several groups: which one is open, and what is wrong with each (R140, R141).

import { useState } from 'react'
import { type EventFields, endOf, startOf } from '#client/event/form/event-fields.ts'
import { type DraftFacts, type DraftProblems, draftProblems, type GroupDraft, hasTimes, sameKey } from '#client/group/several/draft.ts'
import { serverNow } from '#client/lib/now.ts'
import type { DraftRole } from '#client/role/role-rules.ts'
import type { TierLimits } from '#protocol/kernel/limits.ts'

type Problems = Readonly<Record<number, DraftProblems>>

export const factsOf = (fields: EventFields, limits: TierLimits): Omit<DraftFacts, 'now'> => ({
  event: { start: startOf(fields), end: endOf(fields) },
  timeZone: fields.timeZone,
  windowDays: limits.eventSchedulingWindow,
  maxRoles: limits.maxRolesPerEventGroup,
})

/** What is wrong with each of them, by its place. */
export function problemsOf(groups: readonly GroupDraft[], facts: Omit<DraftFacts, 'now'>, now: number): Problems {
  const found = groups.map((group, at) => {
    const taken = new Set(groups.filter((_, nth) => nth < at).map(sameKey))
    return [at, draftProblems(group, { ...facts, taken, now })] as const
  })
  return Object.fromEntries(found.filter(([, problems]) => Object.keys(problems).length > 0))
}

/** The two that a first press makes of the one: it stays as it is, and the other has the same roles. */
export const firstTwo = (name: string, roles: readonly DraftRole[]): GroupDraft[] => [
  { name: name.trim() || 'Group 1', start: '', end: '', location: '', roles },
  { name: 'Group 2', start: '', end: '', location: '', roles },
]

/** Whether it can be told as the one group that an event has anyway. */
export const isPlain = (group: GroupDraft) => !hasTimes(group) && group.location.trim() === ''

export function useSeveral(groups: readonly GroupDraft[], facts: Omit<DraftFacts, 'now'>) {
  const [openAt, setOpenAt] = useState<number | null>(groups.length > 0 ? 0 : null)
  const [problems, setProblems] = useState<Problems>({})
  /** Whether all of them can be sent; opens the first that can't. */
  const check = (): boolean => {
    const found = problemsOf(groups, facts, serverNow())
    setProblems(found)
    const [first] = Object.keys(found)
    if (first !== undefined) setOpenAt(Number(first))
    return first === undefined
  }
  return { openAt, setOpenAt, problems, check, forget: () => setProblems({}) }
}
