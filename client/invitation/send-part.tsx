// Sends the list: how many, how far it has come, what is left for another day.
import { Send } from 'lucide-react'
import { formatCount } from '#client/lib/format-count.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Progress } from '#client/ui/feedback/progress.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { EmailProgress } from './email-progress.tsx'
import { messageError } from './message-part.tsx'
import { isNew } from './rows.ts'
import { useInvitations } from './store.ts'
import type { InviteList } from './use-invite-list.ts'

const invitationsOf = (count: number) => (count === 1 ? '1 invitation' : `${formatCount(count)} invitations`)
const peopleOf = (count: number) => (count === 1 ? '1 more person' : `${formatCount(count)} more people`)

/** What the day allows, where it is less than the list. */
function LeftNotice({ left, wanted }: { left: number | undefined; wanted: number }) {
  if (left === undefined || wanted <= left) return null
  return (
    <Notice tone="warn" title={left === 0 ? 'No more invitations today' : `Your plan allows ${peopleOf(left)} today`}>
      The rest stay in the list. You can continue tomorrow in this tab.
    </Notice>
  )
}

const percentOf = (done: number, total: number) => (total === 0 ? 0 : Math.round((done / total) * 100))

interface Props {
  group: GroupView
  list: InviteList
  /** Where one goes on. */
  href: string
}

export function SendPart({ group, list, href }: Props) {
  const left = useInvitations((held) => held.left[group._id])
  const { rows, sending, failure, isBusy, isChecking } = list
  const wanted = rows.filter(isNew).length
  const sent = rows.filter((row) => row.isSent && row.status === 'Invited').length
  const isDone = sent > 0 && wanted === 0 && !isBusy
  return (
    <div className="flex flex-col gap-5">
      <LeftNotice left={left} wanted={wanted} />
      {failure && (
        <Notice tone="danger" live title={sent > 0 ? `${invitationsOf(sent)} sent before sending stopped` : undefined}>
          {failure}
        </Notice>
      )}
      {sending && (
        <Progress
          percent={percentOf(sending.done, sending.total)}
          label={`Inviting ${formatCount(sending.done)} of ${formatCount(sending.total)}`}
        />
      )}
      {isDone && (
        <Notice tone="success" live title={`${invitationsOf(sent)} on the way`}>
          The list of answers shows who has opened the invitation and who has answered.
        </Notice>
      )}
      <EmailProgress groupId={group._id} />
      <FormActions sticky>
        {isDone ? (
          <ButtonLink variant="primary" href={href}>
            See the answers
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            icon={<Send aria-hidden="true" />}
            busy={isBusy}
            busyLabel="Inviting..."
            disabled={wanted === 0 || isChecking || left === 0 || messageError(list.message) !== undefined}
            onClick={() => void list.send()}
          >
            {isChecking ? 'Checking the list...' : `Send ${invitationsOf(left === undefined ? wanted : Math.min(left, wanted))}`}
          </Button>
        )}
      </FormActions>
    </div>
  )
}
