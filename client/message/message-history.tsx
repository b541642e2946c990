// What was sent, the newest first, how far each has come, and who got it (R101).
import { useCallback, useEffect, useMemo, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { useWatch } from '#client/lib/live.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Progress } from '#client/ui/feedback/progress.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { messageRoom } from '#protocol/live.ts'
import type { AudienceState } from '#protocol/message.ts'
import type { MessageCard } from '#protocol/message-card.ts'
import { people, stateWords } from './audience-picker.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { loadMessages, newestFirst, putMessages, useMessages } from './store.ts'

/** Whom it went to, in words. */
const meantBy = ({ roles, states, isToNamed }: MessageCard) =>
  [isToNamed && 'Selected people', states.map((state) => stateWords[state as AudienceState]).join(', '), roles.join(', ')]
    .filter(Boolean)
    .join(' · ') || 'Everybody who hadn’t declined'

const notReached = ({ outcomes }: MessageCard) =>
  Object.entries(outcomes).reduce((sum, [outcome, count]) => (outcome === 'sent' || outcome === 'waiting' ? sum : sum + count), 0)

/** How far it has come: a bar while it goes out, a line afterwards. */
function Reached({ card }: { card: MessageCard }) {
  const { sent = 0, waiting = 0 } = card.outcomes
  if (waiting > 0)
    return <Progress percent={(1 - waiting / card.recipients) * 100} label={`Sent ${counted(sent)} of ${counted(card.recipients)}`} />
  const missed = notReached(card)
  return (
    <p className="tabular text-13 text-muted">
      Sent to {people(sent)}
      {missed > 0 && `, not to ${people(missed)}`}
    </p>
  )
}

function useHistory(groupId: string) {
  const byId = useMessages((held) => held.byId)
  const cursor = useMessages((held) => held.cursors[groupId])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    setFailure(null)
    await loadMessages(groupId).catch((error: unknown) => setFailure(sentenceOf(error, 'Failed to load the messages')))
    setBusy(false)
  }, [groupId])
  useEffect(() => {
    if (useMessages.getState().cursors[groupId] === undefined) void load()
  }, [groupId, load])
  const watcher = useMemo(() => ({ onView: ({ messages }: { messages: MessageCard[] }) => putMessages(messages) }), [])
  useWatch(messageRoom(groupId), watcher)
  return { cards: useMemo(() => newestFirst(byId, groupId), [byId, groupId]), cursor, failure, isBusy, load }
}

/** Draws the history. */
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
