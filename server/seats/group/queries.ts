// What is shown of a group: to those who manage it, to those who assign roles in it, and to everybody else.

import type { Input } from '#protocol/kernel/endpoint.ts'
import { groupsPerPage, rsvpsPerPage, tierLimits } from '#protocol/kernel/limits.ts'
import type { groupApi, RsvpRow } from '#protocol/seats/group.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { findMatching } from '#server/kernel/store/find-matching.ts'
import type { Query, Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { calledIn } from '#server/people/identity/memberships.ts'
import type { OpenGroup } from '#server/people/live/presence.ts'
import { users } from '#server/people/model/account.ts'
import { adminOrgIds } from '#server/people/org/queries.ts'
import { attendances, cameOf, doorCounts, sumsOf } from '#server/seats/model/door.ts'
import { events, severalLink } from '#server/seats/model/event.ts'
import {
  coverage,
  type Editable,
  type Group,
  groups,
  groupView,
  managedCoverage,
  publicGroup,
  questionsOf,
  shareLink,
  shortLinks,
} from '#server/seats/model/group.ts'
import { isRemoved, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { currentGroup, eventOf, openedTo, tierOf } from '#server/seats/rights/groups.ts'
import { adminsRoom, type EventPlace, endingWith, hasLeft, manages, standingIn } from '#server/seats/rights/rights.ts'
import { groupFor, type RowReader, readerOf, roomOf, rowFor } from '#server/seats/rights/rows.ts'
import { type BaseRevision, isStale } from '#server/seats/rules/group.ts'
import { alsoFor, groupsBeside } from '#server/seats/seating/own.ts'

/** R55, R107: refuses `stale-rev` for an edit that started from another state, with the current one and who was the last to change it. */
export async function checkSeen(tx: Reader, current: Editable & Pick<Group, 'ownerOrgId'>, seen: BaseRevision, view: () => unknown) {
  if (!isStale(current, seen)) return
  refuse('stale-rev', { present: view(), ...(await lastEditor(tx, current)) })
}

/** Who was the last to change it, where that is known. */
async function lastEditor(tx: Reader, { editedBy, ownerOrgId }: Editable & Pick<Group, 'ownerOrgId'>) {
  const editor = editedBy === undefined ? undefined : await tx.get(users, editedBy)
  return editor && { by: { _id: editor._id, name: await calledIn(tx, ownerOrgId, editor) } }
}

/** R136: it was there, and is no more; by whom is for those who managed it. */
export async function refuseCanceled(services: Services, record: Editable & Pick<Group, 'name'> & (EventPlace | Group), caller: Caller) {
  const isManagers = await manages(services, services.store, record, caller)
  return refuse('was-canceled', { name: record.name, ...(isManagers && (await lastEditor(services.store, record))) })
}

/** R128: the path of the invitation that a short link leads to, in whatever case it was typed; undefined where it leads nowhere. */
export async function shortLinkPath({ store }: Services, code: string): Promise<string | undefined> {
  const link = await store.get(shortLinks, code.toUpperCase())
  if (link?.eventId) {
    const event = await store.get(events, link.eventId)
    return event && severalLink(event, '')
  }
  const group = link && (await store.get(groups, link.groupId))
  return group && shareLink(group, '')
}

export async function readGroup(services: Services, { id }: { id: string }, caller: Caller) {
  const { store, publicUrl } = services
  const group = await currentGroup(store, id)
  const event = await eventOf(store, group)
  const { rights, role } = await standingIn(services, store, group, caller)
  if (!group.cancelledAt && rights.has('look')) {
    const page = await readRsvps(services, { id }, caller)
    const canManage = rights.has('manage')
    return {
      group: { ...groupFor(readerOf(rights), group, publicUrl), ...(await atItsDoor(store, group)) },
      canManage,
      canAssign: rights.has('assign'),
      ...(role && { role }),
      ...(canManage && { tierLimits: tierLimits(await tierOf(services, store, group)) }),
      ...(canManage && (await unreached(services, group))),
      roleCoverage: managedCoverage(group),
      ...page,
    }
  }
  if (event && !event.published) refuse('group-unknown')
  if (group.cancelledAt) return refuseCanceled(services, group, caller)
  const roleCoverage = coverage(group, group.displayRSVPToAll)
  return { group: publicGroup(group), canManage: false, canAssign: false, roleCoverage, rsvps: [], nextCursor: null }
}

/** R186: how many are inside, and came: kept apart from the group, which isn't written by every scan. */
export const atItsDoor = async (tx: Reader, { _id, eventId }: Group) => (eventId ? { door: sumsOf(await tx.get(doorCounts, _id)) } : {})

/** R130: the answers that emails don't reach, found by an index of their own: most groups have none. */
async function unreached(services: Services, group: Group): Promise<{ unreached?: RsvpRow[] }> {
  const found = await services.store.find(rsvps, { index: 'fault', where: { groupId: group._id }, limit: rsvpsPerPage })
  const rows = await rowsOf(services, group, found, 'manager')
  return rows.length > 0 ? { unreached: rows } : {}
}

/** Its event as it is kept, and the other groups of that. */
export async function inEvent(tx: Reader, group: Group) {
  const event = (await tx.get(events, group.eventId ?? '')) ?? refuse('event-unknown')
  const ids = event.groupIds.filter((id) => id !== group._id)
  const others = await Promise.all(ids.map((id) => tx.get(groups, id)))
  return { event, others: others.filter((one) => one !== undefined) }
}

type CameOf = (rsvp: Rsvp) => RsvpRow['came']
/** R193: who of a page came, to those who see more than names (R206); undefined where nobody did. */
async function cameAmong(
  tx: Reader,
  { _id: groupId }: Group,
  reader: RowReader,
  page: Pick<Query, 'limit' | 'after'>,
): Promise<CameOf | undefined> {
  const isTaken = reader !== 'viewer' && sumsOf(await tx.get(doorCounts, groupId)).came > 0
  if (!isTaken) return undefined
  const found = await tx.find(attendances, { index: 'group', where: { groupId }, ...page })
  const came = new Map(found.map((one) => [one._id, cameOf(one)]))
  return ({ _id }) => came.get(_id) ?? null
}

/** R38: each says whether it is of somebody who no longer belongs to the organization they were assigned as a member of. */
async function rowsOf(services: Services, group: Group, found: readonly Rsvp[], reader: RowReader, came?: CameOf): Promise<RsvpRow[]> {
  const beside = await groupsBeside(services.store, group)
  return Promise.all(
    found
      .filter((rsvp) => !isRemoved(rsvp))
      .map(async (rsvp) => ({
        ...rowFor(reader, rsvp, group, await hasLeft(services, services.store, rsvp)),
        ...(await alsoFor(reader, services, services.store, rsvp, group, beside)),
        ...(came && { came: came(rsvp) }),
      })),
  )
}

/** How many answers come first: fewer where each may bring answers to questions, so that the table is there as soon as without (R165). */
const firstPage = (group: Group) => Math.ceil(rsvpsPerPage / (1 + questionsOf(group).length / 8))

/** R63: one page of RSVPs, at a cost that doesn't grow with their number. */
export async function readRsvps(services: Services, { id, cursor }: Input<typeof groupApi.rsvps>, caller: Caller) {
  const { store } = services
  const { group, standing } = await openedTo(services, store, id, caller, 'look')
  const after = cursor ? { after: { _id: cursor, rev: 0, groupId: id } } : {}
  const limit = cursor ? rsvpsPerPage : firstPage(group)
  const reader = readerOf(standing.rights)
  const [found, came] = await Promise.all([
    store.find(rsvps, { index: 'group', where: { groupId: id }, limit, ...after }),
    cameAmong(store, group, reader, { limit, ...after }),
  ])
  const nextCursor = found.length === limit ? (found.at(-1)?._id ?? null) : null
  return { rsvps: await rowsOf(services, group, found, reader, came), nextCursor }
}

/** Where a group lies among those of its owner, and a page ends. */
const cursorOf = ({ createdAt, _id }: Pick<Group, 'createdAt' | '_id'>) => `${createdAt}_${_id}`

/** R69, R119: a page of the groups that the caller manages, the newest first. R30: by a magic link, without those of an organization. */
export async function readMyGroups(services: Services, { cursor }: Input<typeof groupApi.mine>, caller: SignedIn) {
  const [createdAt, _id = ''] = cursor?.split('_') ?? []
  const along = async (index: 'owner' | 'org', where: Record<string, string>) => {
    const after = createdAt ? { after: { _id, rev: 0, createdAt, ...where } } : {}
    const isShown = ({ cancelledAt, ownerOrgId }: Group) => !cancelledAt && (index === 'org' || ownerOrgId === null)
    return findMatching(services.store, groups, { index, where, descending: true, limit: groupsPerPage + 1, ...after }, isShown)
  }
  const orgIds = await adminOrgIds(services, caller)
  const ofOrgs = orgIds.map((ownerOrgId) => along('org', { ownerOrgId }))
  const found = (await Promise.all([along('owner', { ownerId: caller.user._id }), ...ofOrgs])).flat()
  const page = found.sort((a, b) => (cursorOf(a) < cursorOf(b) ? 1 : -1)).slice(0, groupsPerPage)
  const last = found.length > page.length ? page.at(-1) : undefined
  return { groups: page.map((group) => groupView(group, services.publicUrl)), nextCursor: last ? cursorOf(last) : null }
}

/** R104: as whom they are there. A group of no organization is managed by one person only, who need not be told of themselves. */
export async function hereIn(
  tx: Reader,
  placeIds: readonly string[],
  ownerOrgId: string | null,
  { user }: Caller,
): Promise<readonly OpenGroup[]> {
  if (!user || !ownerOrgId) return []
  const who = { userId: user._id, name: await calledIn(tx, ownerOrgId, user), dashboards: adminsRoom(ownerOrgId) }
  return placeIds.map((groupId) => ({ groupId, ...who }))
}

/** The group and, where its event has several, that. */
async function placesOf(tx: Reader, { _id, eventId, ownerOrgId }: Group): Promise<string[]> {
  const event = ownerOrgId && eventId ? await tx.get(events, eventId) : undefined
  return [_id, ...(event && event.groupIds.length > 1 ? [event._id] : [])]
}

/** The view of the room `group:<id>`, for those who may look at it, until their right ends (R205). */
export async function watchGroup(services: Services, id: string, caller: Caller) {
  const { group, standing } = await openedTo(services, services.store, id, caller, 'look')
  const reader = readerOf(standing.rights)
  const view = { ...groupFor(reader, group, services.publicUrl), ...(await atItsDoor(services.store, group)) }
  const { also, ...until } = endingWith(standing)
  const { store } = services
  const here = reader === 'manager' ? await hereIn(store, await placesOf(store, group), group.ownerOrgId, caller) : []
  return { view, also: [...also, roomOf[reader](id)], shownAs: { [id]: reader }, ...until, here }
}
