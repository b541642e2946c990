// Who stands at the door of an event, and the list they hold (R182, R183). A browser that isn't paired learns nothing, not even that there is such an event.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { DoorGroup, doorApi } from '#protocol/seats/door/door.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import type { OpenedRoom } from '#server/people/live/rooms.ts'
import { teammateId } from '#server/people/model/team.ts'
import {
  type Attendance,
  addedUp,
  attendances,
  countsOf,
  type DoorCount,
  type DoorPhone,
  doorCounts,
  doorLeases,
  doorPerson,
  doorPhones,
  groupsAt,
  noCounts,
  phoneRoom,
  phonesRoom,
  phoneView,
  sumsOf,
  tallyOf,
  tallyRoom,
  wholeRoom,
  wholeTally,
} from '#server/seats/model/door.ts'
import { type Event, eventFor, events, everOnTeam, overAt } from '#server/seats/model/event.ts'
import { freeIn, type Group, groups } from '#server/seats/model/group.ts'
import { livingRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { pageToServe } from '#server/seats/model/waitlist.ts'
import { manages, mayHelpAtDoor, standingIn } from '#server/seats/rights/rights.ts'
import { doorUntil, opensAt, recountWhole } from '#server/seats/rules/door.ts'

/** Who stands there: a paired phone, or somebody who manages the event or helps at its door. */
export interface AtDoor {
  readonly event: Event
  readonly groups: readonly Group[]
  readonly phone: DoorPhone | undefined
  /** As lines of the log name it. */
  readonly by: { readonly id: string; readonly name: string; readonly manages: boolean }
}

/** Where whatever happens at the doors of an event stands in line. */
export const queueOf = (eventId: string) => `door:${eventId}`
/** What pairs a phone is its id and a secret. */
export const partsOf = (kept: string | undefined) => /^([0-9a-f]{24})\.([\w-]{43})$/.exec(kept ?? '')?.slice(1) ?? []

async function phoneOf({ secrets, clock }: Services, tx: Reader, event: Event, caller: Caller): Promise<DoorPhone | undefined> {
  const [id = '', secret = ''] = partsOf(caller.door?.(event._id))
  const phone = id ? await tx.get(doorPhones, id) : undefined
  const isPaired = phone?.eventId === event._id && phone.secretHash === secrets.hashToken(secret)
  return isPaired && Date.parse(doorUntil(overAt(event))) > clock.now() ? phone : undefined
}

/** Refuses `event-unknown`: whether there is no such event, or one is nobody there. */
export async function atDoor(services: Services, tx: Reader, eventId: string, caller: Caller): Promise<AtDoor> {
  const event = (await tx.get(events, eventId)) ?? refuse('event-unknown')
  const phone = await phoneOf(services, tx, event, caller)
  const found = (await Promise.all(event.groupIds.map((id) => tx.get(groups, id)))).filter((group) => group !== undefined)
  if (phone) {
    const here = groupsAt(phone, found)
    if (here.length === 0) refuse('event-unknown')
    return { event, groups: here, phone, by: { id: phone._id, name: phone.name, manages: false } }
  }
  const helps = await Promise.all(found.map((group) => mayHelpAtDoor(services, tx, group, caller)))
  if (!helps.includes(true)) refuse('event-unknown')
  const here = found.filter((_, nth) => helps[nth])
  return { event, groups: here, phone, by: await helperOf(services, tx, event, caller) }
}

/** Who needs no phone, by their own name. Who has none is told from the others by the order in which they joined the team: their address is for nobody at the door. */
async function helperOf(services: Services, tx: Reader, event: Event, caller: Caller): Promise<AtDoor['by']> {
  const { user } = caller
  const isManager = await manages(services, tx, event, caller)
  const teamId = user ? teammateId(services.secrets, event._id, user.email) : caller.teamPass?.(event._id)?.id
  const nth = teamId === undefined ? -1 : everOnTeam(event).indexOf(teamId)
  const unnamed = isManager || nth < 0 ? 'Organizer' : `Helper ${nth + 1}`
  return { id: user?._id ?? teamId ?? '', name: user?.name || unnamed, manages: isManager }
}

export async function readPhones(services: Services, { eventId }: Input<typeof doorApi.phones>, caller: SignedIn) {
  const event = (await services.store.get(events, eventId)) ?? refuse('event-unknown')
  if (event.cancelledAt || !(await manages(services, services.store, event, caller))) refuse('event-unknown')
  const found = await Promise.all(event.groupIds.map((id) => services.store.get(groups, id)))
  const named = found.flatMap((group) => (group && !group.cancelledAt ? [{ _id: group._id, name: group.name }] : []))
  return { phones: (await phonesOf(services.store, eventId)).map(phoneView), groups: named }
}
const maxPhones = 100
const maxLeases = 1_000
/** R192a: the seats that phones of an event keep. */
export const leasesOf = (tx: Reader, eventId: string) => tx.find(doorLeases, { index: 'event', where: { eventId }, limit: maxLeases })
export const phonesOf = (tx: Reader, eventId: string) => tx.find(doorPhones, { index: 'event', where: { eventId }, limit: maxPhones })

/** The groups whose sums a caller may know: those of a phone that is paired, else those they help at the door of or look on in; and what ends that. */
async function openedTo(services: Services, event: Event, caller: Caller) {
  const { store } = services
  const found = (await Promise.all(event.groupIds.map((id) => store.get(groups, id)))).filter((group) => group !== undefined)
  const phone = await phoneOf(services, store, event, caller)
  if (phone) return { groups: groupsAt(phone, found), also: [phoneRoom(phone._id)], until: Date.parse(doorUntil(overAt(event))) }
  const each = await Promise.all(found.map(async (group) => ({ group, standing: await standingIn(services, store, group, caller) })))
  const theirs = each.filter(({ standing: { rights } }) => rights.has('door') || rights.has('look'))
  return {
    groups: theirs.map(({ group }) => group),
    also: theirs.flatMap(({ standing }) => standing.also),
    until: Math.min(Infinity, ...theirs.map(({ standing }) => standing.until)),
  }
}

/** R186b: the sums of an event with several groups, and the room they come by; of who sees some of them only it tells nothing. */
export async function wholeFor(tx: Reader, event: Event, seen: readonly Group[]) {
  if (event.groupIds.length < 2 || !event.groupIds.every((id) => seen.some(({ _id }) => _id === id))) return undefined
  const [whole, ...ofGroups] = await Promise.all([event._id, ...event.groupIds].map((id) => tx.get(doorCounts, id)))
  return { view: wholeTally(event._id, whole, ofGroups), room: wholeRoom(event._id) }
}

/** Of one address, the newest. */
const answersLooked = 500
interface Changed {
  readonly attendanceOf: (rsvpId: string) => Promise<Attendance | undefined>
  readonly rsvp: Rsvp
  readonly before: Attendance | undefined
  readonly after: Attendance
}
/** R186b: the sums of an event with several groups once a party was at the door of one, by its other answers there: whoever gave no email has none. Before there were several nobody was in two. */
export async function wholeAfter(tx: Reader, event: Event, kept: DoorCount | undefined, changed: Changed): Promise<DoorCount> {
  const { attendanceOf, rsvp, before, after } = changed
  const where = { email: rsvp.email }
  const own = rsvp.email ? await tx.find(rsvps, { index: 'holder', where, descending: true, limit: answersLooked }) : []
  const elsewhere = own.filter(({ _id, eventId }) => eventId === event._id && _id !== rsvp._id)
  const others = (await Promise.all(elsewhere.map(({ _id }) => attendanceOf(_id)))).filter((one) => one !== undefined)
  const [stored, ...ofGroups] = await Promise.all([event._id, ...event.groupIds].map((id) => tx.get(doorCounts, id)))
  const whole = kept ?? stored
  const sums = recountWhole(whole ? sumsOf(whole) : addedUp(ofGroups), others, before, after)
  return { _id: event._id, rev: whole?.rev ?? 0, eventId: event._id, counts: { ...noCounts, ...sums } }
}

/** The view of the room `door:<eventId>` (R182, R186): the sums, and at once the end for who is cut off. */
export async function watchDoor(services: Services, id: string, caller: Caller): Promise<OpenedRoom<'door'>> {
  const event = (await services.store.get(events, id)) ?? refuse('event-unknown')
  const { groups: found, also, until } = await openedTo(services, event, caller)
  if (found.length === 0) refuse('event-unknown')
  const isManager = await manages(services, services.store, event, caller)
  const kept = await Promise.all(found.map(({ _id }) => services.store.get(doorCounts, _id)))
  const whole = await wholeFor(services.store, event, found)
  return {
    view: { _id: id, rev: event.rev, groups: found.map((group, nth) => tallyOf(group, kept[nth])), ...(whole && { all: whole.view }) },
    also: [
      ...new Set([
        ...also,
        ...found.map(({ _id }) => tallyRoom(_id)),
        ...(isManager ? [phonesRoom(id)] : []),
        ...(whole ? [whole.room] : []),
      ]),
    ],
    ...(until < Infinity && { until }),
  }
}

/** R192: what is left for those who come without an answer: nothing while somebody waits for it (R90). */
const rolesOf = (group: Group) => group.roles.map((role) => ({ name: role.name, free: pageToServe(role) ? 0 : freeIn(role) }))

async function groupOf(tx: Reader, event: Event, group: Group): Promise<DoorGroup> {
  const { start, end, doorsOpen } = eventFor(event, group)
  const kept = await tx.get(doorCounts, group._id)
  return {
    _id: group._id,
    name: group.name,
    start,
    opensAt: opensAt({ start, doorsOpen }),
    end,
    ...(group.cancelledAt && { isCanceled: true as const }),
    counts: countsOf(group, kept?.counts),
    roles: rolesOf(group),
  }
}

/** A page takes a round trip: 10,000 guests come in four. */
const perPage = 2_500
/** R183, R194: a page of the guests of a group, with a tag by which a phone asks whether it still holds. `now` isn't part of what the tag is about. */
export async function readList(services: Services, { eventId, groupId, cursor }: Input<typeof doorApi.list>, caller: Caller) {
  const { store, secrets, clock, signedTokens } = services
  const { event, groups: all, by, phone } = await atDoor(services, store, eventId, caller)
  const group = (groupId ? all.find(({ _id }) => _id === groupId) : all[0]) ?? refuse('event-unknown')
  const where = { groupId: group._id }
  const after = cursor ? { after: { _id: cursor, rev: 0, groupId: group._id } } : {}
  const [found, there] = await Promise.all([
    store.find(rsvps, { index: 'group', where, limit: perPage, ...after }),
    store.find(attendances, { index: 'group', where, limit: perPage, ...after }),
  ])
  const byId = new Map(there.map((one) => [one._id, one]))
  const last = found.length === perPage ? found.at(-1)?._id : undefined
  const list = {
    event: { _id: event._id, name: event.name, timeZone: event.timeZone },
    door: by.name,
    ...(by.manages && { manages: true }),
    ...(phone && { paired: true }),
    groupId: group._id,
    until: doorUntil(overAt(event)),
    groups: cursor ? [] : await Promise.all(all.map((one) => groupOf(store, event, one))),
    keys: cursor ? [] : signedTokens.passes.publicKeys,
    people: found.flatMap((rsvp) => (livingRsvp(rsvp) ? [doorPerson(rsvp, group, byId.get(rsvp._id))] : [])),
    nextCursor: last ?? null,
  }
  const etag = `"${secrets.keyedHash('door', JSON.stringify(list))}"`
  return { page: { text: JSON.stringify({ ...list, now: iso(clock.now()) }), etag, isPrivate: true } as const, phone }
}
