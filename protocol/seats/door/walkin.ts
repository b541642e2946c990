// What is said at the door of somebody who comes without an answer (R192).
import { z } from 'zod/mini'
import { post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, GroupId, id, line } from '#protocol/kernel/fields.ts'
import { nameMissing } from '#protocol/kernel/texts.ts'
import { Instant } from '#protocol/kernel/time/instants.ts'
import { RoleName } from '../group.ts'
import { DoorCounts } from '../tally/tally.ts'
import { DoorPerson } from './person.ts'
import { ScanId } from './scan.ts'

export const walkinApi = {
  /** Takes a free seat and lets them in, in one step; the same `scanId` again is answered the same and counts once. */
  add: post(
    '/door/:eventId/walkins',
    z.strictObject({
      eventId: EventId,
      scanId: ScanId,
      name: line(100, nameMissing),
      email: z.optional(Email),
      groupId: GroupId,
      /** By its name. */
      role: RoleName,
      /** Whose seat they get, where this phone keeps some: without it, or once it is over, one that is free. */
      leaseId: z.optional(id('Invalid lease')),
      /** R191: when a phone without a network let them in, by the clock of the server. */
      at: z.optional(Instant),
    }),
    z.object({ person: DoorPerson, counts: z.record(z.string(), DoorCounts), now: z.string() }),
  ),
}
