// What those who manage a group can do with it, and what others may read of it.
import type { Input } from '#protocol/endpoint.ts'
import type { GroupEdit, GroupInput, groupApi } from '#protocol/group.ts'
import { rsvpsPerPage, type Tier, tierLimits } from '#protocol/limits.ts'
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { type User, users } from '../account/model.ts'
import { type Event, eventCard, events } from '../event/model.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { adminsRoom, checkAttending, hasLeft, manages, mayAssign, planRoom } from '../identity/rights.ts'
import { purgeLater, tellGuests } from '../jobs/fanout.ts'
import type { Publication } from '../live/live.ts'
import { adminOrgIds } from '../org/actions.ts'
import { groupTierAt, nextEnd, tierAt } from '../plan/model.ts'
import { countNewGroup } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { formView, type Rsvp, rsvpRow, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { tellingEmails } from '../waitlist/emails.ts'
import { waitPages } from '../waitlist/model.ts'
import { type SeatChange, type Seated, settleSeats } from '../waitlist/queries.ts'
import { moveToWaitlist } from '../waitlist/rules.ts'
import { drop, next, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { groupCreatedEmail } from './emails.ts'
import { coverage, type Group, groups, groupView, occupied, publicGroup, type Role, taken } from './model.ts'
import * as rules from './rules.ts'

/** R57: how long a cancelled group's link says so before it is purged. */
export const cancelledDays = 30

/** The broadcasts of a changed group: to those who manage it, to its invitees, and to the dashboards of its owner or of the organization's admins. */
export function publishGroup({ clock, publicUrl }: Services, group: Group, event: Event | undefined): Publication[] {
  const room = group.ownerOrgId ? adminsRoom(group.ownerOrgId) : dashboardRoom(group.ownerId)
  return [
    { room: groupRoom(group._id), name: 'group', id: group._id, view: () => groupView(group, publicUrl) },
    { room: formRoom(group._id, group.eventId), name: 'form', id: group._id, view: () => formView(group, event, clock.now()) },
    ...(event ? [{ room, name: 'dashboard', id: event._id, view: () => eventCard(event, group, clock.now()) }] : []),
  ] as Publication[]
}

/** What a change of seats writes, shows and emails (R90); `shown` are the rows of those it changed. */
export async function seatedOutcome(
  services: Services,
  tx: Reader,
  { group, rsvps: changed, pages, emptied, tellings }: Seated,
  event: Event | undefined,
) {
  const shown = await Promise.all(changed.map(async (rsvp) => rsvpRow(rsvp, group, await hasLeft(services, tx, rsvp))))
  const rows = shown.map((row): Publication<'rsvp'> => ({ room: groupRoom(group._id), name: 'rsvp', id: row._id, view: () => row }))
  return {
    writes: [
      put(groups, group),
      ...changed.map((rsvp) => put(rsvps, rsvp)),
      ...pages.map((page) => put(waitPages, page)),
      ...emptied.map((page) => drop(waitPages, page)),
    ],
    publish: [...publishGroup(services, group, event), ...(rows as Publication[])],
    emails: tellingEmails(services.publicUrl, group, event, tellings),
    shown,
  }
}

export const eventOf = async (tx: Reader, group: Group) => (group.eventId ? tx.get(events, group.eventId) : undefined)
/** R49: the higher of its owner's plan and its own upgrade. */
const tierOf = async ({ clock }: Services, tx: Reader, group: Group): Promise<Tier> =>
  groupTierAt(group, await tx.get(users, group.ownerId), clock.now())
const present = async (tx: Reader, id: string) => (await tx.get(groups, id)) ?? refuse('group-unknown')

/** Refuses `group-unknown`, to strangers too: "not yours" and "does not exist" look the same. */
async function managed(services: Services, tx: Reader, id: string, caller: Caller): Promise<Group> {
  const group = await present(tx, id)
  return !group.cancelledAt && (await manages(services, tx, group, caller)) ? group : refuse('group-unknown')
}

/** As `managed`, and for those who may assign roles (R39). */
async function assignable(services: Services, tx: Reader, id: string, caller: Caller): Promise<Group> {
  const group = await present(tx, id)
  return !group.cancelledAt && (await mayAssign(services, tx, group, caller)) ? group : refuse('group-unknown')
}

type Decision = (group: Group, tier: Tier, tx: Reader) => Promise<Partial<Group>> | Partial<Group>
type More = (group: Group, event: Event | undefined, tx: Reader) => Promise<Partial<Outcome<unknown>> & { readonly seats?: SeatChange }>
/** The one way a group is changed by those who manage it. R55: the event's `rev` grows too, so that an older edit of the event with its roles is stale; an RSVP leaves it alone. */
function change(services: Services, id: string, caller: SignedIn, decide: Decision, more: More = async () => ({})) {
  const decideChange = async (tx: Reader) => {
    const group = await managed(services, tx, id, caller)
    const after = next(group, await decide(group, await tierOf(services, tx, group), tx))
    const before = await eventOf(tx, after)
    const event = before && next(before, {})
    const { writes = [], seats, ...rest } = await more(after, event, tx)
    const seated = await settleSeats(services, tx, { group: after, event, ...seats })
    const { shown: _, ...told } = await seatedOutcome(services, tx, seated, event)
    const reply = { group: groupView(seated.group, services.publicUrl) }
    const counted = event ? [put(events, event)] : []
    return { ...rest, ...told, writes: [...told.writes, ...counted, ...writes], reply }
  }
  return transact(services, id, decideChange, { once: caller.once, checkRight: (tx) => managed(services, tx, id, caller) })
}

export async function readGroup(services: Services, { id }: { id: string }, caller: Caller) {
  const { store, publicUrl } = services
  const group = await present(store, id)
  const event = await eventOf(store, group)
  if (!group.cancelledAt && (await mayAssign(services, store, group, caller))) {
    const [page, canManage] = await Promise.all([readRsvps(services, { id }, caller), manages(services, store, group, caller)])
    return {
      group: groupView(group, publicUrl),
      canManage,
      canAssign: true,
      ...(canManage && { tierLimits: tierLimits(await tierOf(services, store, group)) }),
      roleCoverage: coverage(group, true),
      ...page,
    }
  }
  if (group.cancelledAt || (event && !event.published)) refuse('group-unknown')
  const roleCoverage = coverage(group, group.displayRSVPToAll)
  return { group: publicGroup(group), canManage: false, canAssign: false, roleCoverage, rsvps: [], nextCursor: null }
}

/** R63: one page of RSVPs, at a cost that doesn't grow with their number. R38: says who no longer belongs to the organization they were assigned as a member of. */
export async function readRsvps(services: Services, { id, cursor }: Input<typeof groupApi.rsvps>, caller: Caller) {
  const { store } = services
  const group = await assignable(services, store, id, caller)
  const after = cursor ? { after: { _id: cursor, rev: 0, groupId: id } } : {}
  const found = await store.find(rsvps, { index: 'group', where: { groupId: id }, limit: rsvpsPerPage, ...after })
  const nextCursor = found.length === rsvpsPerPage ? (found.at(-1)?._id ?? null) : null
  const rows = found.map(async (rsvp) => {
    return rsvpRow(rsvp, group, await hasLeft(services, store, rsvp))
  })
  return { rsvps: await Promise.all(rows), nextCursor }
}

const mostGroups = 500
/** R69: every group that the caller manages, the newest first. R30: by a magic link, without those of an organization. */
export async function readMyGroups(services: Services, _: object, caller: SignedIn) {
  const newest = { descending: true, limit: mostGroups } as const
  const own = services.store.find(groups, { index: 'owner', where: { ownerId: caller.user._id }, ...newest })
  const ofOrg = (ownerOrgId: string) => services.store.find(groups, { index: 'org', where: { ownerOrgId }, ...newest })
  const orgIds = await adminOrgIds(services, caller)
  const found = [...(await own).filter(({ ownerOrgId }) => ownerOrgId === null), ...(await Promise.all(orgIds.map(ofOrg))).flat()]
  const shown = found
    .filter(({ cancelledAt }) => !cancelledAt)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
  return { groups: shown.map((group) => groupView(group, services.publicUrl)) }
}

/** A stored group out of a form; an event's creation makes its group here too. */
export function newGroup(
  { secrets, clock }: Services,
  input: GroupInput,
  owner: User,
  event: Pick<Event, '_id' | 'name' | 'expiresAt' | 'ownerOrgId'> | null,
): Group {
  return {
    _id: secrets.randomId(),
    rev: 1,
    eventId: event?._id ?? null,
    ownerId: owner._id,
    ownerOrgId: event?.ownerOrgId ?? null,
    email: owner.email,
    ...input,
    name: input.name || (event ? rules.madeUpName(event.name) : 'My Group'),
    roles: rules.shapeRoles([], input.roles, tierAt(owner, clock.now()), secrets.randomId),
    answers: { yes: 0, no: 0, none: 0 },
    confirmEpoch: 1,
    createdAt: iso(clock.now()),
    cancelledAt: null,
    expiresAt: event?.expiresAt ?? null,
  }
}

export function createGroup(services: Services, input: GroupInput, caller: SignedIn) {
  const { user, once } = caller
  const { clock, publicUrl } = services
  return transact(
    services,
    user._id,
    async (tx) => {
      const owner = (await tx.get(users, user._id)) ?? refuse('token-invalid')
      await checkAttending(services, tx, input.attendingOrgIds, [], tierAt(owner, clock.now()), caller)
      const group = newGroup(services, input, owner, null)
      const standaloneGroupIds = countNewGroup(owner, group._id, clock.now())
      return {
        writes: [put(groups, group), put(users, next(owner, { standaloneGroupIds }))],
        emails: [groupCreatedEmail(owner.email, publicUrl, group._id, group.name)],
        reply: { groupId: group._id, group: groupView(group, publicUrl) },
      }
    },
    { once, checkRight: async (tx) => (await tx.get(users, user._id)) ?? refuse('token-invalid') },
  )
}

export function updateGroup(services: Services, { id, rev, roles, ...fields }: GroupEdit, caller: SignedIn) {
  return change(services, id, caller, async (group, tier, tx) => {
    rules.checkRev(group, rev, () => groupView(group, services.publicUrl))
    await checkAttending(services, tx, fields.attendingOrgIds ?? [], group.attendingOrgIds, tier, caller)
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    return {
      ...given,
      showConfirmation: rules.checkConfirmation(group, fields.showConfirmation),
      ...(roles && { roles: rules.shapeRoles(group.roles, roles, tier, services.secrets.randomId) }),
    }
  })
}

export const changeSettings = (services: Services, { id, ...fields }: Input<typeof groupApi.settings>, caller: SignedIn) =>
  updateGroup(services, { id, ...fields }, caller)

export const addRole = (services: Services, { id, name, max }: Input<typeof groupApi.addRole>, caller: SignedIn) =>
  change(services, id, caller, (group, tier) => ({ roles: rules.addRole(group, name, max, tier, services.secrets.randomId()) }))

export function setRoleMax(
  services: Services,
  { id, name, max, moveToWaitlist: moves }: Input<typeof groupApi.setRoleMax>,
  caller: SignedIn,
) {
  const isMove = (role: Role | undefined) => moves === true && role !== undefined && max < occupied(role)
  return change(
    services,
    id,
    caller,
    (group, tier) => {
      if (!isMove(rules.roleNamed(group, name))) return { roles: rules.setRoleMax(group, name, max, tier) }
      return group.waitlist ? {} : refuse('waitlist-off')
    },
    async (group, _, tx) => {
      const role = rules.roleNamed(group, name)
      if (!role || !isMove(role)) return {}
      const holders = await holdersOf(tx, group, role)
      return { seats: { about: holders, joins: [role._id], more: (seating) => moveToWaitlist(seating, role._id, max, holders) } }
    },
  )
}

/** Everyone who has a role, as they are in this decision. Refuses `busy` where the batch has given it to somebody that the store doesn't have yet. */
async function holdersOf(tx: Reader, group: Group, role: Role): Promise<Rsvp[]> {
  const holders: Rsvp[] = []
  for (let last: Rsvp | undefined; ; ) {
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: rsvpsPerPage, ...(last && { after: last }) })
    const present = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    holders.push(...(present.filter((one) => one !== undefined && one.attending !== false && one.roleIds.includes(role._id)) as Rsvp[]))
    last = page.at(-1)
    if (!last || page.length < rsvpsPerPage) return holders.length === taken(role) ? holders : refuse('busy')
  }
}

