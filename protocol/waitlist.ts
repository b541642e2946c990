// What is said about waiting for a full role: the offer of a seat, and the organizer's list.
import { z } from 'zod/mini'
import { get, patch, post } from './endpoint.ts'
import { EventId, GroupId, RsvpId } from './fields.ts'
import { GroupView, RoleName } from './group.ts'
import { RsvpReceipt } from './rsvp.ts'

/** One person on the list of one role; `position` 1 is next. */
export const WaitingRow = z.object({
  _id: z.string(),
  rsvpId: z.string(),
  role: z.string(),
  position: z.int(),
  name: z.string(),
  email: z.string(),
  /** The roles they have meanwhile. */
  roles: z.array(z.string()),
})
export type WaitingRow = z.infer<typeof WaitingRow>

export const waitlistChanges = ['give', 'front', 'remove'] as const

export const waitlistApi = {
  /** R91: by the one it is held for. */
  offer: post(
    '/rsvp/offer',
    z.strictObject({ groupId: GroupId, eventId: z.optional(z.nullable(EventId)), role: RoleName, accept: z.boolean() }),
    RsvpReceipt,
  ),
  /** R92: role by role, from the front; `cursor` is the last reply's. */
  list: get(
    '/group/:id/waitlist',
    z.strictObject({ id: GroupId, cursor: z.optional(z.string().check(z.regex(/^[0-9a-f]{1,24}_-?\d{1,9}$/))) }),
    z.object({ waiting: z.array(WaitingRow), nextCursor: z.nullable(z.string()) }),
  ),
  /** R92: `addSeat` raises the limit by one where no seat is free to give. */
  change: patch(
    '/group/:id/waitlist',
    z.strictObject({
      id: GroupId,
      rsvpId: RsvpId,
      roleName: RoleName,
      change: z.enum(waitlistChanges),
      addSeat: z.optional(z.boolean()),
    }),
    z.object({ group: GroupView }),
  ),
}
