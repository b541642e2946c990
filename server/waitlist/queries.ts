// Reads what a change of seats needs of the lines of a group, and works out what follows from it: who gets a seat, who is offered one, who stops waiting.
// Every decision that may free a seat takes this way (R90).
import type { Input } from '#protocol/endpoint.ts'
import type { waitlistApi } from '#protocol/waitlist.ts'
import type { Event } from '../event/model.ts'
import { type Group, groups, type Line, type Role } from '../group/model.ts'
import type { Caller } from '../identity/caller.ts'
import { manages, mayAttend } from '../identity/rights.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { ownRsvp, type Rsvp, rsvpRow, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import type { Seating } from './line-rules.ts'
import { ownWaiting, pageKey, pageToJoin, type Telling, type WaitPage, waitPageId, waitPages } from './model.ts'
import { fillVacancies, settleChange, unread, vacancies } from './rules.ts'

/** What changes besides the group. */
export interface SeatChange {
  /** RSVPs that the decision has changed already, or adds. */
  readonly changed?: readonly { readonly before: Rsvp | undefined; readonly after: Rsvp }[]
  /** RSVPs that `more` is about, as they are kept. */
  readonly about?: readonly Rsvp[]
  /** Pages that `more` is about, as they are kept. */
  readonly pages?: readonly WaitPage[]
  /** Roles whose lines `more` puts somebody on. */
  readonly joins?: readonly string[]
  /** What the decision does besides, before free seats are given on. */
  readonly more?: (seating: Seating) => Seating
}

interface Changed extends SeatChange {
  /** As it will be written, with its next revision. */
  readonly group: Group
  readonly event: Event | undefined
}

/** What a change of seats comes to: all that is to be written, and who is to be told of it. */
export interface Seated {
  readonly group: Group
  readonly rsvps: readonly Rsvp[]
  /** Pages to write, and those to remove, as they were read. */
  readonly pages: readonly WaitPage[]
  readonly emptied: readonly WaitPage[]
  readonly tellings: readonly Telling[]
  readonly of: (id: string) => Rsvp | undefined
  /** R92: the guest's own answer with their places. */
  readonly own: (rsvp: Rsvp) => ReturnType<typeof ownRsvp>
}

/** R90: seats given on in one commit. */
const seatsPerCommit = 50
/** People on one page of the organizer's list, at least. */
const listedPerPage = 50

type Place = { readonly roleId: string; readonly no: number }

/** Opens pages and RSVPs in memory, each read once. */
function openRecords(services: Services, tx: Reader, group: Group) {
  const readPages = new Map<string, WaitPage | undefined>()
  const readRsvps = new Map<string, Rsvp | undefined>()
  async function pages(seating: Seating, places: readonly Place[]): Promise<Seating> {
    const fresh = places.filter(({ roleId, no }) => !readPages.has(pageKey(roleId, no)))
    const found = await Promise.all(fresh.map(({ roleId, no }) => tx.get(waitPages, waitPageId(services.secrets, group._id, roleId, no))))
    for (const [nth, { roleId, no }] of fresh.entries()) readPages.set(pageKey(roleId, no), found[nth])
    const added = fresh.flatMap(({ roleId, no }, nth): [string, WaitPage][] => {
      const page = found[nth]
      return page && !seating.pages.has(pageKey(roleId, no)) ? [[pageKey(roleId, no), page]] : []
    })
    return added.length > 0 ? { ...seating, pages: new Map([...seating.pages, ...added]) } : seating
  }
  async function people(seating: Seating, ids: readonly string[]): Promise<Seating> {
    if (ids.length === 0) return seating
    const found = await Promise.all(ids.map((id) => tx.get(rsvps, id)))
    const may = await Promise.all(found.map(async (rsvp) => rsvp === undefined || mayAttend(services, tx, group, rsvp.email)))
    for (const [nth, id] of ids.entries()) readRsvps.set(id, found[nth])
    const barred = ids.filter((_, nth) => !may[nth])
    return {
      ...seating,
      rsvps: new Map([...seating.rsvps, ...ids.map((id, nth): [string, Rsvp | undefined] => [id, found[nth]])]),
      barred: new Set([...seating.barred, ...barred]),
    }
  }
  return { pages, people, readPages, readRsvps }
}

const placesOf = ({ waits = [] }: Rsvp): Place[] => waits.map(({ roleId, page }) => ({ roleId, no: page }))
const endsOf = (role: Role): Place[] => (['front', 'back'] as const).map((end) => ({ roleId: role._id, no: pageToJoin(role, end) }))

/** R90: gives every free seat on, reading who is next as it goes; what one commit can't carry is left to the job. */
async function fill(records: ReturnType<typeof openRecords>, begun: Seating): Promise<Seating> {
  let [seating, left] = [begun, seatsPerCommit]
  for (;;) {
    const filled = fillVacancies(seating, left)
    seating = filled.seating
    left -= filled.given
    const wanted = left > 0 ? vacancies(seating).map((role) => unread(seating, role, left)) : []
    const places = wanted.flatMap((one) => one.pages).filter(({ roleId, no }) => !records.readPages.has(pageKey(roleId, no)))
    const ids = [...new Set(wanted.flatMap((one) => one.rsvps))]
    if (places.length === 0 && ids.length === 0) return seating
    seating = await records.people(await records.pages(seating, places), ids)
  }
}

