// The one place where seats change: whoever changes an answer or a limit says what is wanted, and `changeSeats` works out the rest of the commit: who gets a
// seat that is free, who is offered one, who stops waiting, which hand-overs fall (R90, R94). What follows besides, it leaves to `follow.ts`.
//
// The ways in which a seat changes stand, one scenario each, in tests/seating/ways.ts.

import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups, type Role } from '#server/seats/model/group.ts'
import { ownPasses, withPassSerial } from '#server/seats/model/pass.ts'
import { ownRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import {
  ownWaiting,
  pageKey,
  pageToJoin,
  placesOf,
  type QueuePage,
  type WaitPage,
  waitPageId,
  waitPages,
} from '#server/seats/model/waitlist.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { mayNotHold } from './across.ts'
import { fillVacancies, settleChange, unread, vacancies } from './fill.ts'
import type { SeatState } from './lines.ts'

/** What changes besides the group. */
export interface SeatsWanted {
  /** RSVPs that the decision has changed already, adds, or, without an `after`, drops. */
  readonly changed?: readonly { readonly before: Rsvp | undefined; readonly after: Rsvp | undefined }[]
  /** RSVPs that `more` is about, as they are kept. */
  readonly about?: readonly Rsvp[]
  /** Pages that `more` is about, as they are kept. */
  readonly pages?: readonly WaitPage[]
  /** R149: answers in other groups of the event that the same decision has changed. */
  readonly beside?: readonly Rsvp[]
  /** Roles whose lines `more` puts somebody on. */
  readonly joins?: readonly string[]
  /** What the decision does besides, before free seats are given on. */
  readonly more?: (seating: SeatState) => SeatState
}

interface ChangedGroup extends SeatsWanted {
  /** As it will be written, with its next revision. */
  readonly group: Group
  readonly event: GroupEvent | undefined
}

/** What a change of seats comes to. */
export interface SeatOutcome {
  readonly group: Group
  /** All that is written: the group, the RSVPs and the pages of its lines. */
  readonly writes: readonly RecordWrite[]
  /** The RSVPs as they are written. */
  readonly rsvps: readonly Rsvp[]
  /** An RSVP as it is written. */
  readonly of: (id: string) => Rsvp | undefined
  /** R92, R180: the guest's own answer with their places and passes. */
  readonly own: (rsvp: Rsvp) => ReturnType<typeof ownRsvp>
}

/** R90: seats given on in one commit. */
const seatsPerCommit = 50

/** Opens pages and RSVPs in memory, each read once. */
function createRecords(services: Services, tx: Reader, group: Group, beside: readonly Rsvp[]) {
  const readPages = new Map<string, WaitPage | undefined>()
  const readRsvps = new Map<string, Rsvp | undefined>()
  async function pages(seating: SeatState, places: readonly QueuePage[]): Promise<SeatState> {
    const fresh = places.filter(({ roleId, no }) => !readPages.has(pageKey(roleId, no)))
    const found = await Promise.all(fresh.map(({ roleId, no }) => tx.get(waitPages, waitPageId(services.secrets, group._id, roleId, no))))
    for (const [nth, { roleId, no }] of fresh.entries()) readPages.set(pageKey(roleId, no), found[nth])
    const added = fresh.flatMap(({ roleId, no }, nth): [string, WaitPage][] => {
      const page = found[nth]
      return page && !seating.pages.has(pageKey(roleId, no)) ? [[pageKey(roleId, no), page]] : []
    })
    return added.length > 0 ? { ...seating, pages: new Map([...seating.pages, ...added]) } : seating
  }
  async function people(seating: SeatState, ids: readonly string[]): Promise<SeatState> {
    if (ids.length === 0) return seating
    const found = await Promise.all(ids.map((id) => tx.get(rsvps, id)))
    const may = await Promise.all(found.map(async (rsvp) => rsvp === undefined || mayAttend(services, tx, group, rsvp.email)))
    for (const [nth, id] of ids.entries()) readRsvps.set(id, found[nth])
    const barred = ids.filter((_, nth) => !may[nth])
    const clashing = await clashingIn(found.flatMap((rsvp) => rsvp ?? []))
    return {
      ...seating,
      rsvps: new Map([...seating.rsvps, ...ids.map((id, nth): [string, Rsvp | undefined] => [id, found[nth]])]),
      barred: new Set([...seating.barred, ...barred]),
      clashing: new Set([...seating.clashing, ...clashing]),
    }
  }
  async function clashingIn(waiting: readonly Rsvp[]): Promise<string[]> {
    const clash = await Promise.all(waiting.map((rsvp) => mayNotHold(services, tx, { group, rsvp, beside })))
    return waiting.flatMap(({ _id }, nth) => (clash[nth] ? [_id] : []))
  }
  return { pages, people, clashingIn, readPages, readRsvps }
}

const endsOf = (role: Role): QueuePage[] => (['front', 'back'] as const).map((end) => ({ roleId: role._id, no: pageToJoin(role, end) }))

/** R90: gives every free seat on, reading who is next as it goes; what one commit can't carry is left to the job. */
async function fill(records: ReturnType<typeof createRecords>, begun: SeatState): Promise<SeatState> {
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

interface Put {
  readonly before: Rsvp | undefined
  readonly after: Rsvp
}
/** Changes seats, with all that has to be in the same commit. */
export async function changeSeats(services: Services, tx: Reader, change: ChangedGroup): Promise<SeatOutcome> {
  const { group, event, about = [], beside = [], pages = [], joins = [], more = (seating) => seating } = change
  const changed = (change.changed ?? []).filter((one): one is Put => one.after !== undefined)
  const dropped = (change.changed ?? []).flatMap(({ before, after }) => (before && after?._id !== before._id ? [before] : []))
  const now = services.clock.now()
  const records = createRecords(services, tx, group, beside)
  const known = [...changed.map(({ after }) => after), ...about]
  for (const rsvp of about) records.readRsvps.set(rsvp._id, rsvp)
  const opened: SeatState = {
    group,
    event,
    now,
    rsvps: new Map(known.map((rsvp) => [rsvp._id, rsvp])),
    pages: new Map(),
    barred: new Set(),
    clashing: new Set(event?.firstGroupId === undefined ? [] : await records.clashingIn(known.filter(({ waits }) => waits !== undefined))),
  }
  const lines = group.roles.filter(({ _id }) => joins.includes(_id)).flatMap(endsOf)
  const begun = await records.pages(opened, [...known.flatMap(placesOf), ...pages, ...lines])
  const settled = changed.reduce((done, { before, after }) => settleChange(done, before, after._id), begun)
  const counted = new Map(changed.map(({ before, after }) => [after._id, before]))
  return result(services, await fill(records, more(settled)), records, { counted, dropped })
}

interface Settled {
  /** RSVPs whose revision is counted already, as they were before. */
  readonly counted: ReadonlyMap<string, Rsvp | undefined>
  readonly dropped: readonly Rsvp[]
}
/** Counts the revisions of what has changed, and ends the passes of who lost a seat. */
function result(
  services: Services,
  seating: SeatState,
  { readPages, readRsvps }: ReturnType<typeof createRecords>,
  { counted, dropped }: Settled,
): SeatOutcome {
  const kept = [...seating.rsvps.values()].filter((rsvp) => rsvp !== undefined)
  const changed = kept.filter((rsvp) => counted.has(rsvp._id) || readRsvps.get(rsvp._id) !== rsvp)
  const next = (rsvp: Rsvp) =>
    counted.has(rsvp._id)
      ? withPassSerial(counted.get(rsvp._id), rsvp)
      : withPassSerial(readRsvps.get(rsvp._id), { ...rsvp, rev: rsvp.rev + 1 })
  const all = new Map(changed.map((rsvp) => [rsvp._id, next(rsvp)]))
  const since = vacancies(seating).length > 0 ? (seating.group.unfilledSince ?? iso(seating.now)) : undefined
  const group = since === seating.group.unfilledSince ? seating.group : { ...seating.group, unfilledSince: since }
  return {
    group,
    writes: [
      put(groups, group),
      ...[...all.values()].map((rsvp) => put(rsvps, rsvp)),
      ...pageWrites(services, seating, readPages),
      ...dropped.map((rsvp) => drop(rsvps, rsvp)),
    ],
    rsvps: [...all.values()],
    of: (id) => all.get(id),
    own: (rsvp) => ({
      ...ownRsvp(rsvp, group, seating.event),
      ...ownWaiting(rsvp, group, (key) => seating.pages.get(key)),
      ...ownPasses(services, rsvp, group, seating.event),
    }),
  }
}

/** Pages that have changed; those that nobody stands on any more go. */
function pageWrites({ secrets }: Services, { group, pages }: SeatState, read: ReadonlyMap<string, WaitPage | undefined>): RecordWrite[] {
  const changed = [...pages].filter(([key, page]) => read.get(key) !== page)
  return changed.flatMap(([key, page]) => {
    if (page.rsvpIds.length > 0)
      return [put(waitPages, { ...page, _id: waitPageId(secrets, group._id, page.roleId, page.no), rev: page.rev + 1 })]
    const before = read.get(key)
    return before ? [drop(waitPages, before)] : []
  })
}
