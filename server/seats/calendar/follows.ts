// R95, R138, R250: what follows for guests' calendars. Whichever way their answer or a seat of theirs changed, the email about it brings the entry along.
import type { Reader } from '#server/kernel/store/store.ts'
import { type AlsoWritten, type AuthoredCommit, next, pairOf, pairsIn, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { tellGuests } from '#server/seats/fanout/fanout.ts'
import { peopleAlong } from '#server/seats/model/companion.ts'
import { type Event, eventFor, events, type GroupEvent, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups, settingsRevOf } from '#server/seats/model/group.ts'
import { calendarOfChange, type Entering, showsElse } from '#server/seats/rules/calendar.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

export const calendarEntry: Adds = (services, _, { before, after, person, by, group, event, gained, lost, isErased }) => {
  const isOfSeat = gained.length > 0 || lost.length > 0 || before?.attending !== after?.attending
  const isOfParty = peopleAlong(before) !== peopleAlong(after) // whose passes it has (R180b)
  const now = services.clock.now()
  if (!event || !(isOfSeat || isOfParty || by === 'holder') || (isErased && statusOf(event, now) !== 'active')) return nothing
  const gone = { ...person, rev: after?.rev ?? person.rev + 1, attending: null } // dropped, or nobody's any more
  return { calendar: () => calendarOfChange(services, { group, event, before, after: after && !isErased ? after : gone, now }) }
}

interface Edited {
  readonly was: Entering
  readonly is: { readonly group: Group; readonly event: GroupEvent }
  readonly itself: Event
  readonly isWritten: boolean
}
/** Group and event before and after, of all whose entries may show something else: a group that was edited, and all groups of an event that was written. */
async function edited(tx: Reader, { pairs }: Pick<AuthoredCommit, 'pairs'>): Promise<Edited[]> {
  const changed = pairsIn(pairs, events).flatMap(({ before, after }) => (before && after ? after.groupIds : []))
  const own = pairsIn(pairs, groups).flatMap(({ before, after }) =>
    before && after && settingsRevOf(before) !== settingsRevOf(after) ? [after._id] : [],
  )
  const found = [...new Set([...changed, ...own])].map(async (id) => {
    const pair = pairOf(pairs, groups, id)
    const after = pair ? pair.after : await tx.get(groups, id)
    const before = pair ? pair.before : after
    if (!before || !after?.eventId || before.cancelledAt || after.cancelledAt) return []
    const written = pairOf(pairs, events, after.eventId)
    const itself = written?.after ?? (await tx.get(events, after.eventId))
    if (!itself) return []
    const roles = before.roles.map(({ _id, name }) => ({ _id, name }))
    const was = { group: { _id: id, roles }, event: eventFor(written?.before ?? itself, before) }
    return [{ was, is: { group: after, event: eventFor(itself, after) }, itself, isWritten: written !== undefined }]
  })
  return (await Promise.all(found)).flat()
}

/** R54, R250: guests are told of another start, and of whatever else their entry shows; its number rises with the revision of the event. */
export const entriesAnew: AlsoWritten = async (services, tx, acted) => {
  const writes: RecordWrite[] = []
  const rising = new Map<string, Event>()
  for (const { was, is, itself, isWritten } of await edited(tx, acted)) {
    const isMoved = was.event.start !== is.event.start
    if (statusOf(is.event, services.clock.now()) !== 'active' || !(isMoved || showsElse(was, is))) continue
    writes.push(await tellGuests(services, tx, { kind: isMoved ? 'moved' : 'changed', ...is, was }))
    if (!isWritten) rising.set(itself._id, next(itself, {}))
  }
  return [...writes, ...[...rising.values()].map((event) => put(events, event))]
}
