// What organizers and those they let can do with other people's roles.
import type { z } from 'zod/mini'
import type { Assignment, assignApi, Reassignment, Unassignment } from '#protocol/assign.ts'
import { hasTeamFeatures } from '#protocol/limits.ts'
import { groupRoom } from '#protocol/live.ts'
import { users } from '../account/model.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { assignedEmail, grantedEmail, roleTakenEmail } from '../emails/texts.ts'
import { type Event, events } from '../event/model.ts'
import { publishGroup } from '../group/actions.ts'
import { type Group, groups, groupView } from '../group/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { hasLeft, manages, mayAssign, membershipOf } from '../identity/rights.ts'
import { type Member, members, type Org, orgs } from '../org/model.ts'
import { tierAt } from '../plan/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { type Rsvp, rsvpId, rsvpRow, rsvps } from '../rsvp/model.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { drop, next, type Outcome, type Publication, put, transact } from '../write/transact.ts'
import { type Grant, grantId, grants, grantView } from './model.ts'
import { assignRole, checkAssignable, moveRole, takeRole } from './rules.ts'

type Input<C extends { input: z.ZodMiniType }> = z.output<C['input']>

/** Event and group for one who may assign in them; refuses `event-unknown` to everyone else. */
async function assignable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const [event, group] = [await tx.get(events, eventId), await tx.get(groups, groupId)]
  if (!event || group?.eventId !== eventId || group.cancelledAt || !(await mayAssign(services, tx, group, caller))) refuse('event-unknown')
  const owner = (await tx.get(users, event.ownerId)) ?? refuse('event-unknown')
  checkAssignable(tierAt(owner, services.clock.now()), event)
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

/** An organization's roles go to its members, or to those of one that attends. Refuses `assignee-not-member` and `assignee-missing`. */
async function assigneeOf(services: Services, tx: Reader, group: Group, { name, email: asked, memberId, orgId }: Person) {
  const orgIds = orgIdsOf(group)
  if (orgId && !orgIds.includes(orgId)) refuse('assignee-not-member')
  const chosen = memberId ? await tx.get(members, memberId) : undefined
  if (memberId && !(chosen && orgIds.includes(chosen.orgId))) refuse('assignee-not-member')
  const email = chosen?.email ?? asked ?? refuse('assignee-missing')
  let member: Member | undefined = chosen
  for (const id of orgId ? [orgId] : orgIds) member ??= await membershipOf(tx, services, id, email)
  if (orgIds.length > 0 && !member) refuse('assignee-not-member')
  return { _id: rsvpId(services.secrets, group, email), name: member?.name || name, email, orgId: member?.orgId ?? null }
}

/** What every change of an assignment comes to: group, answers, e-mails, and those who watch. */
async function outcome(
  services: Services,
  tx: Reader,
  { event, group, changed, emails }: { event: Event; group: Group; changed: readonly Rsvp[]; emails: readonly EmailDraft[] },
) {
  const shown = await Promise.all(changed.map(async (rsvp) => rsvpRow(rsvp, group, await hasLeft(services, tx, rsvp))))
  const rows = shown.map((row): Publication<'rsvp'> => ({ room: groupRoom(group._id), name: 'rsvp', id: row._id, view: () => row }))
  const reply = { rsvps: shown, group: groupView(group, services.publicUrl) }
  return {
    writes: [put(groups, group), ...changed.map((rsvp) => put(rsvps, rsvp))],
    publish: [...publishGroup(services, group, event), ...(rows as Publication[])],
    emails,
    reply,
  } satisfies Outcome<typeof reply>
}

export function assign(services: Services, { id, groupId, roleName, ...person }: Assignment, caller: SignedIn) {
  const { clock, publicUrl } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: present } = await assignable(services, tx, id, groupId, caller)
    const assignee = await assigneeOf(services, tx, present, person)
    const before = await tx.get(rsvps, assignee._id)
    const { group, rsvp } = assignRole({ group: present, event, before, assignee, roleName, now: clock.now() })
    if (rsvp === before) return { reply: { rsvps: [rsvpRow(rsvp, group)], group: groupView(group, publicUrl) } }
    const emails = [assignedEmail(rsvp.email, publicUrl, group, event, roleName)]
    return outcome(services, tx, { event, group, changed: [rsvp], emails })
  })
}