/** R8: the seats go, the RSVPs stay, and the holders get an email. */
export function removeRole(services: Services, { id, name }: Input<typeof groupApi.removeRole>, caller: SignedIn) {
  let gone: rules.RemovedRole | undefined
  return change(
    services,
    id,
    caller,
    (group) => {
      gone = rules.removeRole(group, name)
      return { roles: gone.roles }
    },
    async (group, event, tx) => ({
      writes:
        gone && rules.isHeld(gone.role) ? [await tellGuests(services, tx, { kind: 'role-deleted', group, event, role: gone.role })] : [],
    }),
  )
}

/** R57: the share link then says that it was canceled; holders get an email; RSVPs are purged later. */
export function deleteGroup(services: Services, { id }: { id: string }, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const group = await managed(services, tx, id, caller)
    const [owner, event] = await Promise.all([tx.get(users, group.ownerId), eventOf(tx, group)])
    if (event) refuse('group-of-event')
    const { cancelled, writes } = await cancelGroup(services, tx, group, event)
    const standaloneGroupIds = owner?.standaloneGroupIds.filter((one) => one !== id) ?? []
    return {
      writes: [...writes, ...(owner ? [put(users, next(owner, { standaloneGroupIds }))] : [])],
      publish: publishGroup(services, cancelled, event),
      recheck: [groupRoom(id)],
      reply: { success: true } as const,
    }
  })
}

export async function cancelGroup(services: Services, tx: Reader, group: Group, event: Event | undefined) {
  const now = services.clock.now()
  const expiresAt = iso(now + cancelledDays * 86_400_000)
  const cancelled = next(group, { cancelledAt: iso(now), expiresAt })
  const told = await tellGuests(services, tx, { kind: 'cancelled', group, event })
  return { cancelled, writes: [put(groups, cancelled), told, purgeLater(services, group, expiresAt)] }
}

/** The view of the room `group:<id>`, for those who manage it, or may assign roles in it until the event ends (R39). */
export async function watchGroup(services: Services, id: string, caller: Caller) {
  const group = await assignable(services, services.store, id, caller)
  const view = groupView(group, services.publicUrl)
  if (await manages(services, services.store, group, caller)) return { view }
  const [event, owner] = await Promise.all([eventOf(services.store, group), services.store.get(users, group.ownerId)])
  const ends = [...(event ? [Date.parse(event.end)] : []), ...(owner ? [nextEnd(owner, services.clock.now())] : [])]
  return { view, also: [planRoom(group.ownerId)], until: Math.min(...ends) } // R39: a permission ends with the event and with the owner's plan
}
