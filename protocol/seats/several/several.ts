// What is said of an event with several groups to those who are invited to it: all of its groups, on one page (R151).
import { z } from 'zod/mini'
import { del, get } from '#protocol/kernel/endpoint.ts'
import { EventId } from '#protocol/kernel/fields.ts'
import { PublicEvent } from '#protocol/seats/event.ts'
import { MyData } from '#protocol/seats/guest.ts'
import { FormView, formStatuses, OwnRsvp, Removed } from '#protocol/seats/rsvp.ts'

/**
 * R152: the view of the room `event:<eventId>`: which groups there are, with their seats and revisions. What has changed in one comes as its form, in
 * the same room; whoever hasn't got a group of this revision reads all of them again.
 */
export const EventIndex = z.object({
  _id: z.string(),
  /** Rises with each write of the event or of any of its groups. */
  rev: z.int(),
  status: z.enum(formStatuses),
  /** null while it isn't published. */
  event: z.nullable(PublicEvent),
  /** R144: what has to lie between two groups that one person has seats in. */
  bufferMinutes: z.int(),
  /** R148: in how many groups one person has seats at most; null for all. */
  maxGroups: z.nullable(z.int()),
  /** R148: how many groups each is asked to take; 0 for none. */
  minGroups: z.int(),
  /** In their order. `taken` counts seats that are held by an offer as well. */
  groups: z.array(z.object({ _id: z.string(), rev: z.int(), total: z.int(), taken: z.int() })),
})
export type EventIndex = z.infer<typeof EventIndex>

/** One group's answer of who reads it; `rsvp` is null where there is none. */
const OwnInGroup = z.object({ groupId: z.string(), rsvp: z.nullable(OwnRsvp), removed: z.optional(Removed) })
export type OwnInGroup = z.infer<typeof OwnInGroup>

/** R151: each group as its own form shows it, with what is known of who asks: proven for one of them, proven for all. */
export const SeveralForm = z.object({
  index: EventIndex,
  forms: z.array(FormView),
  userEmail: z.string(),
  userName: z.string(),
  own: z.array(OwnInGroup),
})
export type SeveralForm = z.infer<typeof SeveralForm>

const OneEvent = z.strictObject({ eventId: EventId })

export const severalApi = {
  form: get('/rsvp/event/:eventId', OneEvent, SeveralForm),
  /** R153: where a calendar fetches all groups that the caller comes to, as they are then. It ends with their personal link. */
  feed: get('/rsvp/event/:eventId/calendar', OneEvent, z.object({ url: z.string() })),
  /** R96: over all groups at once. */
  myData: get('/rsvp/event/:eventId/my-data', OneEvent, z.object({ answers: z.array(MyData) })),
  erase: del('/rsvp/event/:eventId', OneEvent, z.object({ success: z.literal(true) })),
}
