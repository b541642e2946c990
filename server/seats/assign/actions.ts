// How organizers, and those with their permission, assign roles to people.

import type { Input } from '#protocol/kernel/endpoint.ts'
import { hasTeamFeatures, maxHoldersAgain, rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { holdsEmail } from '#protocol/kernel/texts.ts'
import type { Assignment, assignApi, Reassignment, Unassignment } from '#protocol/seats/assign.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, type Outcome, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { membershipByEmail } from '#server/people/identity/memberships.ts'
import { type User, users } from '#server/people/model/account.ts'
import { isActive, type Member, members, type Org, orgs } from '#server/people/model/org.ts'
import { tierAt } from '#server/people/model/plan.ts'
import { nameHere } from '#server/people/model/presence.ts'
import { type Grant, grantId, grantView, groupIdsOf, isAccepted, isFor, roleOf, teammates } from '#server/people/model/team.ts'
import { grantedEmail } from '#server/seats/emails/assign.ts'
import { type Event, eventFor, type GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { livingRsvp, type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { hasLeft, manages, mayAssign, standingIn } from '#server/seats/rights/rights.ts'
import { groupFor, readerOf, rowFor } from '#server/seats/rights/rows.ts'
import { assignRole, checkAssignable, moveRole, takeRole } from '#server/seats/rules/assign.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { despiteOf } from '#server/seats/seating/across.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { alsoFor } from '#server/seats/seating/own.ts'
import { grantable } from './queries.ts'

/** Event and group for one who may assign in them; refuses `event-unknown` to everyone else. */
export async function assignable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const group = await tx.get(groups, groupId)
  const event = group && (await eventOf(tx, group))
  if (!event || group.eventId !== eventId || group.cancelledAt || !(await mayAssign(services, tx, group, caller))) refuse('event-unknown')
  const owner = (await tx.get(users, event.ownerId)) ?? refuse('event-unknown')
  checkAssignable(tierAt(owner, services.clock.now()), event)
  checkOpen(group, event, services.clock.now())
  return { event, group, owner }
}

/** R129: as `assignable`, and to who manages the group whatever the plan and the toggles say: taking away is no assignment. */
export async function removable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const group = await tx.get(groups, groupId)
  const event = group && (await eventOf(tx, group))
  const isHere = event && group.eventId === eventId && !group.cancelledAt
  if (!isHere || !(await manages(services, tx, group, caller))) return assignable(services, tx, eventId, groupId, caller)
  checkOpen(group, event, services.clock.now())
  return { event, group }
}

interface Person {
  readonly name: string
  readonly email?: string | undefined
  readonly memberId?: string | undefined
  readonly orgId?: string | null | undefined
}

const orgIdsOf = (group: Group) => [group.ownerOrgId, ...group.attendingOrgIds].filter((id) => id !== null)

/** An organization's roles go to its members, invited ones among them (R117), or to those of one that attends. Refuses `assignee-not-member` and `assignee-missing`. */
export async function assigneeOf(services: Services, tx: Reader, group: Group, { name, email: asked, memberId, orgId }: Person) {
  const orgIds = orgIdsOf(group)
  if (orgId && !orgIds.includes(orgId)) refuse('assignee-not-member')
  const chosen = memberId ? await tx.get(members, memberId) : undefined
  if (memberId && !(chosen && orgIds.includes(chosen.orgId))) refuse('assignee-not-member')
  const email = chosen?.email ?? asked ?? refuse('assignee-missing')
  let member: Member | undefined = chosen
  for (const id of orgId ? [orgId] : orgIds) member ??= await membershipByEmail(tx, services, id, email)
  if (orgIds.length > 0 && !member) refuse('assignee-not-member')
  return {
    _id: rsvpId(services.secrets, group, email),
    name: member ? (await calledIn(tx, member)) || named(name) : name,
    email,
    orgId: member?.orgId ?? null,
  }
}

/** An email address is no name. */
const named = (name: string) => (holdsEmail(name) ? '' : name.trim())
/** R117: of an account something is known only once its holder has accepted. */
async function calledIn(tx: Reader, member: Member): Promise<string> {
  const account = isActive(member) ? await tx.get(users, member.userId) : undefined
  return nameHere({ name: account?.name ?? '', username: account?.username ?? null }, member)
}

interface AssignmentChange {
  readonly caller: SignedIn
  readonly event: GroupEvent
  readonly group: Group
  readonly changed: readonly { readonly before: Rsvp | undefined; readonly after: Rsvp }[]
  readonly despiteOverlap?: boolean | undefined
}

/** R147: notes with a seat that it was given all the same. */
const noting = (services: Services, tx: Reader, { group, changed }: Pick<AssignmentChange, 'group' | 'changed'>) =>
  Promise.all(
    changed.map(async (one) => {
      const despite = isSeated(one.after) && !isSeated(one.before) && (await despiteOf(services, tx, { group, rsvp: one.after }))
      return despite ? { ...one, after: { ...one.after, despite } } : one
    }),
  )

/** What the caller is shown of a change: as they read the list. */
async function shownTo(services: Services, tx: Reader, caller: SignedIn, group: Group, changed: readonly Rsvp[]) {
  const reader = readerOf((await standingIn(services, tx, group, caller)).rights)
  const rows = changed.map(async (rsvp) => ({
    ...rowFor(reader, rsvp, group, await hasLeft(services, tx, rsvp)),
    ...(await alsoFor(reader, services, tx, rsvp, group)),
  }))
  return { rsvps: await Promise.all(rows), group: groupFor(reader, group, services.publicUrl) }
}

/** The outcome of every change of an assignment. */
async function outcome(services: Services, tx: Reader, { caller, event, group, despiteOverlap, ...wanted }: AssignmentChange) {
  const changed = despiteOverlap ? await noting(services, tx, { group, changed: wanted.changed }) : wanted.changed
  const seated = await changeSeats(services, tx, { group, event, changed })
  const after = changed.map((one) => seated.of(one.after._id) ?? one.after)
  const reply = await shownTo(services, tx, caller, seated.group, after)
  return { writes: seated.writes, namesAct: true, mayOverlap: despiteOverlap, reply } satisfies Outcome<typeof reply>
}

/** R12, R110: gives somebody a role, or moves them to it from others of theirs. */
export function assign(services: Services, { id, groupId, roleName, insteadOf, despiteOverlap, ...person }: Assignment, caller: SignedIn) {
  const { clock } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: current } = await assignable(services, tx, id, groupId, caller)
    const assignee = await assigneeOf(services, tx, current, person)
    const before = await tx.get(rsvps, assignee._id)
    const { group, rsvp } = assignRole({ group: current, event, before, assignee, roleName, insteadOf, now: clock.now() })
    if (rsvp === before) return { reply: await shownTo(services, tx, caller, group, [rsvp]) }
    return outcome(services, tx, { caller, event, group, changed: [{ before, after: rsvp }], despiteOverlap })
  })
}

