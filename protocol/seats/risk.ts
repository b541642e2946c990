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
  readonly unreached?: number | undefined
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
  /** R130g: where there is one group; several have each their own. */
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

/** R140: the event as each of its groups has it. */
const byGroup = ({ groups, ...event }: RiskFacts): RiskFacts[] =>
  groups?.map((group) => ({ ...event, groups: [group], groupStart: group.start, unreached: group.unreached })) ?? [event]
const isPressing = (event: RiskFacts, now: number) =>
  risksOf(event, now).length > 0 || ((event.unreached ?? 0) > 0 && isAtRisk(event, now, 'short'))

/** R108, R130g: when the first group begins that has the event before the others on the dashboard; undefined where none has. */
export const soonestPressing = (event: RiskFacts, now: number): string | undefined =>
  byGroup(event)
    .filter((one) => isPressing(one, now))
    .map(({ start, groupStart = start }) => groupStart)
    .sort()[0]

/** R130g: how many emails the dashboard says don't arrive, of the groups that have not begun. */
export const undeliveredIn = (event: RiskFacts, now: number): number =>
  byGroup(event)
    .filter(({ status, start, groupStart = start }) => status === 'active' && Date.parse(groupStart) > now)
    .reduce((sum, { unreached = 0 }) => sum + unreached, 0)

/** R140: of one of several groups. */
const risksOfGroup = ({ _id, start, showConfirmation }: GroupFacts, event: RiskFacts, now: number) =>
  risksOf({ ...event, groupStart: start, showConfirmation, roleCoverage: event.roleCoverage.filter((one) => one._id === _id) }, now)
