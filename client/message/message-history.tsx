// What was sent, the newest first, how far each has come, and who got it (R101).
import { useCallback, useMemo, useState } from 'react'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { useWatch } from '#client/lib/live.ts'
import { useMissing } from '#client/records/use-missing.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Progress } from '#client/ui/feedback/progress.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { messageRoom } from '#protocol/live.ts'
import type { AudienceState } from '#protocol/mail/message.ts'
import type { MessageCard } from '#protocol/mail/message-card.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { doorWords, stateWords } from './audience-picker.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { loadMessages, newestFirst, putMessages, useMessages } from './store.ts'

/** Whom it went to, in words. */
const meantBy = ({ roles, states, isToNamed, isToUnanswered, door, together }: MessageCard) =>
  [
    isToNamed && 'Selected people',
    isToUnanswered && 'With open questions',
    door && doorWords[door],
    states.map((state) => stateWords[state as AudienceState]).join(', '),
    roles.join(', '),
    together && `together with ${together.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' · ') || 'Everyone who hadn’t declined'

const notReached = ({ outcomes }: MessageCard) =>
  Object.entries(outcomes).reduce((sum, [outcome, count]) => (outcome === 'sent' || outcome === 'waiting' ? sum : sum + count), 0)

function Reached({ card }: { card: MessageCard }) {
  const { sent = 0, waiting = 0 } = card.outcomes
  if (waiting > 0)
    return (
      <Progress percent={(1 - waiting / card.recipients) * 100} label={`Sent ${formatCount(sent)} of ${formatCount(card.recipients)}`} />
    )
  const missed = notReached(card)
  return (
    <p className="tabular text-13 text-muted">
      Sent to {peopleText(sent)}
      {missed > 0 && `, not to ${peopleText(missed)}`}
    </p>
  )
}

function useHistory(groupId: string) {
  const byId = useMessages((held) => held.byId)
  const cursor = useMessages((held) => held.cursors[groupId])
  const read = useCallback(() => loadMessages(groupId), [groupId])
  const loading = useMissing(cursor === undefined, read, 'Failed to load the messages')
  const watcher = useMemo(() => ({ onView: ({ messages }: { messages: MessageCard[] }) => putMessages(messages) }), [])
  useWatch(messageRoom(groupId), watcher)
  return { cards: useMemo(() => newestFirst(byId, groupId), [byId, groupId]), cursor, ...loading }
}

export function MessageHistory({ groupId }: { groupId: string }) {
  const { cards, cursor, failure, isBusy, load } = useHistory(groupId)
  const [shown, setShown] = useState<string | null>(null)
  if (failure && cards.length === 0) return <ErrorState title={failure} onRetry={() => void load()} />
  if (cursor === undefined && cards.length === 0)
    return (
      <Loading label="Loading the messages...">
        <Skeleton className="h-20 w-full rounded-lg" />
      </Loading>
    )
  if (cards.length === 0) return <EmptyState title="No messages yet">What you send appears here, with who got it.</EmptyState>
  return (
    <>
      <List label="Messages">
        {cards.map((card) => (
          <ListRow
            key={card._id}
            title={<span className="wrap-anywhere">{card.subject}</span>}
            meta={`${formatInstant(card.createdAt, viewerZone())} · ${meantBy(card)}`}
            trailing={
              <Button size="sm" aria-label={`Show “${card.subject}”`} onClick={() => setShown(card._id)}>
                Show
              </Button>
            }
          >
            <Reached card={card} />
          </ListRow>
        ))}
      </List>
      <LoadMore onMore={() => void load()} busy={isBusy} isDone={cursor === null} />
      <MessageDialog groupId={groupId} messageId={shown} onClose={() => setShown(null)} />
    </>
  )
}
