// The decisions about an event that waits to be published. Pure.
import type { EventInput } from '#protocol/event.ts'
import type { GroupInput } from '#protocol/group.ts'
import type { User } from '../account/model.ts'
import { type Event, nobodys } from '../event/model.ts'
import { newEvent } from '../event/rules.ts'
import type { Group } from '../group/model.ts'
import { nothingPaid } from '../plan/model.ts'
import { countNewEvent, unpublishedHours } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'

/** R32: whom an event is for that nobody signed in for. R71: a caller whose login has ended is told that, not that the call needs an address. */
export function organizerEmailOf({ organizerEmail, ownerOrgId }: EventInput, { attendingOrgIds }: GroupInput, isStale = false): string {
  if (isStale && (!organizerEmail || ownerOrgId)) refuse('token-invalid')
  const email = organizerEmail || refuse('organizer-email-missing')
  if (ownerOrgId) refuse('sign-in-needed')
  if (attendingOrgIds.length > 0) refuse('enterprise-plan-needed')
  return email
}

/** R32: an event with its group, as on the Free plan, that waits for `person` and counts for nobody. */
export function newPending(input: EventInput, groupInput: GroupInput, person: User, randomId: () => string, now: number) {
  const host: User = { ...person, _id: nobodys, tier: 'free', paid: nothingPaid, name: '', username: null }
  const expiresAt = iso(now + unpublishedHours * 3_600_000)
  const waiting = { published: false, pendingFor: person._id, expiresAt }
  return newEvent(input, groupInput, { owner: host, host, org: undefined }, randomId, now, waiting)
}

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
