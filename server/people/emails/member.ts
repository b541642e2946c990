// What is emailed to whoever is invited to an organization.
import { invitationDays } from '#protocol/kernel/limits.ts'
import { unlinked } from '#server/kernel/emails/names.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { ofOrganizer, secret, withToken } from '#server/kernel/emails/parts.ts'

interface InvitationEmail {
  readonly org: string
  /** R117d: '' where nobody has named them. */
  readonly invitedBy: string
  readonly token: string
  readonly ownerId: string
}

/** R117: sealed, since its link accepts; it carries nothing that anybody typed but the names of the organization and of who invites. */
export const memberInvitedEmail = (to: string, url: string, { org, invitedBy, token, ownerId }: InvitationEmail): EmailDraft => ({
  ...ofOrganizer(
    ownerId,
    secret(
      to,
      'You are invited to an organization on Rolecall',
      [
        {
          p: `${invitedBy ? `${unlinked(invitedBy)} invites you to be a member of “${unlinked(org)}”` : `An organization named “${unlinked(org)}” invites you to be a member`} on Rolecall. It can then see your name there.`,
        },
        { link: withToken(url, '/invitation', token), label: 'Accept or decline' },
        { p: `The link works for ${invitationDays} days. Until you accept, the organization sees only what it typed about you.` },
      ],
      invitationDays * 24,
    ),
  ),
  isUnasked: true,
})
