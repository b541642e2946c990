// How organizers, and those with their permission, assign roles to people.
import type { Assignment, assignApi, Reassignment, Unassignment } from '#protocol/assign.ts'
import type { Input } from '#protocol/endpoint.ts'
import { hasTeamFeatures, mostHoldersAgain, rsvpsPerPage } from '#protocol/limits.ts'
import { type User, users } from '../account/model.ts'
import { calendarOfChange } from '../calendar/rules.ts'
import { unlinked, withUnlinkedName } from '../emails/names.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { guestPlace } from '../emails/parts.ts'
import { type Event, events } from '../event/model.ts'
import { seatedOutcome } from '../group/actions.ts'
import { type Group, groups, groupView } from '../group/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { hasLeft, mayAssign, placeOf } from '../identity/rights.ts'
import { countStrangerEmails } from '../org/actions.ts'
import { isActive, type Member, members, type Org, orgs } from '../org/model.ts'
import { tierAt } from '../plan/model.ts'
import { iso } from '../ports/clock.ts'
import { nameHere } from '../presence/model.ts'
import { refuse } from '../refuse.ts'
import { livingRsvp, type Rsvp, rsvpId, rsvpRow, rsvps } from '../rsvp/model.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { settleSeats } from '../waitlist/queries.ts'
import { type Change, drop, next, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { assignedEmail, grantedEmail, roleTakenEmail } from './emails.ts'
import { type Grant, grantId, grants, grantView } from './model.ts'
import { grantable } from './queries.ts'
import { assignRole, checkAssignable, isStranger, moveRole, takeRole } from './rules.ts'

/** Event and group for one who may assign in them; refuses `event-unknown` to everyone else. */
export async function assignable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const [event, group] = await Promise.all([tx.get(events, eventId), tx.get(groups, groupId)])
  if (!event || group?.eventId !== eventId || group.cancelledAt || !(await mayAssign(services, tx, group, caller))) refuse('event-unknown')
  const owner = (await tx.get(users, event.ownerId)) ?? refuse('event-unknown')
  checkAssignable(tierAt(owner, services.clock.now()), event)
  checkOpen(group, event, services.clock.now())
  return { event, group, owner }
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
  for (const id of orgId ? [orgId] : orgIds) member ??= await placeOf(tx, services, id, email)
  if (orgIds.length > 0 && !member) refuse('assignee-not-member')
  return {
    _id: rsvpId(services.secrets, group, email),
    name: member?.name || name,
    email,
    orgId: member?.orgId ?? null,
    hasAgreed: member !== undefined && isActive(member),
  }
}

interface Changed {
  readonly event: Event
  readonly group: Group
  readonly changed: readonly { readonly before: Rsvp | undefined; readonly after: Rsvp }[]
  readonly emails: readonly EmailDraft[]
  /** What else is written: the count of emails. */
  readonly counted?: readonly Change[]
}

/** The outcome of every change of an assignment: group, RSVPs and emails. */
async function outcome(services: Services, tx: Reader, { event, group, changed, emails, counted = [] }: Changed) {
  const seated = await settleSeats(services, tx, { group, event, changed })
  const { writes, emails: told } = seatedOutcome(services, seated, event)
  const after = changed.map((one) => seated.of(one.after._id) ?? one.after)
  const shown = await Promise.all(after.map(async (rsvp) => rsvpRow(rsvp, seated.group, await hasLeft(services, tx, rsvp))))
  const reply = { rsvps: shown, group: groupView(seated.group, services.publicUrl) }
  return { writes: [...writes, ...counted], emails: [...emails, ...told], namesAct: true, reply } satisfies Outcome<typeof reply>
}

/** R12, R110: gives somebody a role, or moves them to it from others of theirs. */
export function assign(services: Services, { id, groupId, roleName, insteadOf, ...person }: Assignment, caller: SignedIn) {
  const { clock } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: present, owner } = await assignable(services, tx, id, groupId, caller)
    const assignee = await assigneeOf(services, tx, present, person)
    const before = await tx.get(rsvps, assignee._id)
    const { group, rsvp, left } = assignRole({ group: present, event, before, assignee, roleName, insteadOf, now: clock.now() })
    if (rsvp === before) return { reply: { rsvps: [rsvpRow(rsvp, group)], group: groupView(group, services.publicUrl) } }
    const isNew = before === undefined || !rsvp.roleIds.every((one) => before.attending !== false && before.roleIds.includes(one))
    const assigned = { owner, group, event, assignee, before, after: rsvp, roleName }
    const told = isNew ? await assignedEmails(services, tx, assigned) : { emails: [], counted: [] }
    const emails = [...left.map((name) => takenEmail(services, rsvp, group, event, name)), ...told.emails]
    return outcome(services, tx, { event, group, changed: [{ before, after: rsvp }], emails, counted: told.counted })
  })
}