/** Everyone who held a role and said no "no". Refuses `holders-many`. */
async function holdersIn(tx: Reader, group: Group): Promise<Rsvp[]> {
  const holders: Rsvp[] = []
  for (let last: Rsvp | undefined; ; ) {
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: rsvpsPerPage, ...(last && { after: last }) })
    holders.push(
      ...page.filter((one) => livingRsvp(one) && one.attending !== false && group.roles.some(({ _id }) => one.roleIds.includes(_id))),
    )
    if (holders.length > maxHoldersAgain) refuse('holders-many', { limit: maxHoldersAgain })
    last = page.at(-1)
    if (!last || page.length < rsvpsPerPage) return holders
  }
}

interface Again {
  readonly owner: User
  /** The group of last time. */
  readonly from: Group
  /** The new one, with the same names of roles. */
  readonly to: Group
  readonly event: GroupEvent
}
/** R103: those who held a role last time are assigned it again, in a group that nobody has answered yet. */
export async function assignHolders(services: Services, tx: Reader, { owner, from, to, event }: Again) {
  const now = services.clock.now()
  checkAssignable(tierAt(owner, now), event)
  const isSingle = event.assignmentRules.rule === 'singleRoleOnly'
  const isOrgs = orgIdsOf(to).length > 0
  let group = to
  const assigned: Rsvp[] = []
  for (const holder of await holdersIn(tx, from)) {
    const places = await Promise.all(orgIdsOf(to).map((orgId) => membershipByEmail(tx, services, orgId, holder.email)))
    const member = places.find((place) => place !== undefined)
    if (isOrgs && !member) continue // R38
    const names = from.roles.filter(({ _id }) => holder.roleIds.includes(_id)).map(({ name }) => name)
    const roles = isSingle ? names.slice(0, 1) : names
    const assignee = {
      _id: rsvpId(services.secrets, to, holder.email),
      name: holder.name,
      email: holder.email,
      orgId: member?.orgId ?? null,
    }
    let rsvp: Rsvp | undefined
    for (const roleName of roles) ({ group, rsvp } = assignRole({ group, event, before: rsvp, assignee, roleName, now }))
    if (rsvp) assigned.push({ ...rsvp, rev: 1 })
  }
  const changed = assigned.map((rsvp) => ({ before: undefined, after: rsvp }))
  return changeSeats(services, tx, { group: { ...group, rev: 1 }, event, changed })
}

/** R40 */
export function reassign(
  services: Services,
  { id, groupId, fromRsvpId, toName, toEmail, toMemberId, orgId, roleName, despiteOverlap }: Reassignment,
  caller: SignedIn,
) {
  const { clock } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: current } = await assignable(services, tx, id, groupId, caller)
    const giver = await answerHere(tx, groupId, fromRsvpId)
    const assignee = await assigneeOf(services, tx, current, { name: toName, email: toEmail, memberId: toMemberId, orgId })
    const before = assignee._id === giver._id ? refuse('role-not-held', { role: roleName }) : await tx.get(rsvps, assignee._id)
    const moved = moveRole({ group: current, event, before, assignee, roleName, now: clock.now(), giver })
    const given = { before: giver, after: moved.giver }
    // A person who already holds the role gets no second seat.
    const changed = moved.rsvp === before ? [given] : [given, { before, after: moved.rsvp }]
    return outcome(services, tx, { caller, event, group: moved.group, changed, despiteOverlap })
  })
}

