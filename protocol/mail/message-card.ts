// A sent message in an organizer's history, with how far it has come (R101). Apart from `message.ts`, since every page that is live knows it.
import { z } from 'zod/mini'

export const MessageCard = z.object({
  _id: z.string(),
  rev: z.int(),
  groupId: z.string(),
  subject: z.string(),
  /** In words of then: names of roles, and states; empty for everybody. */
  roles: z.array(z.string()),
  states: z.array(z.string()),
  /** R110: it went to people who were picked one by one. */
  isToNamed: z.optional(z.literal(true)),
  /** R164: it went to those who hadn't answered a question. */
  isToUnanswered: z.optional(z.literal(true)),
  /** R193: it went to those who came, or to those who didn't. */
  door: z.optional(z.enum(['came', 'missed'])),
  /** R101g: the names of all groups that it went to at once; here it is counted to whom it went about this one. Absent where it was this alone. */
  together: z.optional(z.array(z.string())),
  repliesTo: z.string(),
  createdAt: z.string(),
  recipients: z.int(),
  /** How many by what became of them; absent for none. */
  outcomes: z.record(z.string(), z.int()),
})
export type MessageCard = z.infer<typeof MessageCard>
