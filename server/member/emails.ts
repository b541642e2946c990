// What is emailed to whoever is invited to an organization.
import { invitationDays } from '#protocol/limits.ts'
import { unlinked } from '../emails/names.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { ofOrganizer, secret, withToken } from '../emails/parts.ts'

/** R117: sealed, since its link accepts; it carries nothing that anybody typed but the organization's name. */
export const memberInvitedEmail = (to: string, url: string, org: string, token: string, ownerId: string): EmailDraft => ({
  ...ofOrganizer(
    ownerId,
    secret(to, 'You are invited to an organization on Rolecall', [
      { p: `An organization named “${unlinked(org)}” invites you to be a member on Rolecall. It can then see your name there.` },
      { link: withToken(url, '/invitation', token), label: 'Accept or decline' },
      { p: `The link works for ${invitationDays} days. Until you accept, the organization sees nothing of you but what it typed.` },
    ]),
  ),
  isUnasked: true,
})
