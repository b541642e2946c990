// How many of the latest invitations have left, live for everyone who manages the group.
import { counted } from '#client/lib/counted.ts'
import { Progress } from '#client/ui/feedback/progress.tsx'
import { useInvitations } from './store.ts'

/** Draws the bar while emails are on their way; nothing before and after. */
export function EmailProgress({ groupId }: { groupId: string }) {
  const progress = useInvitations((held) => held.progress[groupId])
  if (!progress || progress.sent >= progress.total) return null
  const { sent, total } = progress
  return <Progress percent={(sent / total) * 100} label={`Sent ${counted(sent)} of ${counted(total)}`} />
}
