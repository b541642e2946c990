// R108: what will be missing at an event: the one rule for the screens, the order of the dashboard and the emails to organizers (decision 0114).
import type { EventStatus } from './event.ts'
import type { RoleCoverage } from './group.ts'

const dayMs = 86_400_000
/** So long before the start a role below its minimum is at risk, and one whose holders have not confirmed. */
export const riskMs = { short: 7 * dayMs, unconfirmed: 2 * dayMs } as const

/** R108: how many who say yes, confirmed or not, a role still needs. Who was assigned and hasn't answered doesn't count. */
export function stillNeeded({ min = 0, detailedCounts }: Pick<RoleCoverage, 'min' | 'detailedCounts'>): number {
  if (!detailedCounts) return 0
  return Math.max(0, min - detailedCounts.confirmedAndYes - detailedCounts.yesNotConfirmed)
}

/** Holders of a role who have not confirmed, whether they said yes or were assigned. */
export const unconfirmedIn = ({ detailedCounts }: RoleCoverage) =>
  detailedCounts ? detailedCounts.yesNotConfirmed + detailedCounts.assignedNoResponse : 0

interface GroupFacts {
  readonly _id: string
  readonly start: string
  readonly showConfirmation: boolean
}
/** An event and how its roles stand; `start` is an ISO instant. */
export interface RiskFacts {
  readonly status: EventStatus
  readonly start: string
  /** R142: the group's own start. */
  readonly groupStart?: string | undefined
  readonly showConfirmation: boolean
  /** R140: where there are several groups, each by the id of its entry in `roleCoverage`. */
  readonly groups?: readonly GroupFacts[] | undefined
  readonly roleCoverage: readonly RoleCoverage[]
  /** R130g */
  readonly unreached?: number | undefined
}

/** R108: whether the event begins so soon that this counts. */
export function isAtRisk(
  { status, start, groupStart = start }: Pick<RiskFacts, 'status' | 'start' | 'groupStart'>,
  now: number,
  what: keyof typeof riskMs,
): boolean {
  const left = Date.parse(groupStart) - now
  return status === 'active' && left >= 0 && left <= riskMs[what]
}

const risksOfRole = (role: RoleCoverage, isSoon: boolean) => {
  const needed = stillNeeded(role)
  const left = isSoon ? unconfirmedIn(role) : 0
  return [
    ...(needed > 0 ? [`${role.name} needs ${needed} more`] : []),
    ...(left > 0 ? [`${left} in ${role.name} ${left === 1 ? 'has' : 'have'} not confirmed`] : []),
  ]
}

/** R108: what is at risk at `now` (milliseconds), in words, role by role; nothing once the event has begun, or is cancelled or unpublished. */
export function risksOf({ showConfirmation, roleCoverage, groups, ...event }: RiskFacts, now: number): string[] {
  if (groups) return groups.flatMap((group) => risksOfGroup(group, { ...event, showConfirmation, roleCoverage }, now))
  if (!isAtRisk(event, now, 'short')) return []
  return roleCoverage.flatMap((role) => risksOfRole(role, showConfirmation && isAtRisk(event, now, 'unconfirmed')))
}

/** R108, R130g: whether the dashboard has it before the others. */
export const needsAttention = (event: RiskFacts, now: number): boolean =>
  risksOf(event, now).length > 0 || ((event.unreached ?? 0) > 0 && isAtRisk(event, now, 'short'))

/** R130g: how many emails the dashboard says don't arrive: as long as something still begins. */
export function undeliveredIn({ status, start, groupStart = start, groups, unreached = 0 }: RiskFacts, now: number): number {
  const starts = groups?.map((group) => group.start) ?? [groupStart]
  return status === 'active' && starts.some((one) => Date.parse(one) > now) ? unreached : 0
}

/** R140: of one of several groups. */
const risksOfGroup = ({ _id, start, showConfirmation }: GroupFacts, event: RiskFacts, now: number) =>
  risksOf({ ...event, groupStart: start, showConfirmation, roleCoverage: event.roleCoverage.filter((one) => one._id === _id) }, now)
