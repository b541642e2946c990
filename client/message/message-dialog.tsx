// One message that was sent: its text, who got it, and who didn't and why (R101).
import { useEffect, useRef, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { faultWords } from '#client/notice/fault-words.ts'
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
  undeliverable: [faultWords.undeliverable, 'danger'],
  complained: [faultWords.complained, 'danger'],
  over: ['No longer true', 'neutral'],
}

interface Read {
  readonly text: string
  readonly recipients: readonly Recipient[]
  readonly nextCursor: string | null
}

const readPage = (groupId: string, messageId: string, cursor: string | null) =>
  call(messageApi.read, { id: groupId, messageId, ...(cursor && { cursor }) })

/** Puts a page over what is held; one that `follows` on it says where the next starts. */
function withPage(held: Read | null, page: Read, follows: boolean): Read {
  const fresh = new Map(page.recipients.map((one) => [one.rsvpId, one]))
  const known = (held?.recipients ?? []).map((one) => fresh.get(one.rsvpId) ?? one)
  for (const { rsvpId } of known) fresh.delete(rsvpId)
  return { text: page.text, recipients: [...known, ...fresh.values()], nextCursor: held && !follows ? held.nextCursor : page.nextCursor }
}

/** Reads the message, and as many pages as are loaded again with each change of how far it has come. */
function useRead(groupId: string, messageId: string) {
  const [read, setRead] = useState<Read | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const loaded = useRef(0)
  const rev = useMessages((held) => held.byId[messageId]?.rev)
  const take = (page: Read, nth: number) => {
    const follows = nth >= loaded.current
    loaded.current = Math.max(loaded.current, nth + 1)
    setRead((held) => withPage(held, page, follows))
  }
  const fail = (error: unknown) => setFailure(sentenceOf(error, 'Failed to load the message'))
  useEffect(() => {
    let isOver = false
    const readAll = async () => {
      let cursor: string | null = null
      for (let nth = 0; nth === 0 || (cursor && nth < loaded.current); nth++) {
        const page: Read = await readPage(groupId, messageId, cursor)
        if (isOver) return
        take(page, nth)
        cursor = page.nextCursor
      }
    }
    setFailure(null)
    readAll().catch((error: unknown) => !isOver && fail(error))
    return () => {
      isOver = true
    }
  }, [groupId, messageId, rev, attempt])
  const more = async () => {
    setBusy(true)
    await readPage(groupId, messageId, read?.nextCursor ?? null).then((page) => take(page, loaded.current), fail)
    setBusy(false)
  }
  return { read, failure, isBusy, more, retry: () => setAttempt(attempt + 1) }
}

/** Draws what was sent and to whom. */
function Sent({ groupId, messageId }: { groupId: string; messageId: string }) {
  const { read, failure, isBusy, more, retry } = useRead(groupId, messageId)
  if (failure) return <ErrorState title={failure} onRetry={retry} />
  if (!read)
    return (
      <Loading label="Loading the message...">
        <Skeleton className="h-24 w-full rounded-lg" />
      </Loading>
    )
  return (
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
      <LoadMore onMore={() => void more()} busy={isBusy} isDone={read.nextCursor === null} />
    </div>
  )
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
  return (
    <Dialog
      open={messageId !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={card?.subject ?? 'Message'}
      description={card?.repliesTo ? `Replies go to ${card.repliesTo}` : 'Replies go nowhere'}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {messageId && <Sent key={messageId} groupId={groupId} messageId={messageId} />}
    </Dialog>
  )
}
