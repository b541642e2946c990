// How full a role is, in a word and as a sum over the roles (R1).
import type { DetailedCounts, RoleCoverage } from '#protocol/group.ts'
import { nearlyFullShare } from '#protocol/limits.ts'

/** 'Full' when count is at least total, 'Nearly Full' at 80 percent or more. */
export function fillBadge({ count, total }: Pick<RoleCoverage, 'count' | 'total'>): 'Full' | 'Nearly Full' | null {
  if (count >= total) return 'Full'
  return count >= total * nearlyFullShare ? 'Nearly Full' : null
}

/** Adds up all roles for the legend; undefined when the details are kept private (R27). */
export function sumOfCounts(coverage: readonly RoleCoverage[]): DetailedCounts | undefined {
  const sum = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }
  for (const { detailedCounts } of coverage) {
    if (!detailedCounts) return undefined
    sum.confirmedAndYes += detailedCounts.confirmedAndYes
    sum.yesNotConfirmed += detailedCounts.yesNotConfirmed
    sum.assignedNoResponse += detailedCounts.assignedNoResponse
    sum.declined += detailedCounts.declined
  }
  return coverage.length > 0 ? sum : undefined
}
