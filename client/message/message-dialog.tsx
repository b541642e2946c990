// One message that was sent: its text, who got it, and who didn't and why (R101).
import { useCallback, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { faultWords } from '#client/notice/fault-words.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { type DeliveryOutcome, messageApi } from '#protocol/mail/message.ts'
import { useMessages } from './store.ts'

const words: Readonly<Record<DeliveryOutcome, readonly [string, BadgeTone]>> = {
  waiting: ['Waiting', 'neutral'],
  sent: ['Sent', 'success'],
  failed: ['Not delivered', 'danger'],
  stopped: ['Stopped such emails', 'warn'],
  undeliverable: [faultWords.undeliverable, 'danger'],
  complained: [faultWords.complained, 'danger'],
  over: ['No longer true', 'neutral'],
}

/** The message, and who got it: read again with each change of how far it has come. */
function useRead(id: string, messageId: string) {
  const [message, setText] = useState('')
  const rev = useMessages((held) => held.byId[messageId]?.rev)
  const read = useCallback(
    async (cursor: string | undefined) => {
      const { text, recipients, nextCursor } = await call(messageApi.read, { id, messageId, cursor })
      setText(text)
      return { rows: recipients.map((one) => ({ ...one, _id: one.rsvpId })), nextCursor }
    },
    [id, messageId],
  )
  return { message, ...usePages(read, { failed: 'Failed to load the message', rev }) }
}

function SentMessage({ groupId, messageId }: { groupId: string; messageId: string }) {
  const { message, rows, isComplete, failure, isBusy, more, retry } = useRead(groupId, messageId)
  if (failure) return <ErrorState title={failure} onRetry={retry} />
  if (!rows)
    return (
      <Loading label="Loading the message...">
        <Skeleton className="h-24 w-full rounded-lg" />
      </Loading>
    )
  return (
    <div className="flex flex-col gap-5">
      <p className="whitespace-pre-line wrap-anywhere">{message}</p>
      <List label="Recipients">
        {rows.map(({ _id, name, email, outcome }) => (
          <ListRow
            key={_id}
            title={<span className="wrap-anywhere">{name || 'A guest'}</span>}
            meta={<span className="wrap-anywhere">{email}</span>}
            trailing={<Badge tone={words[outcome][1]}>{words[outcome][0]}</Badge>}
          />
        ))}
      </List>
      <LoadMore onMore={more} busy={isBusy} isDone={isComplete} />
    </div>
  )
}

interface Props {
  groupId: string
  /** null while none is shown. */
  messageId: string | null
  onClose: () => void
}

export function MessageDialog({ groupId, messageId, onClose }: Props) {
  const card = useMessages((held) => (messageId ? held.byId[messageId] : undefined))
  return (
    <Dialog
      open={messageId !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={card?.subject ?? 'Message'}
      description={card?.repliesTo ? `Replies go to ${card.repliesTo}` : 'Replies aren’t read by anyone'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {messageId && <SentMessage key={messageId} groupId={groupId} messageId={messageId} />}
    </Dialog>
  )
}
