// What is said between a guest and the product about what is theirs: the personal link, their own data (R87, R88, R96). Apart from `rsvp.ts`, to keep it out of the invitee's first load.
import { z } from 'zod/mini'
import { del, get, identify, post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, GroupId, linkToken, RsvpId } from '#protocol/kernel/fields.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'
import { AddressFault } from './group.ts'
import { CameBy, RsvpForm } from './rsvp.ts'

const over = linkRefusals['guest-link-over'][1]
const LinkToken = linkToken(1000, over)

/** Whose answer is meant follows from the proof: the cookie of the email, or the session. */
const FormRef = z.strictObject({ groupId: GroupId, eventId: z.optional(z.nullable(z.union([z.literal(''), EventId]))) })
const LinkSent = z.object({ sent: z.literal(true) })

/** R96: all that is kept of a guest for one group. */
export const MyData = z.object({
  event: z.nullable(z.object({ name: z.string(), start: z.string(), end: z.string(), timeZone: z.string(), dressCode: z.string() })),
  group: z.string(),
  name: z.string(),
  email: z.string(),
  attending: z.nullable(z.boolean()),
  roles: z.array(z.string()),
  /** What was held when declining. */
  declinedRoles: z.array(z.string()),
  confirmed: z.boolean(),
  confirmationDate: z.nullable(z.string()),
  note: z.string(),
  /** R162, in words. */
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** R170, R176: who comes along, and R172: with how many they would come while they wait. */
  companions: z.array(z.object({ name: z.string(), roles: z.array(z.string()), linkTo: z.nullable(z.string()) })),
  atLeast: z.nullable(z.int()),
  /** R94: whom the seats are offered to, and what others offer to this guest. */
  handOver: z.nullable(
    z.object({ name: z.string(), email: z.string(), roles: z.array(z.string()), createdAt: z.string(), until: z.string() }),
  ),
  handedToMe: z.array(z.object({ name: z.string(), createdAt: z.string(), until: z.string() })),
  /** R89, R91: the roles waited for, the seats that are held, and what was asked for then. */
  waitingFor: z.array(z.string()),
  offers: z.array(z.object({ role: z.string(), until: z.string() })),
  keepWaiting: z.boolean(),
  replaceRole: z.boolean(),
  /** R102: why no emails reach them, and since when they want none about this event; null where neither is so. */
  addressFault: z.nullable(AddressFault),
  emailsStoppedAt: z.nullable(z.string()),
  organizationId: z.nullable(z.string()),
  /** R123, R147: how they came by their seat, and the groups it overlaps all the same. */
  cameBy: z.nullable(CameBy),
  overlaps: z.array(z.string()),
  /** R119: how often they changed it within the hour since then. */
  changes: z.nullable(z.object({ since: z.string(), count: z.int() })),
  /** R129: when those who manage the group took it away, and since when the address may not answer. */
  removedAt: z.nullable(z.string()),
  blockedAt: z.nullable(z.string()),
  /** R186: when they went in and out, and at which door; what was taken back too. */
  atDoor: z.array(z.object({ kind: z.enum(['in', 'out', 'undo']), at: z.string(), door: z.string() })),
  /** R97: when they were last invited, first opened that, and were asked again for an answer, what was suggested, and as whose guest they were invited ('' for none); null where they were not. */
  invitation: z.nullable(
    z.object({
      at: z.string(),
      openedAt: z.nullable(z.string()),
      nudgedAt: z.nullable(z.string()),
      suggestedRoles: z.array(z.string()),
      earlierEvent: z.string(),
    }),
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Emails of the last seven days about this group; `subject` is empty where it was not kept. */
  emails: z.array(z.object({ createdAt: z.string(), subject: z.string(), isSent: z.boolean() })),
})
export type MyData = z.infer<typeof MyData>

export const guestApi = {
  open: identify('/rsvp/open', z.strictObject({ token: LinkToken }), RsvpForm),
  links: post('/rsvp/links', z.strictObject({ email: Email }), LinkSent),
  newLink: post('/rsvp/new-link', FormRef, LinkSent),
  newLinkFor: post('/group/:id/rsvps/:rsvpId/new-link', z.strictObject({ id: GroupId, rsvpId: RsvpId }), LinkSent),
  myData: get('/rsvp/my-data', FormRef, MyData),
  erase: del('/rsvp', FormRef, z.object({ success: z.literal(true) })),
}
