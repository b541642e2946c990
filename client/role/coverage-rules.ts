// How full a role is, in a word (R1).

import { nearlyFullShare } from '#protocol/kernel/limits.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'

/** 'Full' when count is at least total, 'Nearly Full' at 80 percent or more. */
export function fillBadge({ count, total }: Pick<RoleCoverage, 'count' | 'total'>): 'Full' | 'Nearly Full' | null {
  if (count >= total) return 'Full'
  return count >= total * nearlyFullShare ? 'Nearly Full' : null
}
