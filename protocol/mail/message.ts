// What organizers write to the guests of a group (R101).
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { GroupId, id, line, prose, RsvpId } from '#protocol/kernel/fields.ts'
import { messageLength, mostGroups, rsvpIdsPerCall } from '#protocol/kernel/limits.ts'
import { isNameBeyondAscii } from '#protocol/kernel/texts.ts'
import { MessageCard } from './message-card.ts'

/** How somebody stands who may be written to; who declined never is. */
export const audienceStates = ['yes', 'confirmed', 'unconfirmed', 'silent', 'waiting'] as const
export type AudienceState = (typeof audienceStates)[number]
/** R193: who said yes, by whether they came: they may be written to once the event is over, too. */
export const attendances = ['came', 'missed'] as const
export type WhoCame = (typeof attendances)[number]

const MessageId = id('Invalid Message Id')
/** Who holds one of these roles, or waits for it, and stands in one of these ways; a list of roles or states that is empty or left out leaves nobody out. */
export const Audience = z.strictObject({
  /** By id, so that a role that was renamed meanwhile is the same. */
  roles: z.optional(z.array(z.string().check(z.maxLength(24))).check(z.maxLength(200))),
  states: z.optional(z.array(z.enum(audienceStates)).check(z.maxLength(audienceStates.length))),
  /** R164: nobody but who is asked this question (its id) and hasn't answered it, or any required one ('open'). */
  unanswered: z.optional(z.string('Please choose a question').check(z.regex(/^[\w-]{1,24}$/, 'Please choose a question'))),
  door: z.optional(z.enum(attendances)),
  /** R110: nobody but these, by the ids of their answers. */
  rsvpIds: z.optional(z.array(RsvpId).check(z.minLength(1), z.maxLength(rsvpIdsPerCall))),
})
export type Audience = z.infer<typeof Audience>

export const subjectMissing = 'Please enter a subject'
export const textMissing = 'Please enter a message'
const words = {
  subject: line(120, subjectMissing),
  text: prose(messageLength).check(z.minLength(1, textMissing)),
  /** Whether answers go to the organizer's own address, which the guests then see. */
  replyTo: z._default(z.boolean(), false),
}

/** R101: what a message says of answers to it. A name beyond ASCII stands in no header, since few mail servers take that (R235): there it is said in words. */
export function replyHint(repliesTo: string): string {
  if (isNameBeyondAscii(repliesTo)) return `Please do not reply to this email: write to ${repliesTo} instead.`
  return repliesTo ? `If you reply, your email goes to ${repliesTo}.` : 'Please do not reply: no one reads replies to this email.'
}

/** R101: what became of the email to one person. */
export const deliveryOutcomes = ['waiting', 'sent', 'failed', 'stopped', 'undeliverable', 'complained', 'over'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]
export const Recipient = z.object({ rsvpId: z.string(), name: z.string(), email: z.string(), outcome: z.enum(deliveryOutcomes) })
export type Recipient = z.infer<typeof Recipient>

const OfGroup = { id: GroupId }
/** Other groups of its event that it goes to as well: to each person once, whatever number they are in; roles are then meant by their names. */
const alsoTo = z.optional(z.array(GroupId).check(z.maxLength(mostGroups - 1)))
export const messageApi = {
  /**
   * How many are reached, and how many who fit aren't: they stopped such emails, or their address doesn't work. `declined` are those of the named who
   * said no and so get nothing (R130).
   */
  count: post(
    '/group/:id/messages/audience',
    z.strictObject({ ...OfGroup, alsoTo, audience: Audience }),
    z.object({ recipients: z.int(), unreached: z.int(), declined: z.int() }),
  ),
  /** The email as a guest gets it, to oneself. */
  test: post('/group/:id/messages/test', z.strictObject({ ...OfGroup, ...words }), z.object({ sentTo: z.string() })),
  send: post(
    '/group/:id/messages',
    z.strictObject({ ...OfGroup, alsoTo, audience: Audience, ...words }),
    z.object({ messageId: z.string(), recipients: z.int() }),
  ),
  /** The newest first. */
  list: get(
    '/group/:id/messages',
    z.strictObject({ ...OfGroup, cursor: z.optional(z.string().check(z.regex(/^[\d.:TZ-]{24}_[0-9a-f]{24}$/))) }),
    z.object({ messages: z.array(MessageCard), nextCursor: z.nullable(z.string()) }),
  ),
  /** One of them with its text and a page of those it went to. */
  read: get(
    '/group/:id/messages/:messageId',
    z.strictObject({ ...OfGroup, messageId: MessageId, cursor: z.optional(z.string().check(z.regex(/^\d{1,6}$/))) }),
    z.object({ message: MessageCard, text: z.string(), recipients: z.array(Recipient), nextCursor: z.nullable(z.string()) }),
  ),
}
