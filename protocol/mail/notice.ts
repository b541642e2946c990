// Emails to guests that they did not ask for, and how they stop them (R97 to R102).
import { z } from 'zod/mini'
import { post } from '#protocol/kernel/endpoint.ts'
import { Email, GroupId, linkToken, RsvpId } from '#protocol/kernel/fields.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'

/** Why such an email is sent. */
export const noticeKinds = ['invitation', 'confirmation', 'reminder', 'nudge', 'message', 'assigned', 'unassigned'] as const
export type NoticeKind = (typeof noticeKinds)[number]

const over = linkRefusals['notice-link-over'][1]
const Link = z.strictObject({ token: linkToken(1000, over) })

/** R102: what the page behind the link in a notice shows: which emails are meant, and whether they are stopped. */
export const NoticeChoice = z.object({
  /** The name of the event or group; '' where it is the digest of all of an organizer's events (R100). */
  occasion: z.string(),
  about: z.enum(['event', 'group', 'digest']),
  /** '' once the data of who got the link is erased. */
  maskedEmail: z.string(),
  stopped: z.boolean(),
})
export type NoticeChoice = z.infer<typeof NoticeChoice>

export const noticeApi = {
  /** Only looks (R116). */
  open: post('/notice/open', Link, NoticeChoice),
  stop: post('/notice/stop', Link, NoticeChoice),
  resume: post('/notice/resume', Link, NoticeChoice),
  /** R102: for those who manage the group: writes again to an address that an email could not be delivered to. */
  retryAddress: post(
    '/group/:id/rsvps/:rsvpId/retry-address',
    z.strictObject({ id: GroupId, rsvpId: RsvpId }),
    z.object({ success: z.literal(true) }),
  ),
  /** R102: for those who manage the group: somebody who was invited or assigned and hasn't answered is written to at another address. */
  correctAddress: post(
    '/group/:id/rsvps/:rsvpId/correct-address',
    z.strictObject({ id: GroupId, rsvpId: RsvpId, email: Email }),
    z.object({ success: z.literal(true) }),
  ),
}
