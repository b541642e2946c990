// A guest as the door sees them (R183): apart from the calls, since those of scans need it too.
import { z } from 'zod/mini'

export const standings = ['yes', 'waiting', 'no', 'none'] as const
const there = {
  /** R191: the entries of who was let in twice; the first one stands. */
  twice: z.optional(z.array(z.object({ at: z.string(), door: z.string() }))),
  /** Absent for who was never there; `line` names what happened last, to take it back. */
  door: z.optional(z.object({ isIn: z.boolean(), at: z.string(), door: z.string(), line: z.string() })),
}
/** `roles`: absent where they have the guest's own. */
export const Along = z.object({ _id: z.string(), name: z.string(), roles: z.optional(z.array(z.string())), ...there })
export type Along = z.infer<typeof Along>

/** R183: a guest as the door sees them: never an email. */
export const DoorPerson = z.object({
  _id: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  standing: z.enum(standings),
  /** R174: who comes along with them, each with a pass, and a log, of their own. */
  companions: z.optional(z.array(Along)),
  /** In words, to the questions that are meant for the door. */
  answers: z.optional(z.array(z.object({ question: z.string(), answer: z.string() }))),
  /** R181: that of their pass; absent for 0. */
  serial: z.optional(z.int()),
  ...there,
})
export type DoorPerson = z.infer<typeof DoorPerson>
