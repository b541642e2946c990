// Who may do what, where that depends on memberships and permissions.
import { hasTeamFeatures, type Tier } from '#protocol/kernel/limits.ts'
import { needsNoAccount, type Right, rightsOf, type TeamRole } from '#protocol/people/team-roles.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { membershipByEmail, membershipOf } from '#server/people/identity/memberships.ts'
import { planRoom } from '#server/people/live/rooms.ts'
import { users } from '#server/people/model/account.ts'
import { nextEnd, tierAt } from '#server/people/model/plan.ts'
import { endOf, grantId, isAccepted, isFor, isOffer, roleOf, type Teammate, teammateId, teammates } from '#server/people/model/team.ts'
import { isAdmin } from '#server/people/rules/org.ts'
import { type Event, eventFor, events, overAt, statusOf } from '#server/seats/model/event.ts'
import { type Group, isMembersOnly } from '#server/seats/model/group.ts'

/** The server's own room of an organization's admins, whose dashboards show its events. */
export const adminsRoom = (orgId: string) => `@admins:${orgId}`

/** R205: the server's own room of who looks on by this record of a team. */
export const teamRoom = (teamId: string) => `@team:${teamId}`

/** R207: the server's own rooms of the dashboards of whoever helps: by their address, for their roles, and by each event that they help with. */
export const helperRoom = (email: string) => `@helper:${email}`
export const sharedRoom = (eventId: string) => `@shared:${eventId}`

interface Owned {
  readonly ownerId: string
  readonly ownerOrgId: string | null
}
/** All of an event's groups at once. */
export interface EventPlace extends Owned {
  readonly _id: string
  readonly groupIds: readonly string[]
}
/** What a caller may do, and what ends it: a change that is told in one of the server's own rooms, or an instant. */
export interface CallerRights {
  /** Absent for the owner and the admins, and for everybody who is not of the team. */
  readonly role?: TeamRole
  readonly rights: ReadonlySet<Right>
  readonly also: readonly string[]
  readonly until: number
}

/** R28: whose it is: its owner's, or the admins' of the organization it belongs to. R30: organizations need a login. */
export async function owns(services: Services, tx: Reader, { ownerId, ownerOrgId }: Owned, { user, via }: Caller): Promise<boolean> {
  if (!user) return false
  if (!ownerOrgId) return ownerId === user._id
  return via === 'account' && isAdmin(await membershipOf(tx, services, ownerOrgId, user.email))
}

/** R39: the permission of a member, as long as they are one, the plan has organizations and the event is not over. */
async function grantIn(services: Services, tx: Reader, group: Group, { user, via }: Caller) {
  const { _id, eventId, ownerId, ownerOrgId } = group
  if (!user || via !== 'account' || !ownerOrgId) return undefined
  const grant = await tx.get(teammates, grantId(services.secrets, _id, user._id))
  if (!grant || !isAccepted(grant)) return undefined
  const [owner, event] = [await tx.get(users, ownerId), eventFor(await tx.get(events, eventId ?? ''), group)]
  const now = services.clock.now()
  if (!owner || !event || !hasTeamFeatures(tierAt(owner, now)) || statusOf(event, now) !== 'active') return undefined
  const member = await membershipOf(tx, services, ownerOrgId, user.email)
  // R38: a permission ends with the membership it was given to
  return member !== undefined && member.createdAt <= grant.createdAt
    ? { grant, until: Math.min(Date.parse(event.end), nextEnd(owner, now)) }
    : undefined
}

/** R201: the caller's records in an event's team: by the account they are logged in to, and by the pass in their browser. */
async function recordsOf({ secrets }: Services, tx: Reader, eventId: string, { user, via, teamPass }: Caller) {
  const own = user && via === 'account' ? await tx.get(teammates, teammateId(secrets, eventId, user.email)) : undefined
  const pass = teamPass?.(eventId)
  const passed = pass && pass.id !== own?._id ? await tx.get(teammates, pass.id) : undefined
  if (!passed || passed.acceptedAt !== pass?.acceptedAt || !needsNoAccount(roleOf(passed))) return own ? [own] : []
  const account = await tx.get(users, secrets.idOf('user', passed.email))
  return [...(own ? [own] : []), ...(account?.suspendedAt === undefined ? [passed] : [])] // R207
}

