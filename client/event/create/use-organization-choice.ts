// For which organizations the one who creates an event may do so.
import { useEffect } from 'react'
import { type MyOrgs, useMyOrgs } from '#client/assign/my-orgs.ts'
import { useSession } from '#client/lib/session.ts'
import { isManaged } from '#client/org/member-rules.ts'
import { hasTeamFeatures } from '#protocol/kernel/limits.ts'
import type { MyOrganization } from '#protocol/people/org.ts'
import { setOrganization, useDraft } from './draft.ts'

export interface OrganizationChoice extends Pick<MyOrgs, 'failure' | 'retry'> {
  /** Where the caller is admin or higher; null until they are known. */
  readonly managed: readonly MyOrganization[] | null
}

/** Gives whether it is known, and the choice: for Team and Enterprise, and for admins of an organization; null for everyone else. Preselects the only one; takes back what can't be chosen any more. */
export function useOrganizationChoice(): { isKnown: boolean; choice: OrganizationChoice | null } {
  const { token, user } = useSession()
  const { mine, failure, retry } = useMyOrgs()
  const managed = mine?.filter(isManaged) ?? null
  const chosen = useDraft((held) => held.organisingOrgObj)
  const isLost = chosen !== null && managed !== null && !managed.some((one) => one._id === chosen._id && one.isActive)
  useEffect(() => {
    if (isLost) setOrganization(null)
  }, [isLost])
  const isUntouched = useDraft((held) => !held.hasChosenOrganization && held.organisingOrgObj === null && held.step === 0)
  const [only, ...others] = managed ?? []
  const preselected = isUntouched && others.length === 0 && only?.isActive ? only : null
  useEffect(() => {
    if (preselected) setOrganization({ _id: preselected._id, name: preselected.name })
  }, [preselected])
  const isOffered = token !== null && ((user !== null && hasTeamFeatures(user.tier)) || (managed?.length ?? 0) > 0)
  const isKnown = mine !== null || failure !== null || isOffered
  return { isKnown, choice: isOffered ? { managed, failure, retry } : null }
}
