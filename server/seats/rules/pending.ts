// The decisions about an event that waits to be published. Pure.
import { holdsEmail } from '#protocol/kernel/texts.ts'
import type { EventInput } from '#protocol/seats/event.ts'
import type { GroupInput } from '#protocol/seats/group.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import { nothingPaid } from '#server/people/model/plan.ts'
import { countNewEvent, unpublishedHours } from '#server/people/rules/plan.ts'
import { type Event, nobodys, overAt } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { newEvent } from './event.ts'

/** R32: whom an event is for that nobody signed in for. R71: a caller whose login has ended is told that, not that the call needs an address. */
export function organizerEmailOf({ organizerEmail, ownerOrgId }: EventInput, groups: readonly GroupInput[], isStale = false): string {
  if (isStale && (!organizerEmail || ownerOrgId)) refuse('token-invalid')
  const email = organizerEmail || refuse('organizer-email-missing')
  if (ownerOrgId) refuse('sign-in-needed')
  if (groups.some(({ attendingOrgIds }) => attendingOrgIds.length > 0)) refuse('enterprise-plan-needed')
  return email
}

/** R32: an event with its group, as on the Free plan, that waits for `person` and counts for nobody. */
export function newPending(input: EventInput, groupInputs: readonly GroupInput[], person: User, randomId: () => string, now: number) {
  const host: User = { ...person, _id: nobodys, tier: 'free', paid: nothingPaid, name: '', username: null }
  const expiresAt = iso(now + unpublishedHours * 3_600_000)
  const waiting = { published: false, pendingFor: person._id, expiresAt }
  return newEvent(input, groupInputs, { owner: host, host, org: undefined }, randomId, now, waiting)
}

/** Whether it still waits for this person. */
export const waits = (event: Event | undefined, person: User, now: number): event is Event =>
  event?.pendingFor === person._id && (event.expiresAt ?? '') > iso(now)

/** R116: it is theirs from now on, and counts for their plan. Refuses `event-unknown` and what a full plan refuses; then it goes on waiting. */
export function publish(
  event: Event | undefined,
  person: User,
  now: number,
): { event: Event; counts: ReturnType<typeof countNewEvent>; name: string } {
  if (!waits(event, person, now)) refuse('event-unknown')
  const counts = countNewEvent(person, { id: event._id, end: overAt(event), createdAt: event.createdAt }, now)
  const name = person.name || (holdsEmail(event.organizerName) ? '' : event.organizerName) // R85
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
