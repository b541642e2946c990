// Invitations on the board of a group: how those who were invited stand, how far emails have come, and the ways to invite (R97).
import { MailQuestion, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { toastNotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { invitation } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { EmailProgress } from './email-progress.tsx'
import { mayAskAgain } from './sending.ts'
import { openInvitations } from './store.ts'

const againDialog = loadPage(() => import('./again-dialog.tsx'), 'AgainDialog')

const progressText = ({ invited, opened, answered }: NonNullable<GroupView['invitations']>) =>
  `${formatCount(invited + opened + answered)} invited by email: ${formatCount(answered)} answered, ${formatCount(opened)} opened, ${formatCount(invited)} not opened yet.`

/** Whether anybody may be asked again yet; null while that isn't known. It is looked at anew when more or fewer are silent, and after they were asked. */
function useMayAsk(groupId: string, silent: number, isAsking: boolean): boolean | null {
  const [mayAsk, setMayAsk] = useState<boolean | null>(null)
  useEffect(() => {
    if (silent === 0 || isAsking) return
    let isOver = false
    // Where that can't be read the question says what is wrong.
    mayAskAgain(groupId).then(
      (may) => !isOver && setMayAsk(may),
      () => !isOver && setMayAsk(true),
    )
    return () => {
      isOver = true
    }
  }, [groupId, silent, isAsking])
  return mayAsk
}

/** For those who manage a group that still takes answers. */
export function InvitationsPanel({ group }: { group: GroupView }) {
  const [isAsking, setAsking] = useState(false)
  const [hasAsked, setAsked] = useState(false)
  const ask = async () => {
    await againDialog.ready()
    setAsked(true)
    setAsking(true)
  }
  const { _id, invitations } = group
  const silent = invitations?.silent ?? 0
  const mayAsk = useMayAsk(_id, silent, isAsking)
  const hasInvited = invitations !== undefined && invitations.invited + invitations.opened + invitations.answered > 0
  useEffect(() => {
    // Without it the bar appears with the next email that leaves.
    if (hasInvited) void openInvitations(_id).catch(() => undefined)
  }, [_id, hasInvited])
  return (
    <Section
      title="Invitations"
      className={hasInvited ? undefined : 'print:hidden'}
      description={hasInvited ? progressText(invitations) : 'Email people their own link, and see who has opened it and who has answered.'}
      actions={
        <>
          {silent > 0 && (
            <Button icon={<MailQuestion aria-hidden="true" />} disabled={mayAsk !== true} onClick={() => void ask().catch(toastNotLoaded)}>
              {`Invite again (${formatCount(silent)})`}
            </Button>
          )}
          <ButtonLink href={`/group/${_id}/invite`} icon={<UserPlus aria-hidden="true" />}>
            Invite people
          </ButtonLink>
        </>
      }
    >
      {silent > 0 && mayAsk === false && (
        <Text size={13} tone="muted" className="print:hidden">
          {`You can’t invite anyone again yet: there must be ${invitation.againDays} days between two invitations.`}
        </Text>
      )}
      <EmailProgress groupId={_id} />
      {hasAsked && <againDialog.Component groupId={_id} isOpen={isAsking} onOpenChange={setAsking} />}
    </Section>
  )
}
