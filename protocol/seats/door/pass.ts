// What is said about a guest's pass: the link that a QR code leads to (R180). Apart from `rsvp.ts`, to keep it out of the invitee's first load.
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { EventId, GroupId, linkToken, RsvpId } from '#protocol/kernel/fields.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'
import { EventBrand } from '#protocol/people/brand/brand.ts'

const unknown = linkRefusals['pass-void'][1]
/** The token, or the whole link. */
export const Pass = linkToken(1000, unknown).check(z.overwrite((text: string) => text.slice(text.indexOf('#') + 1).trim()))

/** Where the answer of a pass is. It says nothing of its holder. */
export const PassPlace = z.object({ groupId: z.string(), eventId: z.string() })
export type PassPlace = z.infer<typeof PassPlace>

/** A pass as it is printed. */
export const PrintedPass = z.object({ name: z.string(), roles: z.array(z.string()), url: z.string() })
export type PrintedPass = z.infer<typeof PrintedPass>
const PassSheet = z.object({
  event: z.object({ name: z.string() }),
  /** The groups that there are sheets of. */
  groups: z.array(z.object({ _id: z.string(), name: z.string() })),
  passes: z.array(PrintedPass),
  /** R216: absent where the event uses none. */
  brand: z.optional(EventBrand),
  nextCursor: z.nullable(z.string()),
})

export const passApi = {
  open: post('/pass/open', z.strictObject({ pass: Pass }), PassPlace),
  /** Those of everybody who comes to a group, some at a time, for whoever manages the event; without `groupId` of its first group. */
  sheet: get(
    '/door/:eventId/passes',
    z.strictObject({ eventId: EventId, groupId: z.optional(GroupId), cursor: z.optional(RsvpId) }),
    PassSheet,
  ),
  /** Ten that count nowhere, to try the doors with. New ones with every call; nothing of them is kept. */
  practice: post('/door/:eventId/practice', z.strictObject({ eventId: EventId }), PassSheet),
}
