// R108: what will be missing at an event: the one rule for the screens, the order of the dashboard and the emails to organizers.
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
const unconfirmed = ({ detailedCounts }: RoleCoverage) =>
  detailedCounts ? detailedCounts.yesNotConfirmed + detailedCounts.assignedNoResponse : 0

/** An event and how its roles stand; `start` is an ISO instant. */
export interface RiskFacts {
  readonly status: EventStatus
  readonly start: string
  readonly showConfirmation: boolean
  readonly roleCoverage: readonly RoleCoverage[]
}

const risksOfRole = (role: RoleCoverage, isSoon: boolean) => {
  const needed = stillNeeded(role)
  const left = isSoon ? unconfirmed(role) : 0
  return [
    ...(needed > 0 ? [`“${role.name}” needs ${needed} more`] : []),
    ...(left > 0 ? [`${left} in “${role.name}” ${left === 1 ? 'has' : 'have'} not confirmed`] : []),
  ]
}

/** R108: what is at risk at `now` (milliseconds), in words, role by role; nothing once the event has begun, or is cancelled or unpublished. */
export function risksOf({ status, start, showConfirmation, roleCoverage }: RiskFacts, now: number): string[] {
  const left = Date.parse(start) - now
  if (status !== 'active' || left < 0 || left > riskMs.short) return []
  return roleCoverage.flatMap((role) => risksOfRole(role, showConfirmation && left <= riskMs.unconfirmed))
}
