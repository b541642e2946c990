// The decision to publish an event that waited. Pure.
import type { User } from '../account/model.ts'
import type { Event } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { countNewEvent } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'

/** R116: it is theirs from now on, and counts for their plan. Refuses `event-unknown` and what a full plan refuses; then it goes on waiting. */
export function publish(
  event: Event | undefined,
  person: User,
  now: number,
): { event: Event; counts: ReturnType<typeof countNewEvent>; name: string } {
  if (!event || event.pendingFor !== person._id || (event.expiresAt ?? '') <= iso(now)) refuse('event-unknown')
  const counts = countNewEvent(person, { id: event._id, end: event.end, createdAt: event.createdAt }, now)
  const name = person.name || (event.organizerName.includes('@') ? '' : event.organizerName) // R85
  const published: Event = {
    ...event,
    rev: event.rev + 1,
    ownerId: person._id,
    pendingFor: null,
    published: true,
    organizerName: name,
    expiresAt: null,
  }
  return { event: published, counts, name }
}

export const publishGroupOf = (group: Group, person: User): Group => ({
  ...group,
  rev: group.rev + 1,
  ownerId: person._id,
  expiresAt: null,
})