/** R40 */
export function reassign(
  services: Services,
  { id, groupId, fromRsvpId, toName, toEmail, toMemberId, orgId, roleName }: Reassignment,
  caller: SignedIn,
) {
  const { clock, publicUrl } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: present } = await assignable(services, tx, id, groupId, caller)
    const giver = await answerHere(tx, groupId, fromRsvpId)
    const assignee = await assigneeOf(services, tx, present, { name: toName, email: toEmail, memberId: toMemberId, orgId })
    const before = assignee._id === giver._id ? refuse('role-not-held', { role: roleName }) : await tx.get(rsvps, assignee._id)
    const moved = moveRole({ group: present, event, before, assignee, roleName, now: clock.now(), giver })
    const taken = roleTakenEmail(giver.email, publicUrl, moved.group, event, roleName)
    // Who holds the role already gets no second seat and no letter.
    const given = moved.rsvp === before ? [] : [assignedEmail(assignee.email, publicUrl, moved.group, event, roleName)]
    const emails = [taken, ...given]
    const changed = moved.rsvp === before ? [moved.giver] : [moved.giver, moved.rsvp]
    return outcome(services, tx, { event, group: moved.group, changed, emails })
  })
}

export function unassign(services: Services, { id, groupId, rsvpId: fromId, orgId, roleName }: Unassignment, caller: SignedIn) {
  const { clock, publicUrl } = services
  return transact(services, groupId, async (tx) => {
    const { event, group: present } = await assignable(services, tx, id, groupId, caller)
    const before = await answerHere(tx, groupId, fromId)
    if (orgId && orgId !== before.orgId && !orgIdsOf(present).includes(orgId)) refuse('assignee-not-member')
    const { group, rsvp } = takeRole(present, before, roleName, clock.now())
    const emails = [roleTakenEmail(rsvp.email, publicUrl, group, event, roleName)]
    return outcome(services, tx, { event, group, changed: [rsvp], emails })
  })
}

async function answerHere(tx: Reader, groupId: string, id: string): Promise<Rsvp> {
  const found = await tx.get(rsvps, id)
  return found?.groupId === groupId ? found : refuse('rsvp-unknown')
}

/** The event's group for one who may give permissions: an admin of its organization. Refuses `event-unknown` to everyone else. */
async function grantable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const group = await tx.get(groups, groupId)
  const org = group?.ownerOrgId ? await tx.get(orgs, group.ownerOrgId) : undefined
  if (!org || group?.eventId !== eventId || group.cancelledAt || !(await manages(services, tx, group, caller))) refuse('event-unknown')
  return { group, org }
}

/** As `grantable`, for changes: R44, under a lower plan permissions are read-only. */
async function activelyGrantable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const found = await grantable(services, tx, eventId, groupId, caller)
  const owner = await tx.get(users, found.group.ownerId)
  return owner && hasTeamFeatures(tierAt(owner, services.clock.now())) ? found : refuse('team-plan-needed')
}

/**
 * The permission `userId` gets in `group`, what is written for it, and its e-mail; refuses `grantee-not-member`. Writes the organization,
 * as a removal does, so that nobody is removed and given a permission at once (R38).
 */
export async function newGrant(services: Services, tx: Reader, group: Pick<Group, '_id'>, event: Event, org: Org, userId: string) {
  const [eventId, orgId] = [event._id, org._id]
  const own = await tx.find(members, { index: 'user', where: { userId }, limit: 200 })
  const member = own.find((one) => one.orgId === orgId) ?? refuse('grantee-not-member')
  const [_id, createdAt] = [grantId(services.secrets, group._id, userId), iso(services.clock.now())]
  const grant: Grant = { _id, rev: 1, eventId, groupId: group._id, orgId, userId, email: member.email, name: member.name, createdAt }
  const email = grantedEmail(grant.email, services.publicUrl, eventId, event.name)
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

export async function readGrants(services: Services, { id, groupId }: Input<typeof assignApi.grants>, caller: SignedIn) {
  await grantable(services, services.store, id, groupId, caller)
  const found = await services.store.find(grants, { index: 'group', where: { groupId }, limit: 500 })
  return { grants: found.map(grantView) }
}

/** R39: lost at once, sockets included. */
export function revokeGrant(services: Services, { id, groupId, grantId: which }: Input<typeof assignApi.revoke>, caller: SignedIn) {
  return transact(services, groupId, async (tx) => {
    await activelyGrantable(services, tx, id, groupId, caller)
    const grant = await tx.get(grants, which)
    if (grant?.groupId !== groupId) refuse('grant-unknown')
    return { writes: [drop(grants, grant)], recheck: [`user:${grant.userId}`], reply: { success: true } as const }
  })
}
