// What people are shown of invitations, and the place that a link or an account stands for.
import type { Input } from '#protocol/endpoint.ts'
import type { memberApi } from '#protocol/member.ts'
import { maskEmail } from '../account/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { placeOf } from '../identity/rights.ts'
import { isActive, type Member, members, type Org, orgs } from '../org/model.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { invitedMemberId, signedIn } from './rules.ts'

/** The invitation of a link. Refuses `invitation-invalid`, also once it was withdrawn or declined. */
export async function placeOfLink({ secrets, clock }: Services, tx: Reader, token: string): Promise<{ org: Org; member: Member }> {
  const member = await tx.get(members, invitedMemberId(secrets.unsign(signedIn(token)), clock.now()))
  const org = member && (await tx.get(orgs, member.orgId))
  return org && member ? { org, member } : refuse('invitation-invalid')
}

/** R116: looking changes nothing. */
export async function readInvitation(services: Services, { token }: Input<typeof memberApi.readInvitation>) {
  const { org, member } = await placeOfLink(services, services.store, token)
  return { invitation: { organization: org.name, maskedEmail: maskEmail(member.email), isAccepted: isActive(member) } }
}

/** The caller's own place. Refuses `org-unknown`: whether there is such an organization is nobody's business. */
export async function ownPlace(services: Services, tx: Reader, orgId: string, { user }: SignedIn) {
  const [org, member] = await Promise.all([tx.get(orgs, orgId), placeOf(tx, services, orgId, user.email)])
  return org && member ? { org, member } : refuse('org-unknown')
}