/** R202: whether it is of the team still, invited or accepted. */
export const isOnTeam = (one: Teammate, event: Event, now: number) =>
  one.eventId === event._id && one.removedAt === undefined && endOf(one, overAt(event)) > iso(now) && !isTaken(one)
/** R203: an offer that was accepted: the event is theirs. */
export const isTaken = (one: Teammate) => isOffer(one) && one.acceptedAt !== undefined

const nobody: CallerRights = { rights: new Set(), also: [], until: Infinity }
const everyRight: CallerRights = { rights: new Set<Right>(['own', ...rightsOf.manager]), also: [], until: Infinity }

/** R200: what a caller may do in a group, or in all of an event: what every call and room goes by. */
export async function standingIn(services: Services, tx: Reader, place: EventPlace | Group, caller: Caller): Promise<CallerRights> {
  if (await owns(services, tx, place, caller)) return everyRight
  if (!caller.user && !caller.teamPass) return nobody
  const isEvent = 'groupIds' in place
  const eventId = isEvent ? place._id : place.eventId
  if (!eventId) return nobody
  const granted = isEvent ? undefined : await grantIn(services, tx, place, caller)
  const accepted = (await recordsOf(services, tx, eventId, caller)).filter(
    (one) => isAccepted(one) && (isEvent ? place.groupIds : [place._id]).every((id) => isFor(one, id)),
  )
  // R209: what came with the membership ends with it.
  const isStill = await Promise.all(accepted.map(async ({ orgId, email }) => !orgId || membershipOf(tx, services, orgId, email)))
  const held = accepted.filter((_, nth) => isStill[nth])
  const event = held.length > 0 ? await tx.get(events, eventId) : undefined
  const ends = held.flatMap((one) => (event && !event.cancelledAt ? [{ one, until: Date.parse(endOf(one, overAt(event))) }] : []))
  const living = ends.filter(({ until }) => until > services.clock.now())
  const own = living.map(({ one }) => roleOf(one))
  const roles = [...own.filter((role) => role !== 'owner'), ...(granted ? ['assigner' as const] : [])]
  return {
    ...(roles[0] && { role: roles[0] }),
    rights: new Set(roles.flatMap((role) => rightsOf[role])),
    also: [
      ...living.flatMap(({ one }) => [teamRoom(one._id), planRoom(services.secrets.idOf('user', one.email))]),
      ...(granted ? [planRoom(place.ownerId), teamRoom(granted.grant._id)] : []),
    ],
    until: Math.min(Infinity, ...living.map(({ until }) => until), ...(granted ? [granted.until] : [])),
  }
}

/** R205: what has the right to watch looked at again. */
export const endingWith = ({ also, until }: CallerRights) => ({ also, ...(until < Infinity && { until }) })

const may = async (services: Services, tx: Reader, place: EventPlace | Group, caller: Caller, right: Right) =>
  (await standingIn(services, tx, place, caller)).rights.has(right)

/** R28, R200: who manages something. */
export const manages = (services: Services, tx: Reader, place: EventPlace | Group, caller: Caller) =>
  may(services, tx, place, caller, 'manage')
/** R39, R200: who may assign roles in the group. */
export const mayAssign = (services: Services, tx: Reader, group: Group, caller: Caller) => may(services, tx, group, caller, 'assign')
/** R183, R200: who helps at the door of a group without pairing: by the team's role `door`, or by managing it. */
export const mayHelpAtDoor = (services: Services, tx: Reader, group: Group, caller: Caller) => may(services, tx, group, caller, 'door')

/** R38: whether someone no longer belongs to the organization as whose member they were assigned. */
export const hasLeft = async (services: Services, tx: Reader, { orgId, email }: { orgId: string | null; email: string }) =>
  orgId !== null && !(await membershipByEmail(tx, services, orgId, email))

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
    if (orgId && (await membershipByEmail(tx, services, orgId, email))) return true
  }
  return false
}
