// What is said between a person and an organization that invites them, or that they leave (R117).
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { id, OrgId, Token } from '#protocol/kernel/fields.ts'
import { hereAs } from './here-as.ts'
import { OrgMember } from './org.ts'

/** What the page behind an emailed invitation shows: who invites ('' where that isn't known), to what, and which email they wrote to. */
export const OrgInvitation = z.object({
  organization: z.string(),
  invitedBy: z._default(z.string(), ''),
  maskedEmail: z.string(),
  isAccepted: z.boolean(),
  ...hereAs,
})
export type OrgInvitation = z.infer<typeof OrgInvitation>

const Answered = z.object({ success: z.literal(true), accepted: z.boolean() })

export const memberApi = {
  readInvitation: get('/invitation', z.strictObject({ token: Token }), z.object({ invitation: OrgInvitation })),
  /** R116: by the link and a click on its page; without an account. */
  answerByLink: post('/invitation', z.strictObject({ token: Token, accept: z.boolean() }), Answered),
  /** While signed in. */
  answer: post('/org/:id/invitation', z.strictObject({ id: OrgId, accept: z.boolean() }), Answered),
  /** By an admin, to somebody who has not answered. */
  inviteAgain: post('/member/:id/invite', z.strictObject({ id: id('Invalid Member Id'), orgId: OrgId }), z.object({ member: OrgMember })),
  leave: post('/org/:id/leave', z.strictObject({ id: OrgId }), z.object({ success: z.literal(true) })),
}
