// What one person holds across the groups of an event, read off the records (R145).
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Event, eventFor, events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { holdingId, holdings, isSeated } from '#server/seats/model/guest.ts'
import { type Despite, type Rsvp, rsvpId, rsvps, seatsHeld } from '#server/seats/model/rsvp.ts'
import { byTime, inTheWay, isAhead, maxGroupsOf, mayHold, type Seat } from '#server/seats/seating/overlap.ts'

type Getting = Pick<Reader, 'get'>
type Ids = Pick<Secrets, 'idOf'>

interface AcrossInput {
  readonly event: Event
  readonly groupIds: readonly string[]
  readonly email: string
}
/** The seats that they have in these groups. */
export async function seatsIn(tx: Getting, secrets: Ids, { event, groupIds, email }: AcrossInput): Promise<Seat[]> {
  const found = await Promise.all(
    groupIds.map(async (id) => {
      const group = await tx.get(groups, id)
      const rsvp = group && !group.cancelledAt ? await tx.get(rsvps, rsvpId(secrets, group, email)) : undefined
      return group && isSeated(rsvp) && seatsHeld(rsvp, group).length > 0 ? [{ group, event: eventFor(event, group) }] : []
    }),
  )
  return found.flat()
}

/** The groups in which they may have a seat. Where nothing is kept of them yet, only the group can be that the event had alone. */
export async function wasListed(secrets: Ids, tx: Getting, { _id, firstGroupId = '' }: Event, email: string): Promise<readonly string[]> {
  const kept = await tx.get(holdings, holdingId(secrets, _id, email))
  if (kept) return kept.groupIds
  const first = await tx.get(groups, firstGroupId)
  return first && isSeated(await tx.get(rsvps, rsvpId(secrets, first, email))) ? [firstGroupId] : []
}

interface Next {
  readonly group: Group
  readonly rsvp: Rsvp
  /** Answers in other groups that the same decision gives a seat. */
  readonly beside: readonly Rsvp[]
}
/** What they hold besides a seat that they would have in this group; undefined where nothing is asked of the event. */
async function seatsBeside({ secrets }: Pick<Services, 'secrets'>, tx: Getting, { group, rsvp: { email }, beside }: Next) {
  const event = group.eventId ? await tx.get(events, group.eventId) : undefined
  if (event?.firstGroupId === undefined) return undefined
  const listed = await wasListed(secrets, tx, event, email)
  const others = listed.filter((id) => id !== group._id)
  const fresh = beside.filter((one) => one.email === email && one.groupId !== group._id && isSeated(one)).map(({ groupId }) => groupId)
  const kept = await seatsIn(tx, secrets, { event, groupIds: others.filter((id) => !fresh.includes(id)), email })
  const given = await Promise.all([...new Set(fresh)].map((id) => tx.get(groups, id)))
  return {
    gained: [{ group, event: eventFor(event, group) }],
    kept: [...kept, ...given.flatMap((one) => (one ? [{ group: one, event: eventFor(event, one) }] : []))],
  }
}

/** R149: whether a seat in this group is more than they may have beside what they hold. */
export async function mayNotHold(services: Pick<Services, 'secrets'>, tx: Getting, next: Next): Promise<boolean> {
  const seats = await seatsBeside(services, tx, next)
  return seats !== undefined && !mayHold(seats)
}

/** R149: what somebody gives for a seat that is held for them. */
export interface Swap {
  /** The groups whose seats are in its way (R146). */
  readonly instead: readonly Group[]
  /** R148: of how many more of these they give theirs back, as they choose; none where no choice would do. */
  readonly choose: { readonly count: number; readonly of: readonly Group[] }
}
export async function swapFor(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  tx: Getting,
  next: Omit<Next, 'beside'>,
): Promise<Swap> {
  const seats = await seatsBeside({ secrets }, tx, { ...next, beside: [] })
  if (!seats) return { instead: [], choose: { count: 0, of: [] } }
  const instead = inTheWay(seats)
  const others = seats.kept.filter((one) => !instead.includes(one))
  const count = Math.max(0, seats.gained.length + others.length - maxGroupsOf(seats))
  // What is over counts, and is given back no more.
  const ahead = others.filter((seat) => isAhead(seat, clock.now()))
  return {
    instead: instead.map(({ group }) => group),
    choose: count > ahead.length ? { count: 0, of: [] } : { count, of: ahead.toSorted(byTime).map(({ group }) => group) },
  }
}

/** R147: what stands against a seat in this group: those whose seats it overlaps, and the number that it goes beyond; undefined where nothing does. */
export async function despiteOf(
  services: Pick<Services, 'secrets'>,
  tx: Getting,
  next: Omit<Next, 'beside'>,
): Promise<Despite | undefined> {
  const seats = await seatsBeside(services, tx, { ...next, beside: [] })
  if (!seats || mayHold(seats)) return undefined
  const most = maxGroupsOf(seats)
  const isOver = seats.gained.length + seats.kept.length > most
  return { groups: inTheWay(seats).map(({ group: { _id, name } }) => ({ _id, name })), ...(isOver && { most }) }
}
