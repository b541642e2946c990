// What people are shown of invitations, and the place that a link or an account stands for.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { memberApi } from '#protocol/people/member.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Caller, hereAs, type SignedIn } from '#server/people/identity/caller.ts'
import { membershipByEmail } from '#server/people/identity/memberships.ts'
import { maskEmail } from '#server/people/model/account.ts'
import { isActive, type Member, members, type Org, orgs } from '#server/people/model/org.ts'
import { inviterOf } from '#server/people/org/queries.ts'
import { invitedMemberId, signedIn } from '#server/people/rules/member.ts'

/** The invitation of a link. Refuses `invitation-invalid`, also once it was withdrawn or declined. */
export async function placeOfLink({ secrets, clock }: Services, tx: Reader, token: string): Promise<{ org: Org; member: Member }> {
  const member = await tx.get(members, invitedMemberId(secrets.unsign(signedIn(token)), clock.now()))
  const org = member && (await tx.get(orgs, member.orgId))
  return org && member ? { org, member } : refuse('invitation-invalid')
}

/** R116: looking changes nothing. */
export async function readInvitation(services: Services, { token }: Input<typeof memberApi.readInvitation>, caller: Caller) {
  const { org, member } = await placeOfLink(services, services.store, token)
  const invitedBy = await inviterOf(services.store, org, member)
  const maskedEmail = maskEmail(member.email)
  return {
    invitation: { organization: org.name, invitedBy, maskedEmail, isAccepted: isActive(member), ...hereAs(caller, member.email) },
  }
}

/** The caller's own place. Refuses `org-unknown`: whether there is such an organization is nobody's business. */
export async function ownPlace(services: Services, tx: Reader, orgId: string, { user }: SignedIn) {
  const [org, member] = await Promise.all([tx.get(orgs, orgId), membershipByEmail(tx, services, orgId, user.email)])
  return org && member ? { org, member } : refuse('org-unknown')
}