export function unassign(services: Services, { id, groupId, rsvpId: fromId, orgId, roleName }: Unassignment, caller: SignedIn) {
  const { clock } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: current } = await removable(services, tx, id, groupId, caller)
    const before = await answerHere(tx, groupId, fromId)
    if (orgId && orgId !== before.orgId && !orgIdsOf(current).includes(orgId)) refuse('assignee-not-member')
    const { group, rsvp } = takeRole(current, before, roleName, clock.now())
    return outcome(services, tx, { caller, event, group, changed: [{ before, after: rsvp }] })
  })
}

async function answerHere(tx: Reader, groupId: string, id: string): Promise<Rsvp> {
  const found = await tx.get(rsvps, id)
  return found?.groupId === groupId ? found : refuse('rsvp-unknown')
}

/** As `grantable`, for changes: R44, under a lower plan permissions are read-only. */
async function activelyGrantable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const found = await grantable(services, tx, eventId, groupId, caller)
  const owner = await tx.get(users, found.group.ownerId)
  if (!owner || !hasTeamFeatures(tierAt(owner, services.clock.now()))) refuse('team-plan-needed')
  return { ...found, event: await eventOf(tx, found.group) }
}

/**
 * The permission `userId` gets in `group`, what is written for it, and its email; refuses `grantee-not-member`. Writes the organization,
 * as a removal does, so that nobody is removed and given a permission at once (R38).
 */
export async function newGrant(services: Services, tx: Reader, group: Pick<Group, '_id'>, event: GroupEvent, org: Org, userId: string) {
  const eventId = event._id
  const orgId = org._id
  const own = await tx.find(members, { index: 'user', where: { userId }, limit: 200 })
  const member = own.find((one) => one.orgId === orgId && isActive(one)) ?? refuse('grantee-not-member')
  const _id = grantId(services.secrets, group._id, userId)
  const createdAt = iso(services.clock.now())
  const name = await calledIn(tx, member)
  const rev = ((await tx.get(teammates, _id))?.rev ?? 0) + 1
  const grant: Grant = { _id, rev, eventId, groupId: group._id, orgId, userId, email: member.email, name, createdAt }
  const email = grantedEmail(grant.email, services.publicUrl, group, event)
  return { grant, writes: [put(teammates, grant), put(orgs, next(org, {}))], emails: [email] }
}

/** R39: in each group of a new event. */
export async function newGrants(
  services: Services,
  tx: Reader,
  { event, groups: its, org }: { readonly event: Event; readonly groups: readonly Group[]; readonly org: Org },
  userId: string,
) {
  const given = await Promise.all(its.map((group) => newGrant(services, tx, group, eventFor(event, group), org, userId)))
  return {
    writes: [...given.map(({ grant }) => put(teammates, grant)), put(orgs, next(org, {}))],
    emails: given.flatMap(({ emails }) => emails),
  }
}

/** R39: a second one for the same person is the same one. */
export function giveGrant(services: Services, { id, groupId, userId }: Input<typeof assignApi.grant>, caller: SignedIn) {
  return transact(services, groupId, async (tx) => {
    const { group, org, event } = await activelyGrantable(services, tx, id, groupId, caller)
    const before = await tx.get(teammates, grantId(services.secrets, groupId, userId))
    if (before && isAccepted(before)) return { reply: { grant: grantView(before, groupId) } }
    if (!event) refuse('event-unknown')
    checkOpen(group, event, services.clock.now())
    const { grant, ...rest } = await newGrant(services, tx, group, event, org, userId)
    return { ...rest, reply: { grant: grantView(grant, groupId) } }
  })
}

/** R39: takes the permission away at once, on open sockets too. */
export function revokeGrant(services: Services, { id, groupId, grantId: which }: Input<typeof assignApi.revoke>, caller: SignedIn) {
  return transact(services, groupId, async (tx) => {
    const { event } = await activelyGrantable(services, tx, id, groupId, caller)
    const held = await tx.get(teammates, which)
    if (held?.eventId !== id || held.removedAt || roleOf(held) !== 'assigner' || !isFor(held, groupId)) refuse('grant-unknown')
    const rest = (groupIdsOf(held).length > 0 ? groupIdsOf(held) : (event?.groupIds ?? [])).filter((one) => one !== groupId)
    const write = rest.length > 0 ? put(teammates, next(held, { groupIds: rest })) : drop(teammates, held)
    return { writes: [write], reply: { success: true } as const }
  })
}
