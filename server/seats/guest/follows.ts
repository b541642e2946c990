// What follows for a guest from the erasure of their data, one last email (R96); and from a seat that they come to have or have no more, in an event of several
// groups: the record of all they hold there (R145), and that they may (R144, R148).
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'
import {
  type AlsoWritten,
  type AuthoredCommit,
  type Drafted,
  drop,
  type Pair,
  pairOf,
  pairsIn,
  put,
  type RecordWrite,
} from '#server/kernel/write/outcome.ts'
import { erasedEmail } from '#server/seats/emails/guest.ts'
import { undoAnswers } from '#server/seats/model/activity.ts'
import { attendances } from '#server/seats/model/door.ts'
import { type Event, eventFor, events, statusOf } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { type Holding, holdingId, holdings, isSeated } from '#server/seats/model/guest.ts'
import { type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { seatsIn, wasListed } from '#server/seats/seating/across.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'
import { checkHolding, inTheWay } from '#server/seats/seating/overlap.ts'

async function droppedFrom<R extends Stored>(tx: Reader, collection: Collection<R>, id: string) {
  const there = await tx.get(collection, id)
  return there ? [drop(collection, there)] : []
}
/** R193, R129: what is kept of an answer elsewhere, by its id, goes with its name, whoever or whatever erased it; how many came stays. Of answers to several groups one email for all, in the name of the event. */
export const dataErased: Adds = async ({ publicUrl }, tx, { before, group, event, guest, isOneOfMany }) => {
  if (!before) return nothing
  const { _id } = before
  const writes = [...(await droppedFrom(tx, attendances, _id)), ...(await droppedFrom(tx, undoAnswers, _id))]
  if (before._id !== guest) return { writes }
  const itself = isOneOfMany && event ? await tx.get(events, event._id) : undefined
  return { emails: [erasedEmail(before.email, publicUrl, group, itself ?? event ?? group)], writes }
}

type WriterDeps = Parameters<AlsoWritten>[0]

/** What a commit changes of one person in one event. */
interface Moved {
  readonly eventId: string
  readonly email: string
  readonly gained: string[]
  readonly lost: string[]
}

/** Who comes to have a seat in a group, or has none there any more. */
function movedIn(pairs: readonly Pair<Rsvp>[]): Moved[] {
  const moved = new Map<string, Moved>()
  for (const { before, after } of pairs)
    for (const [one, other, side] of [
      [after, before, 'gained'],
      [before, after, 'lost'],
    ] as const) {
      if (!isSeated(one) || isSeated(other) || one.eventId === null || one.email === '') continue // R192: nobody knows of two without an email whether they are one
      const { eventId, email, groupId } = one
      const key = `${eventId} ${email}`
      const found = moved.get(key) ?? { eventId, email, gained: [], lost: [] }
      found[side].push(groupId)
      moved.set(key, found)
    }
  return [...moved.values()]
}

/** Reads as after the commit. */
const after = (tx: Drafted, { pairs }: AuthoredCommit) => ({
  async get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    const pair = pairOf(pairs, collection, id)
    return pair ? pair.after : tx.get(collection, id)
  },
})

/** An empty one stays while seats can be had, so that no two of the same revision ever say something else. */
const written = (before: Holding | undefined, record: Holding, event: Event | undefined, now: number): RecordWrite[] => {
  const isOver = !event || statusOf(event, now) !== 'active'
  if (record.groupIds.length > 0 || !isOver) return [put(holdings, record)]
  return before ? [drop(holdings, before)] : []
}

/** R144, R145, R148: in the commit of every changed seat, whichever way it changed. May refuse it. */
export const holdingsOf: AlsoWritten = async (tools, tx, acted) => {
  const moved = movedIn(pairsIn(acted.pairs, rsvps))
  const changes: RecordWrite[] = []
  for (const one of moved) changes.push(...(await holdingOf(tools, tx, acted, one)))
  return changes
}

async function holdingOf(
  { secrets, clock }: WriterDeps,
  tx: Drafted,
  acted: AuthoredCommit,
  { eventId, email, gained, lost }: Moved,
): Promise<RecordWrite[]> {
  const now = after(tx, acted)
  const event = await now.get(events, eventId)
  if (event && event.firstGroupId === undefined) return []
  const _id = holdingId(secrets, eventId, email)
  const before = await tx.get(holdings, _id)
  const listed = event ? await wasListed(secrets, tx, event, email) : (before?.groupIds ?? [])
  const left = listed.filter((id) => !gained.includes(id) && !lost.includes(id))
  if (event && gained.length > 0 && !acted.mayOverlap)
    checkHolding({
      gained: await seatsIn(now, secrets, { event, groupIds: gained, email }),
      kept: await seatsIn(now, secrets, { event, groupIds: left, email }),
    })
  const record = { _id, rev: (before?.rev ?? 0) + 1, eventId, groupIds: [...left, ...gained] }
  // Nothing that overlaps was given but where that is meant.
  const changed = acted.mayOverlap ? [...lost, ...gained] : lost
  const named = event && changed.length > 0 && left.length > 0 ? await namedBeside({ secrets }, now, { event, email, changed, left }) : []
  const beside = named.filter(({ _id: id }) => !pairOf(acted.pairs, rsvps, id)?.after)
  return [...written(before, record, event, clock.now()), ...beside.map((rsvp) => put(rsvps, { ...rsvp, rev: rsvp.rev + 1 }))]
}

interface Beside {
  readonly event: Event
  readonly email: string
  /** The groups in which a seat is given or given back. */
  readonly changed: readonly string[]
  /** Those in which they keep their seats. */
  readonly left: readonly string[]
}
/** R147b: the answers that name a changed seat, since it overlaps theirs: written as they are, so that who looks on is told. */
async function namedBeside(
  { secrets }: Pick<WriterDeps, 'secrets'>,
  now: ReturnType<typeof after>,
  { event, email, changed, left }: Beside,
): Promise<Rsvp[]> {
  const found = await Promise.all(changed.map((id) => now.get(groups, id)))
  const seats = found.flatMap((group) => (group ? [{ group, event: eventFor(event, group) }] : []))
  const beside = inTheWay({ gained: seats, kept: await seatsIn(now, secrets, { event, groupIds: left, email }) })
  const own = await Promise.all(beside.map(({ group }) => now.get(rsvps, rsvpId(secrets, group, email))))
  return own.filter((one) => one !== undefined)
}
