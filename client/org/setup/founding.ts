// Who may found an organization, and what is said to those who may not (R37).

import { hasTeamFeatures } from '#protocol/kernel/limits.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { MyOrganization } from '#protocol/people/org.ts'

export const teamOnly = refusals['org-team-only'][1]
export const oneOnly = refusals['org-owned'][1]
export const oneEach = refusals['member-owner'][1]

/** Why no organization can be founded now; undefined where one can. */
export function whyNotFound(user: UserView | null, mine: readonly MyOrganization[] | null, hasCreated: boolean): string | undefined {
  if (hasCreated) return oneEach
  if (mine?.some(({ member }) => member.role === 'owner')) return oneOnly
  return user && !hasTeamFeatures(user.tier) ? teamOnly : undefined
}

/** The organization one owns. */
export const ownedOf = (mine: readonly MyOrganization[] | null) => mine?.find(({ member }) => member.role === 'owner')
