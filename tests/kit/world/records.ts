// Stored records as the product's own rules make them, for tests that need no server: a new field of a record is written nowhere here.
import type { z } from 'zod/mini'
import { EventInput } from '#protocol/seats/event.ts'
import { GroupInput } from '#protocol/seats/group.ts'
import type { User } from '#server/people/model/account.ts'
import { type Event, eventFor } from '#server/seats/model/event.ts'
import { type Group, noCounts, type Role } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { newEvent } from '#server/seats/rules/event.ts'
import { placeRsvp } from '#server/seats/rules/rsvp.ts'
import { day } from './clock.ts'

export const aRole = (_id: string, name: string, max: number): Role => ({ _id, name, max, counts: noCounts })

export interface Making {
  readonly now: number
  readonly randomId: () => string
  readonly event?: Partial<z.input<typeof EventInput>>
  readonly group?: z.input<typeof GroupInput>
}
/** An event of `owner`, tomorrow unless said otherwise, with its group, which has no roles yet. */
export function anEventWithGroup(owner: User, { now, randomId, event = {}, group = {} }: Making): { event: Event; group: Group } {
  const iso = (ms: number) => new Date(ms).toISOString()
  const input = EventInput.parse({ name: 'Party', start: iso(now + day), end: iso(now + 2 * day), ...event })
  const made = newEvent(input, [GroupInput.parse(group)], { owner, host: owner, org: undefined }, randomId, now)
  return { event: made.event, group: made.groups[0] as Group }
}

/** The yes of a guest, with a seat in the group's first role. */
export function anRsvp(group: Group, event: Event, email: string, _id: string, now: number): Rsvp {
  const roles = group.roles.slice(0, 1).map(({ name }) => name)
  const answer = { name: 'A guest', attending: true, roles, confirmed: false }
  return placeRsvp({ group, event: eventFor(event, group), before: undefined, answer, email, _id, now, randomId: () => _id }).rsvp
}
