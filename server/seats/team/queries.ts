// What is shown of an event's team: to who manages the event, to who is invited, and to who helps.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { type SharedEvent, type TeamInvitation, type TeamView, team, type teamApi } from '#protocol/people/team.ts'
import { needsNoAccount } from '#protocol/people/team-roles.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Caller, hereAs, type SignedIn } from '#server/people/identity/caller.ts'
import { membershipOf, nameIn } from '#server/people/identity/memberships.ts'
import { maskEmail, users } from '#server/people/model/account.ts'
import { orgs } from '#server/people/model/org.ts'
import {
  endOf,
  groupIdsOf,
  isAccepted,
  roleOf,
  type Teammate,
  teammateId,
  teammates,
  teammateView,
  teamsOf,
} from '#server/people/model/team.ts'
import { signedIn } from '#server/people/rules/member.ts'
import { isAdmin } from '#server/people/rules/org.ts'
import { readTeamLink, type TeamLink } from '#server/people/rules/team.ts'
import { type Event, events, overAt, shownName, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { groupsOf } from '#server/seats/rights/groups.ts'
import { isOnTeam, isTaken, manages, owns, standingIn } from '#server/seats/rights/rights.ts'

const maxListed = 500
/** As many roles as an organization can have given to one member. */
const maxOfMember = 100_000

export interface Invited {
  readonly one: Teammate
  readonly event: Event
}

const named = ({ _id, name }: Pick<Group, '_id' | 'name'>) => ({ _id, name })

/** R202: the event with those of its groups that the caller manages: where they are some, only those. Refuses `event-unknown`. */
async function managedGroups(services: Services, id: string, caller: SignedIn) {
  const { store } = services
  const event = await store.get(events, id)
  if (!event || event.cancelledAt) return refuse('event-unknown')
  const all = await groupsOf(store, event)
  if (await manages(services, store, event, caller)) return { event, its: all, isPart: false }
  const may = await Promise.all(all.map((group) => manages(services, store, group, caller)))
  const its = all.filter((_, nth) => may[nth])
  return its.length > 0 ? { event, its, isPart: true } : refuse('event-unknown')
}

export async function readTeam(services: Services, { id }: Input<typeof teamApi.list>, caller: SignedIn): Promise<TeamView> {
  const { store, clock } = services
  const { event, its, isPart } = await managedGroups(services, id, caller)
  const isTheirs = (groupId: string) => its.some(({ _id }) => _id === groupId)
  const isInPart = (one: Teammate) => groupIdsOf(one).length > 0 && groupIdsOf(one).every(isTheirs)
  const found = await store.find(teammates, { index: 'event', where: { eventId: id }, limit: maxListed })
  const here = found.filter((one) => isOnTeam(one, event, clock.now()) && (!isPart || isInPart(one)))
  const mayMakeManagers = await owns(services, store, event, caller)
  const org = event.ownerOrgId && mayMakeManagers ? await store.get(orgs, event.ownerOrgId) : undefined
  return {
    team: here.map((one) => teammateView(one, overAt(event))),
    mayMakeManagers,
    ...(org && { allOf: named(org) }),
    groups: its.map(named),
    ...(isPart && { isPart: true as const }),
    timeZone: event.timeZone,
  }
}

/** Whom a link invites, to an event that takes place. Refuses `invitation-invalid`, also once it was taken back or is over. */
export async function invitedBy(services: Services, tx: Reader, token: string): Promise<Invited> {
  const link = readTeamLink(services.secrets.unsign(signedIn(token)), services.clock.now())
  const found = (await standingBy(services, tx, link, await tx.get(teammates, link.id))) ?? (await otherBy(services, tx, link))
  const account = found && (await tx.get(users, services.secrets.idOf('user', found.one.email)))
  return found && account?.suspendedAt === undefined ? found : refuse('invitation-invalid') // R207
}

async function standingBy({ clock, secrets }: Services, tx: Reader, { invitedAt }: TeamLink, one: Teammate | undefined) {
  const event = one && (await tx.get(events, one.eventId))
  if (!event || event.cancelledAt || Date.parse(one.invitedAt ?? '') !== invitedAt) return undefined
  // R203: whoever has accepted is led there again.
  const isTheirs = isTaken(one) && event.ownerId === secrets.idOf('user', one.email)
  return isTheirs || isOnTeam(one, event, clock.now()) ? { one, event } : undefined
}

/** R209: the invitation is for the others still once it has ended in the event that it was sent from. */
async function otherBy(services: Services, tx: Reader, link: TeamLink) {
  const found = link.member ? await tx.find(teammates, { index: 'member', where: link.member, limit: maxOfMember }) : []
  const standing = await Promise.all(found.filter(({ role }) => role).map((one) => standingBy(services, tx, link, one)))
  return standing.find((other) => other && !isAccepted(other.one)) ?? standing.find((other) => other)
}

/** R201a: whether accepting makes an account: only where there is none, and nothing was accepted before. */
export async function makesAccount({ store, secrets }: Services, one: Teammate): Promise<boolean> {
  if (needsNoAccount(roleOf(one)) || isAccepted(one)) return false
  return (await store.get(users, secrets.idOf('user', one.email))) === undefined
}

/** R116: looking changes nothing. */
export async function openInvitation(
  services: Services,
  { token }: Input<typeof teamApi.open>,
  caller: Caller,
): Promise<{ invitation: TeamInvitation }> {
  const { one, event } = await invitedBy(services, services.store, token)
  const moreEvents = (await togetherWith(services, services.store, { one, event })).length - 1
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
  const found = await teamsOf(store, caller.user.email)
  const shown = new Map<string, SharedEvent>()
  for (const one of found) {
    const event = shown.has(one.eventId) ? undefined : await store.get(events, one.eventId)
    const group = event && (await store.get(groups, groupIdsOf(one)[0] ?? event.groupIds[0] ?? ''))
    const standing = group && !event.cancelledAt ? await standingIn(services, store, group, caller) : undefined
    if (event && group && standing?.role) shown.set(event._id, sharedView(event, group._id, { ...standing, role: standing.role }))
  }
  return { events: [...shown.values()] }
}

const sharedView = (event: Event, groupId: string, { role, until }: { role: SharedEvent['role']; until: number }): SharedEvent => ({
  _id: event._id,
  groupId,
  name: event.name,
  organizer: shownName(event.organizerName),
  start: event.start,
  end: event.end,
  timeZone: event.timeZone,
  role,
  ...(until < Infinity && { until: iso(until) }),
})

interface Asked {
  readonly orgId: string
  readonly email: string
  readonly event: Event
}
/** To which events' teams a member of the organization comes, `event` first, and in how many they are already; by its admins only. Refuses `org-unknown`, `member-unknown`, `team-events-many` and `teammate-there`. */
export async function eventsToJoin(services: Services, tx: Reader, { orgId, email, event }: Asked, { user, via }: SignedIn) {
  const now = services.clock.now()
  const isTheirs = event.ownerOrgId === orgId && via === 'account' && isAdmin(await membershipOf(tx, services, orgId, user.email))
  if (!isTheirs) refuse('org-unknown')
  if (!(await membershipOf(tx, services, orgId, email))) refuse('member-unknown')
  const coming = { where: { ownerOrgId: orgId }, from: iso(now), limit: team.eventsAtOnce + 1 }
  const found = (await Promise.all(['org', 'orgLast'].map((index) => tx.find(events, { ...coming, index })))).flat()
  const others = found.filter((one) => one._id !== event._id && statusOf(one, now) === 'active')
  const all = [...new Map([event, ...others].map((one) => [one._id, one])).values()]
  if (all.length > team.eventsAtOnce) refuse('team-events-many', { limit: team.eventsAtOnce })
  const before = await Promise.all(all.map(({ _id }) => tx.get(teammates, teammateId(services.secrets, _id, email))))
  const free = all.filter((one, nth) => {
    const had = before[nth]
    return !(had && isOnTeam(had, one, now))
  })
  return free.length > 0 ? { ids: free.map(({ _id }) => _id), leftOut: all.length - free.length } : refuse('teammate-there')
}

/** The records of one invitation that are still to be accepted, with their events: only itself once it was accepted, since each is then a role of its own. */
export async function togetherWith(services: Services, tx: Reader, { one, event }: Invited): Promise<Invited[]> {
  const { orgId, userId } = one
  if (!orgId || !userId || !one.role || one.acceptedAt) return [{ one, event }]
  const found = await tx.find(teammates, { index: 'member', where: { orgId, userId }, limit: maxOfMember })
  const alike = found.filter((other) => other._id !== one._id && other.role && other.invitedAt === one.invitedAt && !isAccepted(other))
  const invitedAt = Date.parse(one.invitedAt ?? '')
  const others = await Promise.all(alike.map((other) => standingBy(services, tx, { id: other._id, invitedAt }, other)))
  return [{ one, event }, ...others.filter((other) => other !== undefined)]
}
