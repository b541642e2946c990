// Stored records as the product's own rules make them, for tests that need no server: a new field of a record is written nowhere here.
import type { z } from 'zod/mini'
import { EventInput } from '#protocol/event.ts'
import { GroupInput } from '#protocol/group.ts'
import type { User } from '#server/account/model.ts'
import type { Event } from '#server/event/model.ts'
import { newEvent } from '#server/event/rules.ts'
import { type Group, noCounts, type Role } from '#server/group/model.ts'
import type { Rsvp } from '#server/rsvp/model.ts'
import { placeRsvp } from '#server/rsvp/rules.ts'
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
  return newEvent(input, GroupInput.parse(group), { owner, host: owner, org: undefined }, randomId, now)
}

/** The yes of a guest, with a seat in the group's first role. */
export function anRsvp(group: Group, event: Event, email: string, _id: string, now: number): Rsvp {
  const roles = group.roles.slice(0, 1).map(({ name }) => name)
  const answer = { name: 'A guest', attending: true, roles, confirmed: false }
  return placeRsvp({ group, event, before: undefined, answer, email, _id, now }).rsvp
}
