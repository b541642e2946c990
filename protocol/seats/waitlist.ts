// What is said about waiting for a full role: the offer of a seat, and the organizer's list.
import { z } from 'zod/mini'
import { get, patch, post } from '#protocol/kernel/endpoint.ts'
import { EventId, GroupId, RsvpId } from '#protocol/kernel/fields.ts'
import { companionLimits } from './companions/companion.ts'
import { GroupView, RoleName } from './group.ts'
import { GiveBack, RsvpReceipt } from './rsvp.ts'

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
  /** R172: how many people they are, and without how many they won’t come; absent for one. */
  size: z.optional(z.int()),
  atLeast: z.optional(z.int()),
})
export type WaitingRow = z.infer<typeof WaitingRow>

/** R130: a seat that is held for somebody, until when. */
export const OfferRow = z.object({
  _id: z.string(),
  rsvpId: z.string(),
  role: z.string(),
  name: z.string(),
  email: z.string(),
  until: z.string(),
  /** R173: absent for one. */
  seats: z.optional(z.int()),
})
export type OfferRow = z.infer<typeof OfferRow>

const seatsSentence = 'Please say how many of the seats you take'
/** R173: how many of the held seats are taken; left out, all. */
const OfferSeats = z.optional(z.int(seatsSentence).check(z.gte(1, seatsSentence), z.lte(companionLimits.perGuest + 1, seatsSentence)))

export const waitlistChanges = ['give', 'front', 'remove'] as const

export const waitlistApi = {
  /** R91: by the one it is held for. */
  offer: post(
    '/rsvp/offer',
    z.strictObject({
      groupId: GroupId,
      eventId: z.optional(z.nullable(EventId)),
      role: RoleName,
      accept: z.boolean(),
      seats: OfferSeats,
      /** R148, R149: of which other groups the seats are given back for it; left out, those that are in its way, whichever they are by now. */
      giveBack: GiveBack,
    }),
    RsvpReceipt,
  ),
  /** R92: role by role, from the front; `cursor` is the last reply's. R130: the first page has the seats that are held, those that end first first. */
  list: get(
    '/group/:id/waitlist',
    z.strictObject({ id: GroupId, cursor: z.optional(z.string().check(z.regex(/^[0-9a-f]{1,24}_-?\d{1,9}$/))) }),
    z.object({ waiting: z.array(WaitingRow), offers: z.array(OfferRow), nextCursor: z.nullable(z.string()) }),
  ),
  /** R92: `addSeat` raises the limit by as many seats as are missing. R147: `despiteOverlap` gives one that overlaps what they have. */
  change: patch(
    '/group/:id/waitlist',
    z.strictObject({
      id: GroupId,
      rsvpId: RsvpId,
      roleName: RoleName,
      change: z.enum(waitlistChanges),
      addSeat: z.optional(z.boolean()),
      /** R147 */
      despiteOverlap: z.optional(z.boolean()),
    }),
    z.object({ group: GroupView }),
  ),
}
