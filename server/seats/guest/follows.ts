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
import { type Despite, type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
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
  const named = event && lost.length > 0 && left.length > 0 ? await namedBeside({ secrets }, now, { event, email, lost, left }) : []
  const noted = await notedBeside({ secrets }, now, acted, { eventId, email, gained, lost }, named)
  return [...written(before, record, event, clock.now()), ...noted]
}

interface Lost {
  readonly event: Event
  readonly email: string
  readonly lost: readonly string[]
  /** The groups in which they keep their seats. */
  readonly left: readonly string[]
}
/** R147a: the answers that named a seat which is given back, as times were moved under it: they say no more of it, and who looks on is told. */
async function namedBeside(
  { secrets }: Pick<WriterDeps, 'secrets'>,
  now: ReturnType<typeof after>,
  { event, email, lost, left }: Lost,
): Promise<Rsvp[]> {
  const found = await Promise.all(lost.map((id) => now.get(groups, id)))
  const gone = found.flatMap((group) => (group ? [{ group, event: eventFor(event, group) }] : []))
  const beside = inTheWay({ gained: gone, kept: await seatsIn(now, secrets, { event, groupIds: left, email }) })
  const own = await Promise.all(beside.map(({ group }) => now.get(rsvps, rsvpId(secrets, group, email))))
  return own.filter((one) => one !== undefined)
}

/** R147: a seat given although it overlaps another stands at both of them, until one of the two is no more. */
async function notedBeside(
  { secrets }: Pick<WriterDeps, 'secrets'>,
  now: ReturnType<typeof after>,
  { pairs }: AuthoredCommit,
  { email, gained, lost }: Moved,
  named: readonly Rsvp[],
): Promise<RecordWrite[]> {
  const noted = new Map(named.map((rsvp) => [rsvp._id, rsvp]))
  const idIn = (groupId: string) => now.get(groups, groupId).then((group) => group && rsvpId(secrets, group, email))
  const current = async (id: string | undefined) => (id === undefined ? undefined : (noted.get(id) ?? (await now.get(rsvps, id))))
  const note = (rsvp: Rsvp, groupsNow: Despite['groups'], most?: number) => {
    const despite = groupsNow.length > 0 || most ? { groups: groupsNow, ...(most && { most }) } : undefined
    noted.set(rsvp._id, { ...rsvp, despite })
  }
  for (const groupId of lost) {
    const id = (await idIn(groupId)) ?? ''
    const [was, is] = [pairOf(pairs, rsvps, id)?.before, await current(id)]
    if (is?.despite) note(is, [])
    for (const { _id } of was?.despite?.groups ?? []) {
      const other = await current(await idIn(_id))
      if (other?.despite)
        note(
          other,
          other.despite.groups.filter((one) => one._id !== groupId),
          other.despite.most,
        )
    }
  }
  for (const groupId of gained) {
    const [group, own] = [await now.get(groups, groupId), await current(await idIn(groupId))]
    for (const { _id } of own?.despite?.groups ?? []) {
      const other = await current(await idIn(_id))
      if (!group || !isSeated(other)) continue
      const rest = (other.despite?.groups ?? []).filter((one) => one._id !== groupId)
      note(other, [...rest, { _id: groupId, name: group.name }], other.despite?.most)
    }
  }
  return [...noted.values()].map((rsvp) => put(rsvps, pairOf(pairs, rsvps, rsvp._id)?.after ? rsvp : { ...rsvp, rev: rsvp.rev + 1 }))
}
