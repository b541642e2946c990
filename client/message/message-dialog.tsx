// One message that was sent: its text, who got it, and who didn't and why (R101).
import { useCallback, useEffect, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { List, ListRow } from '#client/ui/layout/list.tsx'
import { type DeliveryOutcome, messageApi, type Recipient } from '#protocol/message.ts'
import { useMessages } from './store.ts'

const words: Readonly<Record<DeliveryOutcome, readonly [string, BadgeTone]>> = {
  waiting: ['Waiting', 'neutral'],
  sent: ['Sent', 'success'],
  failed: ['Not delivered', 'danger'],
  stopped: ['Stopped such emails', 'warn'],
  undeliverable: ['Address doesn’t work', 'danger'],
  complained: ['Reported as spam', 'danger'],
  over: ['No longer a guest', 'neutral'],
}

interface Read {
  readonly text: string
  readonly recipients: readonly Recipient[]
  readonly nextCursor: string | null
}

/** Reads the message, and its first page again with each change of how far it has come. */
function useRead(groupId: string, messageId: string | null) {
  const [read, setRead] = useState<Read | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const rev = useMessages((held) => (messageId ? held.byId[messageId]?.rev : undefined))
  const load = useCallback(
    async (cursor: string | null, before: readonly Recipient[]) => {
      if (!messageId) return
      setFailure(null)
      setBusy(true)
      try {
        const page = await call(messageApi.read, { id: groupId, messageId, ...(cursor && { cursor }) })
        setRead({ text: page.text, recipients: [...before, ...page.recipients], nextCursor: page.nextCursor })
      } catch (error) {
        setFailure(sentenceOf(error, 'Failed to load the message'))
      }
      setBusy(false)
    },
    [groupId, messageId],
  )
  useEffect(() => {
    if (rev !== undefined) void load(null, [])
  }, [load, rev])
  return { read, failure, isBusy, load }
}

interface Props {
  groupId: string
  /** null while none is shown. */
  messageId: string | null
  onClose: () => void
}

/** Draws the dialog. */
export function MessageDialog({ groupId, messageId, onClose }: Props) {
  const card = useMessages((held) => (messageId ? held.byId[messageId] : undefined))
  const { read, failure, isBusy, load } = useRead(groupId, messageId)
  return (
    <Dialog
      open={messageId !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={card?.subject ?? 'Message'}
      description={card?.repliesTo ? `Replies go to ${card.repliesTo}` : 'Replies go nowhere'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {failure && <ErrorState title={failure} onRetry={() => void load(null, [])} />}
      {!failure && !read && (
        <Loading label="Loading the message...">
          <Skeleton className="h-24 w-full rounded-lg" />
        </Loading>
      )}
      {!failure && read && (
        <div className="flex flex-col gap-5">
          <p className="whitespace-pre-line wrap-anywhere">{read.text}</p>
          <List label="Recipients">
            {read.recipients.map(({ rsvpId, name, email, outcome }) => (
              <ListRow
                key={rsvpId}
                title={<span className="wrap-anywhere">{name || 'A guest'}</span>}
                meta={<span className="wrap-anywhere">{email}</span>}
                trailing={<Badge tone={words[outcome][1]}>{words[outcome][0]}</Badge>}
              />
            ))}
          </List>
          <LoadMore onMore={() => void load(read.nextCursor, read.recipients)} busy={isBusy} isDone={read.nextCursor === null} />
        </div>
      )}
    </Dialog>
  )
}