interface Assigned {
  readonly owner: User
  readonly group: Group
  readonly event: Event
  readonly assignee: Pick<Awaited<ReturnType<typeof assigneeOf>>, 'email' | 'orgId' | 'hasAgreed'>
  readonly before: Rsvp | undefined
  readonly after: Rsvp
  readonly roleName: string
}
/** R119: the email of an assignment. To a stranger it is counted, and refused past the daily limit. */
export async function assignedEmails(services: Services, tx: Reader, { owner, group, event, assignee, before, after, roleName }: Assigned) {
  const stranger = isStranger(assignee, livingRsvp(before))
  const [named, role] = stranger ? [withUnlinkedName(event), unlinked(roleName)] : [event, roleName]
  const calendar = calendarOfChange(services, { group, event, before, after, now: services.clock.now() })
  const emails = [assignedEmail(assignee.email, services.publicUrl, guestPlace(group, after), named, { role, calendar })]
  return { emails, counted: stranger ? await countStrangerEmails(services, tx, owner, 1) : [] }
}

/** Everyone who held a role and said no "no". Refuses `holders-many`. */
async function holdersIn(tx: Reader, group: Group): Promise<Rsvp[]> {
  const holders: Rsvp[] = []
  for (let last: Rsvp | undefined; ; ) {
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: rsvpsPerPage, ...(last && { after: last }) })
    holders.push(
      ...page.filter((one) => livingRsvp(one) && one.attending !== false && group.roles.some(({ _id }) => one.roleIds.includes(_id))),
    )
    if (holders.length > mostHoldersAgain) refuse('holders-many', { limit: mostHoldersAgain })
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
  readonly event: Event
}
/** R103: those who held a role last time are assigned it again, in a group that nobody has answered yet. */
export async function assignHolders(services: Services, tx: Reader, { owner, from, to, event }: Again) {
  const now = services.clock.now()
  checkAssignable(tierAt(owner, now), event)
  const isSingle = event.assignmentRules.rule === 'singleRoleOnly'
  const isOrgs = orgIdsOf(to).length > 0
  let group = to
  const assigned: { readonly rsvp: Rsvp; readonly isNew: boolean; readonly roles: readonly string[] }[] = []
  for (const holder of await holdersIn(tx, from)) {
    const places = await Promise.all(orgIdsOf(to).map((orgId) => placeOf(tx, services, orgId, holder.email)))
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
    if (rsvp) assigned.push({ rsvp: { ...rsvp, rev: 1 }, isNew: !(member && isActive(member)), roles })
  }
  const told = assigned.flatMap(({ rsvp, isNew, roles }) =>
    roles.map((role) => {
      const [named, safe] = isNew ? [withUnlinkedName(event), unlinked(role)] : [event, role]
      return assignedEmail(rsvp.email, services.publicUrl, guestPlace(to, rsvp), named, { role: safe })
    }),
  )
  const strangers = assigned.filter(({ isNew }) => isNew).reduce((sum, { roles }) => sum + roles.length, 0)
  const changed = assigned.map(({ rsvp }) => ({ before: undefined, after: rsvp }))
  const seated = await settleSeats(services, tx, { group: { ...group, rev: 1 }, event, changed })
  const { writes } = seatedOutcome(services, seated, event)
  return { group: seated.group, writes: [...writes, ...(await countStrangerEmails(services, tx, owner, strangers))], emails: told }
}

/** R40 */
export function reassign(
  services: Services,
  { id, groupId, fromRsvpId, toName, toEmail, toMemberId, orgId, roleName }: Reassignment,
  caller: SignedIn,
) {
  const { clock } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: present, owner } = await assignable(services, tx, id, groupId, caller)
    const giver = await answerHere(tx, groupId, fromRsvpId)
    const assignee = await assigneeOf(services, tx, present, { name: toName, email: toEmail, memberId: toMemberId, orgId })
    const before = assignee._id === giver._id ? refuse('role-not-held', { role: roleName }) : await tx.get(rsvps, assignee._id)
    const moved = moveRole({ group: present, event, before, assignee, roleName, now: clock.now(), giver })
    const taken = takenEmail(services, moved.giver, moved.group, event, roleName)
    // A person who already holds the role gets no second seat and no email.
    const given = { before: giver, after: moved.giver }
    if (moved.rsvp === before) return outcome(services, tx, { event, group: moved.group, changed: [given], emails: [taken] })
    const assigned = { owner, group: moved.group, event, assignee, before, after: moved.rsvp, roleName }
    const { emails, counted } = await assignedEmails(services, tx, assigned)
    const changed = [given, { before, after: moved.rsvp }]
    return outcome(services, tx, { event, group: moved.group, changed, emails: [taken, ...emails], counted })
  })
}

