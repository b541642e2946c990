// Asks those once more who were invited and stay silent: first says how many that are (R97).
import { useEffect, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { invitation } from '#protocol/limits.ts'
import { messageError } from './message-part.tsx'
import { askAgain } from './sending.ts'
import { useInvitations } from './store.ts'

interface Props {
  groupId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
interface Counts {
  readonly due: number
  readonly recent: number
}
const emailsOf = (count: number) => (count === 1 ? '1 email' : `${counted(count)} emails`)
const peopleWere = (count: number) => (count === 1 ? '1 person was' : `${counted(count)} people were`)

/** Counts when it opens. */
function useCounts(groupId: string, isOpen: boolean) {
  const [counts, setCounts] = useState<Counts | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen) return
    setCounts(null)
    setFailure(null)
    askAgain(groupId, '', true).then(setCounts, (error: unknown) =>
      setFailure(sentenceOf(error, 'Something went wrong. Please try again.')),
    )
  }, [groupId, isOpen])
  return { counts, failure, setFailure }
}

function Explained({ counts: { due, recent }, left }: { counts: Counts; left: number | undefined }) {
  const soon = recent > 0 ? ` ${peopleWere(recent)} asked within the last ${invitation.againDays} days, which is too soon.` : ''
  if (due === 0) return <p>{`Nobody can be asked again yet.${soon}`}</p>
  const most = left !== undefined && left < due ? ` Your plan allows ${emailsOf(left)} more today.` : ''
  return <p>{`${peopleWere(due)} invited and stayed silent.${soon}${most}`}</p>
}

export function AgainDialog({ groupId, isOpen, onOpenChange }: Props) {
  const { counts, failure, setFailure } = useCounts(groupId, isOpen)
  const left = useInvitations((held) => held.left[groupId])
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const due = Math.min(counts?.due ?? 0, left ?? Infinity)
  const isNothing = counts?.due === 0
  const send = async () => {
    setBusy(true)
    try {
      const asked = await askAgain(groupId, message, false)
      toast.success(`${emailsOf(asked.due)} on the way`)
      onOpenChange(false)
    } catch (error) {
      setFailure(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Invite again?"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{isNothing ? 'Close' : 'Cancel'}</Button>
          {!isNothing && (
            <Button
              variant="primary"
              busy={isBusy}
              busyLabel="Sending..."
              disabled={due === 0 || messageError(message) !== undefined}
              onClick={send}
            >
              {`Send ${emailsOf(due)}`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {failure && (
          <Notice tone="danger" live>
            {failure}
          </Notice>
        )}
        {counts ? <Explained counts={counts} left={left} /> : !failure && <Skeleton className="h-6" />}
        {!isNothing && (
          <Field label="Your words" optional error={messageError(message)}>
            <TextArea rows={3} value={message} disabled={isBusy} onChange={(event) => setMessage(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
