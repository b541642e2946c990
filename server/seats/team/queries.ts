// What is shown of an event's team: to who manages the event, to who is invited, and to who helps.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { needsNoAccount, type SharedEvent, type TeamInvitation, type TeamView, team, type teamApi } from '#protocol/people/team.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Caller, hereAs, type SignedIn } from '#server/people/identity/caller.ts'
import { membershipOf, nameIn } from '#server/people/identity/memberships.ts'
import { maskEmail, users } from '#server/people/model/account.ts'
import { orgs } from '#server/people/model/org.ts'
import { endOf, groupIdsOf, isAccepted, roleOf, type Teammate, teammateId, teammates, teammateView } from '#server/people/model/team.ts'
import { signedIn } from '#server/people/rules/member.ts'
import { isAdmin } from '#server/people/rules/org.ts'
import { readTeamLink } from '#server/people/rules/team.ts'
import { managed } from '#server/seats/event/queries.ts'
import { type Event, events, overAt, shownName, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { groupsOf } from '#server/seats/rights/groups.ts'
import { isOnTeam, isTaken, owns, standingIn } from '#server/seats/rights/rights.ts'

const maxListed = 500
/** Each is looked up by itself. */
const maxShared = 100

const named = ({ _id, name }: Pick<Group, '_id' | 'name'>) => ({ _id, name })

export async function readTeam(services: Services, { id }: Input<typeof teamApi.list>, caller: SignedIn): Promise<TeamView> {
  const { store, clock } = services
  const { event } = await managed(services, store, id, caller)
  const found = await store.find(teammates, { index: 'event', where: { eventId: id }, limit: maxListed })
  const here = found.filter((one) => isOnTeam(one, event, clock.now()))
  const mayMakeManagers = await owns(services, store, event, caller)
  const org = event.ownerOrgId && mayMakeManagers ? await store.get(orgs, event.ownerOrgId) : undefined
  return {
    team: here.map((one) => teammateView(one, overAt(event))),
    mayMakeManagers,
    ...(org && { allOf: named(org) }),
    groups: (await groupsOf(store, event)).map(named),
    timeZone: event.timeZone,
  }
}

/** Whom a link invites, to an event that takes place. Refuses `invitation-invalid`, also once it was taken back or is over. */
export async function invitedBy(services: Services, tx: Reader, token: string): Promise<{ one: Teammate; event: Event }> {
  const now = services.clock.now()
  const { id, invitedAt } = readTeamLink(services.secrets.unsign(signedIn(token)), now)
  const one = await tx.get(teammates, id)
  const event = one && (await tx.get(events, one.eventId))
  if (!event || event.cancelledAt || Date.parse(one.invitedAt ?? '') !== invitedAt) return refuse('invitation-invalid')
  // R203: whoever has accepted is led there again.
  const isTheirs = isTaken(one) && event.ownerId === services.secrets.idOf('user', one.email)
  if (!isTheirs && !isOnTeam(one, event, now)) return refuse('invitation-invalid')
  const account = await tx.get(users, services.secrets.idOf('user', one.email))
  return account?.suspendedAt === undefined ? { one, event } : refuse('invitation-invalid') // R207
}

/** R201: whether accepting makes an account. Once it is accepted its link makes none. */
export async function makesAccount({ store, secrets }: Services, one: Teammate): Promise<boolean> {
  if (needsNoAccount(roleOf(one)) || isAccepted(one)) return false
  return !(await store.get(users, secrets.idOf('user', one.email)))?.passwordHash
}

/** R116: looking changes nothing. */
export async function openInvitation(
  services: Services,
  { token }: Input<typeof teamApi.open>,
  caller: Caller,
): Promise<{ invitation: TeamInvitation }> {
  const { one, event } = await invitedBy(services, services.store, token)
  const moreEvents = (await togetherWith(services.store, one, event)).length - 1
  const by = one.invitedBy ? await nameIn(services.store, event.ownerOrgId, one.invitedBy) : ''
  return {
    invitation: {
      event: event.name,
      ...(moreEvents > 0 && { moreEvents }),
      invitedBy: by,
      role: roleOf(one),
      maskedEmail: maskEmail(one.email),
      groups: (await groupsOf(services.store, event)).filter(({ _id }) => groupIdsOf(one).includes(_id)).map(named),
      until: endOf(one, overAt(event)),
      timeZone: event.timeZone,
      isAccepted: isAccepted(one),
      ...((await makesAccount(services, one)) && { makesAccount: true }),
      ...hereAs(caller, one.email),
    },
  }
}

/** R207: the events that the caller helps with, a hundred invitations at most, the newest first, each with their role there. */
export async function readShared(services: Services, _: object, caller: SignedIn): Promise<{ events: SharedEvent[] }> {
  const { store } = services
  const where = { email: caller.user.email }
  const found = await store.find(teammates, { index: 'email', where, descending: true, limit: maxShared })
  const shown = new Map<string, SharedEvent>()
  for (const one of found) {
    const event = shown.has(one.eventId) ? undefined : await store.get(events, one.eventId)
    const group = event && (await store.get(groups, groupIdsOf(one)[0] ?? event.groupIds[0] ?? ''))
    const role = group && !event.cancelledAt && (await roleHere(services, group, caller))
    if (role) shown.set(event._id, sharedView(event, group._id, role))
  }
  return { events: [...shown.values()] }
}

const roleHere = async (services: Services, group: Parameters<typeof standingIn>[2], caller: Caller) =>
  (await standingIn(services, services.store, group, caller)).role

const sharedView = (event: Event, groupId: string, role: SharedEvent['role']): SharedEvent => ({
  _id: event._id,
  groupId,
  name: event.name,
  organizer: shownName(event.organizerName),
  start: event.start,
  end: event.end,
  timeZone: event.timeZone,
  role,
})

interface Asked {
  readonly orgId: string
  readonly email: string
  readonly event: Event
}
/** Those besides `event` to whose teams a member of the organization comes; by its admins only. Refuses `org-unknown`, `member-unknown` and `team-events-many`. */
export async function othersToJoin(services: Services, tx: Reader, { orgId, email, event }: Asked, { user, via }: SignedIn) {
  const now = services.clock.now()
  const isTheirs = event.ownerOrgId === orgId && via === 'account' && isAdmin(await membershipOf(tx, services, orgId, user.email))
  if (!isTheirs) refuse('org-unknown')
  if (!(await membershipOf(tx, services, orgId, email))) refuse('member-unknown')
  const coming = { where: { ownerOrgId: orgId }, from: iso(now), limit: team.eventsAtOnce + 1 }
  const found = (await Promise.all(['org', 'orgLast'].map((index) => tx.find(events, { ...coming, index })))).flat()
  const active = [...new Map(found.map((one) => [one._id, one])).values()].filter((one) => statusOf(one, now) === 'active')
  if (active.length > team.eventsAtOnce) refuse('team-events-many', { limit: team.eventsAtOnce })
  const free = async (one: Event) => {
    const before = await tx.get(teammates, teammateId(services.secrets, one._id, email))
    return one._id !== event._id && !(before && isOnTeam(before, one, now))
  }
  const isFree = await Promise.all(active.map(free))
  return active.filter((_, nth) => isFree[nth])
}

/** The records of one invitation that stand as `one` does, with their events: only itself once it was accepted, since each is then a role of its own. */
export async function togetherWith(tx: Reader, one: Teammate, event: Event): Promise<{ one: Teammate; event: Event }[]> {
  if (!one.orgId || !one.role || one.acceptedAt) return [{ one, event }]
  const found = await tx.find(teammates, { index: 'email', where: { email: one.email }, from: one.createdAt, limit: team.eventsAtOnce * 2 })
  const alike = found.filter(
    (other) =>
      other._id !== one._id &&
      other.orgId === one.orgId &&
      other.invitedAt === one.invitedAt &&
      other.removedAt === one.removedAt &&
      !other.acceptedAt,
  )
  const theirs = await Promise.all(alike.map((other) => tx.get(events, other.eventId)))
  const others = alike.flatMap((other, nth) => {
    const its = theirs[nth]
    return its && !its.cancelledAt ? [{ one: other, event: its }] : []
  })
  return [{ one, event }, ...others]
}