export function unassign(services: Services, { id, groupId, rsvpId: fromId, orgId, roleName }: Unassignment, caller: SignedIn) {
  const { clock } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: present } = await assignable(services, tx, id, groupId, caller)
    const before = await answerHere(tx, groupId, fromId)
    if (orgId && orgId !== before.orgId && !orgIdsOf(present).includes(orgId)) refuse('assignee-not-member')
    const { group, rsvp } = takeRole(present, before, roleName, clock.now())
    const emails = [takenEmail(services, rsvp, group, event, roleName)]
    return outcome(services, tx, { event, group, changed: [{ before, after: rsvp }], emails })
  })
}

/** People who never answered have agreed to nothing: names in their email can't become links. */
export function takenEmail(services: Services, after: Rsvp, group: Group, event: Event, roleName: string) {
  const [named, role] = after.attending === null ? [withUnlinkedName(event), unlinked(roleName)] : [event, roleName]
  const calendar = calendarOfChange(services, { group, event, before: undefined, after, now: services.clock.now() })
  return roleTakenEmail(after.email, services.publicUrl, guestPlace(group, after), named, { role, calendar })
}

async function answerHere(tx: Reader, groupId: string, id: string): Promise<Rsvp> {
  const found = await tx.get(rsvps, id)
  return found?.groupId === groupId ? found : refuse('rsvp-unknown')
}

/** As `grantable`, for changes: R44, under a lower plan permissions are read-only. */
async function activelyGrantable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const found = await grantable(services, tx, eventId, groupId, caller)
  const owner = await tx.get(users, found.group.ownerId)
  return owner && hasTeamFeatures(tierAt(owner, services.clock.now())) ? found : refuse('team-plan-needed')
}

/**
 * The permission `userId` gets in `group`, what is written for it, and its email; refuses `grantee-not-member`. Writes the organization,
 * as a removal does, so that nobody is removed and given a permission at once (R38).
 */
export async function newGrant(services: Services, tx: Reader, group: Pick<Group, '_id'>, event: Event, org: Org, userId: string) {
  const eventId = event._id
  const orgId = org._id
  const own = await tx.find(members, { index: 'user', where: { userId }, limit: 200 })
  const member = own.find((one) => one.orgId === orgId && isActive(one)) ?? refuse('grantee-not-member')
  const _id = grantId(services.secrets, group._id, userId)
  const createdAt = iso(services.clock.now())
  const name = nameHere({ name: member.name, username: (await tx.get(users, userId))?.username ?? null })
  const grant: Grant = { _id, rev: 1, eventId, groupId: group._id, orgId, userId, email: member.email, name, createdAt }
  const email = grantedEmail(grant.email, services.publicUrl, eventId, event.name, event.ownerId)
  return { grant, writes: [put(grants, grant), put(orgs, next(org, {}))], emails: [email] }
}

/** R39: a second one for the same person is the same one. */
export function giveGrant(services: Services, { id, groupId, userId }: Input<typeof assignApi.grant>, caller: SignedIn) {
  return transact(services, groupId, async (tx) => {
    const { group, org } = await activelyGrantable(services, tx, id, groupId, caller)
    const before = await tx.get(grants, grantId(services.secrets, groupId, userId))
    if (before) return { reply: { grant: grantView(before) } }
    const event = (await tx.get(events, id)) ?? refuse('event-unknown')
    checkOpen(group, event, services.clock.now())
    const { grant, ...rest } = await newGrant(services, tx, group, event, org, userId)
    return { ...rest, reply: { grant: grantView(grant) } }
  })
}

/** R39: takes the permission away at once, on open sockets too. */
export function revokeGrant(services: Services, { id, groupId, grantId: which }: Input<typeof assignApi.revoke>, caller: SignedIn) {
  return transact(services, groupId, async (tx) => {
    await activelyGrantable(services, tx, id, groupId, caller)
    const grant = await tx.get(grants, which)
    if (grant?.groupId !== groupId) refuse('grant-unknown')
    return { writes: [drop(grants, grant)], reply: { success: true } as const }
  })
}
