// What is said about taking away whole answers, and about addresses that may not answer again (R129).
import { z } from 'zod/mini'
import { del, get } from '#protocol/kernel/endpoint.ts'
import { Flag, GroupId, RsvpId } from '#protocol/kernel/fields.ts'
import { GroupView, undoable } from '#protocol/seats/group.ts'

/** An address that may not answer in the group. Name and email are '' once its holder's data is erased. */
export const Blocked = z.object({ _id: z.string(), name: z.string(), email: z.string(), blockedAt: z.string() })
export type Blocked = z.infer<typeof Blocked>

const OneAnswer = { id: GroupId, rsvpId: RsvpId }
export const removalApi = {
  /** With `block` its address may not answer here again. */
  remove: del(
    '/group/:id/rsvps/:rsvpId',
    z.strictObject({ ...OneAnswer, block: z.optional(Flag) }),
    z.object({ group: GroupView, ...undoable }),
  ),
  /** The latest first; there are more as long as there is a `nextCursor`. */
  blocked: get(
    '/group/:id/blocked',
    z.strictObject({ id: GroupId, cursor: z.optional(z.string().check(z.regex(/^[\d.:TZ-]{24}_[0-9a-f]{24}$/))) }),
    z.object({ blocked: z.array(Blocked), nextCursor: z.nullable(z.string()) }),
  ),
  unblock: del('/group/:id/blocked/:rsvpId', z.strictObject(OneAnswer), z.object({ success: z.literal(true) })),
}
