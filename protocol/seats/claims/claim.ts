// What is said about a link of one's own for somebody who comes along (R175): sending it, the page behind it, and the answer to it.
import { z } from 'zod/mini'
import { del, identify, post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, GroupId, line, lineOrNothing, linkToken } from '#protocol/kernel/fields.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'
import { nameMissing } from '#protocol/kernel/texts.ts'
import { hereAs } from '#protocol/people/here-as.ts'
import { CompanionId, companionLimits } from '../companions/companion.ts'
import { PublicEvent } from '../event.ts'
import { OwnRsvp, RsvpReceipt } from '../rsvp.ts'

const over = linkRefusals['companion-over'][1]
const Token = linkToken(1000, over)

/** Whose companion is meant follows from the proof: the cookie of the email, or the session. */
const which = { groupId: GroupId, eventId: z.optional(z.nullable(EventId)), companionId: CompanionId }

/** What somebody is shown who was sent a link: nothing of the guest but the name. */
export const ClaimView = z.object({
  giver: z.string(),
  /** As the guest named them; '' where they didn't. */
  name: z.string(),
  /** The link was sent there. */
  email: z.string(),
  roles: z.array(z.string()),
  until: z.string(),
  groupId: z.string(),
  group: z.string(),
  event: z.nullable(PublicEvent),
  ...hereAs,
})
export type ClaimView = z.infer<typeof ClaimView>

export const companionApi = {
  /** R176: `name` where it is somebody else who gets the seat; it is theirs once they accept. */
  link: post(
    '/rsvp/companions/link',
    z.strictObject({ ...which, name: z.optional(lineOrNothing(companionLimits.name)), email: Email }),
    RsvpReceipt,
  ),
  takeBack: del('/rsvp/companions/link', z.strictObject(which), RsvpReceipt),
  /** Reads and nothing else (R116): the token travels in the body, so that no log has it. */
  open: post('/companion/open', z.strictObject({ token: Token }), ClaimView),
  accept: identify(
    '/companion/accept',
    z.strictObject({ token: Token, name: z.optional(line(100, nameMissing)) }),
    z.object({ groupId: z.string(), eventId: z.nullable(z.string()), email: z.string(), rsvp: OwnRsvp }),
  ),
}
