// Invitations on the board of a group: how those who were invited stand, how far emails have come, and the ways to invite (R97).
import { MailQuestion, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { counted } from '#client/lib/counted.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView } from '#protocol/group.ts'
import { AgainDialog } from './again-dialog.tsx'
import { EmailProgress } from './email-progress.tsx'
import { openInvitations } from './store.ts'

const standing = ({ invited, opened, answered }: NonNullable<GroupView['invitations']>) =>
  `${counted(invited + opened + answered)} invited by email: ${counted(answered)} answered, ${counted(opened)} opened, ${counted(invited)} not opened yet.`

/** Draws the section; for those who manage a group that still takes answers. */
export function InvitationsPanel({ group }: { group: GroupView }) {
  const [isAsking, setAsking] = useState(false)
  const { _id, invitations } = group
  const silent = invitations?.silent ?? 0
  const hasInvited = invitations !== undefined && invitations.invited + invitations.opened + invitations.answered > 0
  useEffect(() => {
    // Without it the bar appears with the next email that leaves.
    if (hasInvited) void openInvitations(_id).catch(() => undefined)
  }, [_id, hasInvited])
  return (
    <Section
      title="Invitations"
      description={hasInvited ? standing(invitations) : 'Email people a link of their own, and see who has opened it and who has answered.'}
      actions={
        <>
          {silent > 0 && (
            <Button icon={<MailQuestion aria-hidden="true" />} onClick={() => setAsking(true)}>
              {`Invite again (${counted(silent)})`}
            </Button>
          )}
          <ButtonLink href={`/group/${_id}/invite`} variant="primary" icon={<UserPlus aria-hidden="true" />}>
            Invite people
          </ButtonLink>
        </>
      }
    >
      <EmailProgress groupId={_id} />
      <AgainDialog groupId={_id} isOpen={isAsking} onOpenChange={setAsking} />
    </Section>
  )
}
