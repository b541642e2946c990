// In every test that opens a world, whatever wrote it: no commit of the write path changes a seat without what follows from it (R138), and none of any path
// changes whether emails reach somebody without their group counting it (R130g).

import { isUnreached } from '#protocol/seats/rsvp.ts'
import { type Email, emails } from '#server/kernel/emails/outbox.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'
import type { Collection, Store, Stored, Write } from '#server/kernel/store/store.ts'
import { activities } from '#server/seats/model/activity.ts'
import { type Event, events, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { handOverOf, isErased, type Rsvp, rsvps, seatsHeld } from '#server/seats/model/rsvp.ts'
import { storeWith } from '../faults/store-with.ts'

const recordOf = (write: Write): Stored => ('put' in write ? write.put : write.drop)
const inAll = <R extends Stored>(writes: readonly Write[], { name }: Collection<R>) =>
  writes.filter(({ collection }) => collection.name === name)

interface Seen {
  readonly before: Rsvp | undefined
  readonly after: Rsvp | undefined
  readonly group: Group
  readonly event: Event | undefined
}
/** R181: whoever no longer comes, or has fewer seats than before, needs another pass. */
const isPassKept = (before: Rsvp | undefined, after: Rsvp | undefined, group: Group) =>
  before?.attending === true &&
  after !== undefined &&
  (after.attending !== true || seatsHeld(after, group).length < seatsHeld(before, group).length) &&
  (after.passSerial ?? 0) <= (before.passSerial ?? 0)

/** What a commit lacks of what has to follow from one changed answer. */
function lackingOf({ before, after, group, event }: Seen, letters: readonly Write[], now: number): string[] {
  const person = [after, before].find((one) => one && !isErased(one))
  const seats = (one: Rsvp | undefined) => seatsHeld(one, group).toSorted().join()
  const isChanged = seats(before) !== seats(after) || (before?.attending === true) !== (after?.attending === true)
  const fallen = [
    ...(after?.handOver && !handOverOf(after, group) ? ['a hand-over without a seat'] : []),
    ...(isPassKept(before, after, group) ? ['the end of a pass'] : []),
  ]
  // R192: who came without an email can’t be written to.
  if (!person || !isChanged || group.cancelledAt || person.email === '') return fallen
  const own = letters.filter((write) => (recordOf(write) as Email).to === person.email)
  const isInCalendar = event !== undefined && statusOf(event, now) === 'active' && [before, after].some((one) => one?.attending === true)
  const isSilent = own.length > 0 && own.every((write) => 'drop' in write) // R119: two that cancel each other
  // The confirmation of an answer takes it along when it is written.
  const isEntered = own.some((write) => {
    const { calendar, writer, _id, besides = [] } = recordOf(write) as Email
    return calendar?.uid.startsWith(person._id) || (writer === 'answer' && [_id, ...besides].includes(person._id))
  })
  return [...fallen, ...(own.length === 0 ? ['an email'] : []), ...(isInCalendar && !isSilent && !isEntered ? ['a calendar entry'] : [])]
}

async function lackingIn(store: Store, writes: readonly Write[], now: number): Promise<string[]> {
  const changed = inAll(writes, rsvps)
  if (changed.length === 0 || inAll(writes, activities).length === 0) return []
  const written = <R extends Stored>(collection: Collection<R>, id: string) =>
    inAll(writes, collection)
      .flatMap((write) => ('put' in write && write.put._id === id ? [write.put as R] : []))
      .at(-1)
  const found = changed.map(async (write): Promise<string[]> => {
    const { _id, groupId, eventId } = recordOf(write) as Rsvp
    const before = await store.get(rsvps, _id)
    if ((before?.rev ?? 0) !== write.expectedRev) return [] // it conflicts, and is decided anew
    const group = written(groups, groupId) ?? (await store.get(groups, groupId))
    if (!group) return []
    const event = eventId ? (written(events, eventId) ?? (await store.get(events, eventId))) : undefined
    const after = 'put' in write ? (write.put as Rsvp) : undefined
    const isReplaced = !after && changed.some((one) => 'put' in one && one.put.rev === 1) // R102: the wrong address
    return isReplaced ? [] : lackingOf({ before, after, group, event }, inAll(writes, emails), now)
  })
  return (await Promise.all(found)).flat()
}

const unreachedIn = (rsvp: Rsvp | undefined) => Number(rsvp !== undefined && isUnreached(rsvp))
/** The groups that count otherwise than their answers have changed. */
async function miscounted(store: Store, writes: readonly Write[]): Promise<string[]> {
  const due = new Map<string, number>()
  for (const write of inAll(writes, rsvps)) {
    const before = await store.get(rsvps, recordOf(write)._id)
    if ((before?.rev ?? 0) !== write.expectedRev) return [] // it conflicts, and is decided anew
    const after = 'put' in write ? (write.put as Rsvp) : undefined
    const { groupId } = recordOf(write) as Rsvp
    due.set(groupId, (due.get(groupId) ?? 0) + unreachedIn(after) - unreachedIn(before))
  }
  const found = [...due].map(async ([id, step]) => {
    const before = await store.get(groups, id)
    const write = inAll(writes, groups).find((one) => recordOf(one)._id === id)
    const after = write && 'put' in write ? (write.put as Group) : before
    return before && (after?.unreached ?? 0) - (before.unreached ?? 0) !== step ? ['its group counting whom emails don’t reach'] : []
  })
  return (await Promise.all(found)).flat()
}

/** The engine, which fails at such a commit before it is made, and tells `found` why. */
export const withWholeSeats = (store: Store, clock: Clock, found: (what: string) => void): Store =>
  storeWith(store, {
    async commit(writes) {
      for (const what of [...(await lackingIn(store, writes, clock.now())), ...(await miscounted(store, writes))]) found(what)
      return store.commit(writes)
    },
  })
