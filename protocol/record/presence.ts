// What is said about who is there: the people who manage a group and have it open, and what each of them is editing (R104).
import { z } from 'zod/mini'
import { id } from '#protocol/kernel/fields.ts'

/** What somebody edits. A role goes by its id, never by a name: whoever reads it knows the name, and nobody can put words on the screens of others. */
export const Doing = z.union([
  z.strictObject({ kind: z.literal('role'), roleId: id('Invalid Role Id') }),
  z.strictObject({ kind: z.enum(['event', 'group', 'settings', 'questions']) }),
])
export type Doing = z.infer<typeof Doing>

/** What a client says of itself; null when it has stopped. */
export const SaidDoing = z.strictObject({
  room: z.string().check(z.regex(/^group:[0-9a-f]{24}$/)),
  what: z.nullable(Doing),
})
export type SaidDoing = z.infer<typeof SaidDoing>

export const PersonHere = z.object({ userId: z.string(), name: z.string(), doing: z.nullable(Doing) })
export type PersonHere = z.infer<typeof PersonHere>

/** Everybody who is there, oneself among them; `room` is the group's. */
export const PresenceView = z.object({ room: z.string(), people: z.array(PersonHere) })
export type PresenceView = z.infer<typeof PresenceView>

/** How many people are shown at most: where more are there, first those who edit something. */
export const maxPeopleShown = 50
