// What became of the emails of the latest invitations, live for everyone who manages the group.
import { formatCount } from '#client/lib/format-count.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Progress } from '#client/ui/feedback/progress.tsx'
import { useInvitations } from './store.ts'

const failedText = (failed: number, total: number) =>
  failed > 0 ? `${formatCount(failed)} of ${formatCount(total)} invitations could not be delivered. Check the addresses.` : ''

/** When all are sent it says how many failed, if any did. */
export function EmailProgress({ groupId }: { groupId: string }) {
  const progress = useInvitations((held) => held.progress[groupId])
  if (!progress) return null
  const { done, sent, failed, total } = progress
  const isDone = done >= total
  if (isDone)
    return failed > 0 ? (
      <Notice tone="warn" live>
        {failedText(failed, total)}
      </Notice>
    ) : null
  return (
    <Progress
      percent={(done / total) * 100}
      label={`Sent ${formatCount(sent)} of ${formatCount(total)}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`}
    />
  )
}
