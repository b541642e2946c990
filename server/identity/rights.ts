// Who may do what with what, where it takes a look at memberships and permissions.
import { hasTeamFeatures, type Tier } from '#protocol/limits.ts'
import { users } from '../account/model.ts'
import { grantId, grants } from '../assign/model.ts'
import { events, statusOf } from '../event/model.ts'
import { type Group, isMembersOnly } from '../group/model.ts'
import { isActive, type Member, memberId, members } from '../org/model.ts'
import { isAdmin } from '../org/rules.ts'
import { tierAt } from '../plan/model.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import type { Caller } from './caller.ts'

/** The server's own room of an organization's admins, whose dashboards show its events. */
export const adminsRoom = (orgId: string) => `@admins:${orgId}`

/** The server's own room of those whose permission lasts as long as this person's plan has organizations. */
export const planRoom = (userId: string) => `@plan:${userId}`

/** The membership of whoever was added with this email, whether or not they have accepted: enough for a seat, and for nothing else (R117). */
export const placeOf = (tx: Reader, { secrets }: Services, orgId: string, email: string) => tx.get(members, memberId(secrets, orgId, email))

/** The membership of whoever belongs: those who are only invited have none (R117). */
export async function membershipOf(tx: Reader, services: Services, orgId: string, email: string): Promise<Member | undefined> {
  const place = await placeOf(tx, services, orgId, email)
  return place && isActive(place) ? place : undefined
}

interface Owned {
  readonly ownerId: string
  readonly ownerOrgId: string | null
}

/** R28: who manages something: its owner, or the admins of the organization it belongs to. R30: organizations need a login. */
export async function manages(services: Services, tx: Reader, { ownerId, ownerOrgId }: Owned, { user, via }: Caller): Promise<boolean> {
  if (!user) return false
  if (!ownerOrgId) return ownerId === user._id
  return via === 'account' && isAdmin(await membershipOf(tx, services, ownerOrgId, user.email))
}

/** R39: who manages the group, or has the permission, as long as they are a member, the plan has organizations and the event is not over. */
export async function mayAssign(services: Services, tx: Reader, group: Group, caller: Caller): Promise<boolean> {
  if (await manages(services, tx, group, caller)) return true
  if (!caller.user || caller.via !== 'account' || !group.ownerOrgId) return false
  const grant = await tx.get(grants, grantId(services.secrets, group._id, caller.user._id))
  const [owner, event] = grant ? [await tx.get(users, group.ownerId), await tx.get(events, grant.eventId)] : []
  if (
    !grant ||
    !owner ||
    !event ||
    !hasTeamFeatures(tierAt(owner, services.clock.now())) ||
    statusOf(event, services.clock.now()) !== 'active'
  )
    return false
  const member = await membershipOf(tx, services, group.ownerOrgId, caller.user.email)
  return member !== undefined && member.createdAt <= grant.createdAt // R38: one given to an earlier membership ended with it
}

/** R38: whether someone no longer belongs to the organization as whose member they were assigned. */
export const hasLeft = async (services: Services, tx: Reader, { orgId, email }: { orgId: string | null; email: string }) =>
  orgId !== null && !(await placeOf(tx, services, orgId, email))

/** The organizations that may attend: on the Enterprise plan, those the caller belongs to; ones that attend already may stay. */
export async function checkAttending(
  services: Services,
  tx: Reader,
  orgIds: readonly string[],
  before: readonly string[],
  tier: Tier,
  { user, via }: Caller,
) {
  for (const orgId of orgIds.filter((id) => !before.includes(id))) {
    if (tier !== 'enterprise') refuse('enterprise-plan-needed')
    if (!user || via !== 'account' || !(await membershipOf(tx, services, orgId, user.email))) refuse('organizations-unavailable') // R30
  }
}

/** R26: asked only once the email is proven, so that it tells nothing to others. R117: who is invited may come. */
export async function mayAttend(services: Services, tx: Reader, group: Group, email: string): Promise<boolean> {
  if (!isMembersOnly(group)) return true
  for (const orgId of [group.ownerOrgId, ...group.attendingOrgIds]) {
    if (orgId && (await placeOf(tx, services, orgId, email))) return true
  }
  return false
}