/** Works out what follows from a change of seats. */
export async function settleSeats(services: Services, tx: Reader, change: Changed): Promise<Seated> {
  const { group, event, changed = [], about = [], pages = [], joins = [], more = (seating) => seating } = change
  const now = services.clock.now()
  const records = openRecords(services, tx, group)
  const known = [...changed.map(({ after }) => after), ...about]
  for (const rsvp of about) records.readRsvps.set(rsvp._id, rsvp)
  const opened: Seating = {
    group,
    event,
    now,
    rsvps: new Map(known.map((rsvp) => [rsvp._id, rsvp])),
    pages: new Map(),
    barred: new Set(),
    tellings: [],
  }
  const lines = group.roles.filter(({ _id }) => joins.includes(_id)).flatMap(endsOf)
  const begun = await records.pages(opened, [...known.flatMap(placesOf), ...pages, ...lines])
  const settled = changed.reduce((done, { before, after }) => settleChange(done, before, after._id), begun)
  return result(services, await fill(records, more(settled)), records, new Set(changed.map(({ after }) => after._id)))
}

/** Counts the revisions of what has changed. */
function result(
  services: Services,
  seating: Seating,
  { readPages, readRsvps }: ReturnType<typeof openRecords>,
  counted: ReadonlySet<string>,
): Seated {
  const kept = [...seating.rsvps.values()].filter((rsvp) => rsvp !== undefined)
  const changed = kept.filter((rsvp) => counted.has(rsvp._id) || readRsvps.get(rsvp._id) !== rsvp)
  const all = new Map(changed.map((rsvp) => [rsvp._id, counted.has(rsvp._id) ? rsvp : { ...rsvp, rev: rsvp.rev + 1 }]))
  const pages = [...seating.pages].filter(([key, page]) => readPages.get(key) !== page)
  const since = vacancies(seating).length > 0 ? (seating.group.unfilledSince ?? iso(seating.now)) : undefined
  const group = since === seating.group.unfilledSince ? seating.group : { ...seating.group, unfilledSince: since }
  const pageOf = (key: string) => seating.pages.get(key)
  const withId = (page: WaitPage) => ({ ...page, _id: waitPageId(services.secrets, group._id, page.roleId, page.no), rev: page.rev + 1 })
  return {
    group,
    rsvps: [...all.values()],
    pages: pages.filter(([, { rsvpIds }]) => rsvpIds.length > 0).map(([, page]) => withId(page)),
    emptied: pages.filter(([, { rsvpIds }]) => rsvpIds.length === 0).flatMap(([key]) => readPages.get(key) ?? []),
    tellings: seating.tellings.map((one) => ({ ...one, rsvp: all.get(one.rsvp._id) ?? one.rsvp })),
    of: (id) => all.get(id),
    own: (rsvp) => ({ ...ownRsvp(rsvp, group, seating.event), ...ownWaiting(rsvp, group, pageOf) }),
  }
}

/** R92: a guest's own answer with their places in line: what their page is shown of it. */
export async function readOwn({ secrets }: Services, tx: Reader, rsvp: Rsvp, group: Group, event: Event | undefined) {
  const places = placesOf(rsvp)
  const found = await Promise.all(places.map(({ roleId, no }) => tx.get(waitPages, waitPageId(secrets, group._id, roleId, no))))
  const pages = new Map(places.map(({ roleId, no }, nth) => [pageKey(roleId, no), found[nth]]))
  return { ...ownRsvp(rsvp, group, event), ...ownWaiting(rsvp, group, (key) => pages.get(key)) }
}

const pageNos = (line: Line | undefined) => (line?.counts ?? []).flatMap((count, nth) => (count > 0 ? (line?.first ?? 0) + nth : []))

/** R92: some dozens of those who wait, role by role and in their order. */
export async function readWaitlist(services: Services, { id, cursor }: Input<typeof waitlistApi.list>, caller: Caller) {
  const { store, secrets } = services
  const group = (await store.get(groups, id)) ?? refuse('group-unknown')
  if (group.cancelledAt || !(await manages(services, store, group, caller))) refuse('group-unknown')
  const places = group.roles.flatMap((role) => pageNos(role.line).map((no) => ({ role, no })))
  const [fromRole, fromNo] = cursor?.split('_') ?? []
  const roleAt = group.roles.findIndex(({ _id }) => _id === fromRole)
  const isLater = ({ role, no }: (typeof places)[number]) => {
    const at = group.roles.indexOf(role)
    return cursor === undefined || at > roleAt || (at === roleAt && no > Number(fromNo))
  }
  const left = places.filter(isLater)
  let [take, people] = [0, 0]
  while (take < left.length && people < listedPerPage) {
    const { role, no } = left[take] as (typeof places)[number]
    people += role.line?.counts[no - role.line.first] ?? 0
    take += 1
  }
  const rows = left.slice(0, take).map(async ({ role, no }) => {
    const page = await store.get(waitPages, waitPageId(secrets, id, role._id, no))
    return page ? rowsOf(services, group, role, page) : []
  })
  const last = take < left.length ? left[take - 1] : undefined
  return { waiting: (await Promise.all(rows)).flat(), nextCursor: last ? `${last.role._id}_${last.no}` : null }
}

async function rowsOf({ store }: Services, group: Group, role: Role, page: WaitPage) {
  const found = await Promise.all(page.rsvpIds.map((rsvpId) => store.get(rsvps, rsvpId)))
  const before = role.line?.counts.slice(0, page.no - role.line.first).reduce((sum, count) => sum + count, 0) ?? 0
  return found.flatMap((rsvp, nth) => {
    if (!rsvp) return []
    const { name, email, roles } = rsvpRow(rsvp, group)
    return { _id: `${role._id}_${rsvp._id}`, rsvpId: rsvp._id, role: role.name, position: before + nth + 1, name, email, roles }
  })
}
