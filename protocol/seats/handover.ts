// What is said about handing one's seat to somebody else (R94): the offer, the page behind its link, and the answer to it.
import { z } from 'zod/mini'
import { del, get, identify, post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, GroupId, line, linkToken } from '#protocol/kernel/fields.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'
import { hereAs } from '#protocol/people/here-as.ts'
import { PublicEvent } from './event.ts'
import { RsvpRow } from './group.ts'
import { OwnRsvp, RsvpReceipt } from './rsvp.ts'

const over = linkRefusals['hand-over-over'][1]
const Token = linkToken(1000, over)
const WithToken = z.strictObject({ token: Token })

/** Whose seat is meant follows from the proof: the cookie of the email, or the session. */
const here = { groupId: GroupId, eventId: z.optional(z.nullable(EventId)) }

/** What somebody is shown who was named: nothing of the giver but the name, and no other guest. */
export const HandOverView = z.object({
  giver: z.string(),
  /** The email that was named: the link was sent there. */
  email: z.string(),
  roles: z.array(z.string()),
  until: z.string(),
  groupId: z.string(),
  group: z.string(),
  event: z.nullable(PublicEvent),
  /** Where one role is the rule: what the reader would give back for it. */
  replaces: z.array(z.string()),
  ...hereAs,
})
export type HandOverView = z.infer<typeof HandOverView>

export const handoverApi = {
  begin: post('/rsvp/hand-over', z.strictObject({ ...here, name: line(100, 'Please enter their name'), email: Email }), RsvpReceipt),
  takeBack: del('/rsvp/hand-over', z.strictObject(here), RsvpReceipt),
  /** Reads and nothing else (R116): the token travels in the body, so that no log has it. */
  open: post('/hand-over/open', WithToken, HandOverView),
  accept: identify(
    '/hand-over/accept',
    z.strictObject({ token: Token, replaceRole: z.optional(z.boolean()) }),
    z.object({ groupId: z.string(), eventId: z.nullable(z.string()), email: z.string(), rsvp: OwnRsvp }),
  ),
  /** For those who manage the group: the answers whose seats are being handed over, those that end first first; there are more as long as there is a `nextCursor`. */
  list: get(
    '/group/:id/hand-overs',
    z.strictObject({ id: GroupId, cursor: z.optional(z.string().check(z.regex(/^[\d.:TZ-]{24}_[0-9a-f]{24}$/))) }),
    z.object({ rsvps: z.array(RsvpRow), nextCursor: z.nullable(z.string()) }),
  ),
  decline: post('/hand-over/decline', WithToken, z.object({ success: z.literal(true) })),
}
