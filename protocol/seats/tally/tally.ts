// How many are inside, and came, at the doors of an event (R186): apart from the calls, since boards and broadcasts need it too.
import { z } from 'zod/mini'

/** R186: no sum counts a person twice. */
export const DoorSums = z.object({ inside: z.int(), came: z.int() })
export type DoorSums = z.infer<typeof DoorSums>

/** `doors`: each phone, and each helper without one, by itself, under its name; of those of one name the others as "North (2)". */
export const DoorCounts = z.extend(DoorSums, { roles: z.record(z.string(), DoorSums), doors: z.record(z.string(), DoorSums) })
export type DoorCounts = z.infer<typeof DoorCounts>

/** A group's, as they are broadcast: `_id` is the group's. */
export const DoorTally = z.object({ _id: z.string(), rev: z.int(), counts: DoorCounts })
export type DoorTally = z.infer<typeof DoorTally>
/** Of an event with several groups, for who sees all of them: `_id` is the event's. */
export const EventTally = z.object({ _id: z.string(), rev: z.int(), counts: DoorSums })
export type EventTally = z.infer<typeof EventTally>

/** R193: that somebody came: since when, whether they are inside now, and how many of their party came. R191: the entries of one who was let in twice. */
export const Came = z.object({
  at: z.string(),
  isIn: z.boolean(),
  people: z.int(),
  twice: z.optional(z.array(z.object({ at: z.string(), door: z.string() }))),
})
export type Came = z.infer<typeof Came>
/** The same by itself: `_id` is the answer's; null where it was taken back. */
export const CameNow = z.object({ _id: z.string(), rev: z.int(), groupId: z.string(), came: z.nullable(Came) })
export type CameNow = z.infer<typeof CameNow>

/** R182b: that a phone (`_id`) of an event was made, paired, heard of or cut off, to those who manage it: they read the phones again. */
export const PhoneNow = z.object({ _id: z.string(), rev: z.int(), eventId: z.string() })
export type PhoneNow = z.infer<typeof PhoneNow>

/** What a phone at the doors of an event watches: the sums of its groups, and of `all` of several; that it is cut off ends the watch. */
export const DoorView = z.object({ _id: z.string(), rev: z.int(), groups: z.array(DoorTally), all: z.optional(EventTally) })
export type DoorView = z.infer<typeof DoorView>
