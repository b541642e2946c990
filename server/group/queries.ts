// What is shown of a group: to those who manage it, to those who assign roles in it, and to everybody else.
import type { Input } from '#protocol/endpoint.ts'
import type { groupApi } from '#protocol/group.ts'
import { groupsPerPage, rsvpsPerPage, type Tier, tierLimits } from '#protocol/limits.ts'
import { users } from '../account/model.ts'
import { events } from '../event/model.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { adminsRoom, hasLeft, manages, mayAssign, planRoom } from '../identity/rights.ts'
import type { OpenedRoom } from '../live/rooms.ts'
import { adminOrgIds } from '../org/queries.ts'
import { groupTierAt, nextEnd } from '../plan/model.ts'
import { nameHere } from '../presence/model.ts'
import { refuse } from '../refuse.ts'
import { rsvpRow, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { findWanted } from '../store/wanted.ts'
import { coverage, type Editable, type Group, groups, groupView, managedCoverage, publicGroup } from './model.ts'
import { isStale, type Seen } from './rules.ts'

export const eventOf = async (tx: Reader, group: Group) => (group.eventId ? tx.get(events, group.eventId) : undefined)

/** R49: the higher of its owner's plan and its own upgrade. */
export const tierOf = async ({ clock }: Services, tx: Reader, group: Group): Promise<Tier> =>
  groupTierAt(group, await tx.get(users, group.ownerId), clock.now())

const present = async (tx: Reader, id: string) => (await tx.get(groups, id)) ?? refuse('group-unknown')

/** Refuses `group-unknown`, to strangers too: "not yours" and "does not exist" look the same. */
export async function managed(services: Services, tx: Reader, id: string, caller: Caller): Promise<Group> {
  const group = await present(tx, id)
  return !group.cancelledAt && (await manages(services, tx, group, caller)) ? group : refuse('group-unknown')
}

/** As `managed`, and for those who may assign roles (R39). */
export async function assignable(services: Services, tx: Reader, id: string, caller: Caller): Promise<Group> {
  const group = await present(tx, id)
  return !group.cancelledAt && (await mayAssign(services, tx, group, caller)) ? group : refuse('group-unknown')
}

/** R55, R107: refuses `stale-rev` for an edit that started from another state, with the present one and who was the last to change it. */
export async function checkSeen(tx: Reader, present: Editable, seen: Seen, view: () => unknown) {
  if (!isStale(present, seen)) return
  const editor = present.editedBy === undefined ? undefined : await tx.get(users, present.editedBy)
  const by = editor && { _id: editor._id, name: nameHere(editor) }
  refuse('stale-rev', { present: view(), ...(by && { by }) })
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
      roleCoverage: managedCoverage(group),
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

/** Where a group lies among those of its owner, and a page ends. */
const cursorOf = ({ createdAt, _id }: Pick<Group, 'createdAt' | '_id'>) => `${createdAt}_${_id}`

/** R69, R119: a page of the groups that the caller manages, the newest first. R30: by a magic link, without those of an organization. */
export async function readMyGroups(services: Services, { cursor }: Input<typeof groupApi.mine>, caller: SignedIn) {
  const [createdAt, _id = ''] = cursor?.split('_') ?? []
  const along = async (index: 'owner' | 'org', where: Record<string, string>) => {
    const after = createdAt ? { after: { _id, rev: 0, createdAt, ...where } } : {}
    const isShown = ({ cancelledAt, ownerOrgId }: Group) => !cancelledAt && (index === 'org' || ownerOrgId === null)
    return findWanted(services.store, groups, { index, where, descending: true, limit: groupsPerPage + 1, ...after }, isShown)
  }
  const orgIds = await adminOrgIds(services, caller)
  const ofOrgs = orgIds.map((ownerOrgId) => along('org', { ownerOrgId }))
  const found = (await Promise.all([along('owner', { ownerId: caller.user._id }), ...ofOrgs])).flat()
  const page = found.sort((a, b) => (cursorOf(a) < cursorOf(b) ? 1 : -1)).slice(0, groupsPerPage)
  const last = found.length > page.length ? page.at(-1) : undefined
  return { groups: page.map((group) => groupView(group, services.publicUrl)), nextCursor: last ? cursorOf(last) : null }
}

/** R104: as whom they are there. A group of no organization is managed by one person only, who need not be told of themselves. */
function hereIn({ _id: groupId, ownerOrgId }: Group, { user }: Caller): Pick<OpenedRoom<'group'>, 'here'> {
  if (!user || !ownerOrgId) return {}
  return { here: { groupId, userId: user._id, name: nameHere(user), dashboards: adminsRoom(ownerOrgId) } }
}

/** The view of the room `group:<id>`, for those who manage it, or may assign roles in it until the event ends (R39). */
export async function watchGroup(services: Services, id: string, caller: Caller) {
  const group = await assignable(services, services.store, id, caller)
  const view = groupView(group, services.publicUrl)
  if (await manages(services, services.store, group, caller)) return { view, ...hereIn(group, caller) }
  const [event, owner] = await Promise.all([eventOf(services.store, group), services.store.get(users, group.ownerId)])
  const ends = [...(event ? [Date.parse(event.end)] : []), ...(owner ? [nextEnd(owner, services.clock.now())] : [])]
  return { view, also: [planRoom(group.ownerId)], until: Math.min(...ends) } // R39: a permission ends with the event and with the owner's plan
}
