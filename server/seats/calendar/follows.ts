// R95, R138: what follows for a guest's calendar. Whichever way their answer or a seat of theirs changed, the email about it brings the entry along.
import { statusOf } from '#server/seats/model/event.ts'
import { calendarOfChange } from '#server/seats/rules/calendar.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

export const calendarEntry: Adds = (services, _, { before, after, person, by, group, event, gained, lost, isErased }) => {
  const isOfSeat = gained.length > 0 || lost.length > 0 || before?.attending !== after?.attending
  const now = services.clock.now()
  if (!event || !(isOfSeat || by === 'holder') || (isErased && statusOf(event, now) !== 'active')) return nothing
  const gone = { ...person, rev: after?.rev ?? person.rev + 1, attending: null } // dropped, or nobody's any more
  return { calendar: () => calendarOfChange(services, { group, event, before, after: after && !isErased ? after : gone, now }) }
}
