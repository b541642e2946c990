// Asks those once more who were invited and stay silent: first says how many that are (R97).
import { useEffect, useState } from 'react'
import { useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { errorText } from '#client/lib/call.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { invitation } from '#protocol/kernel/limits.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
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
const emailsOf = (count: number) => (count === 1 ? '1 email' : `${formatCount(count)} emails`)
const peopleWere = (count: number) => `${peopleText(count)} ${count === 1 ? 'was' : 'were'}`

/** Counts when it opens. */
function useCounts(groupId: string, isOpen: boolean) {
  const [counts, setCounts] = useState<Counts | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen) return
    setCounts(null)
    setFailure(null)
    askAgain(groupId, '', true).then(setCounts, (error: unknown) => setFailure(errorText(error, wentWrong)))
  }, [groupId, isOpen])
  return { counts, failure, setFailure }
}

function Explained({ counts: { due, recent }, left }: { counts: Counts; left: number | undefined }) {
  const soon = recent > 0 ? ` ${peopleWere(recent)} asked within the last ${invitation.againDays} days, which is too soon.` : ''
  if (due === 0) return <p>{`No one can be asked again yet.${soon}`}</p>
  const most = left !== undefined && left < due ? ` Your plan allows ${emailsOf(left)} more today.` : ''
  return <p>{`${peopleWere(due)} invited and haven’t answered.${soon}${most}`}</p>
}

export function AgainDialog({ groupId, isOpen, onOpenChange }: Props) {
  const { counts, failure, setFailure } = useCounts(groupId, isOpen)
  const left = useInvitations((held) => held.left[groupId])
  const [message, setMessage] = useState('')
  const due = Math.min(counts?.due ?? 0, left ?? Infinity)
  const isNothing = counts?.due === 0
  const { run, isBusy } = useAction(() =>
    askAgain(groupId, message, false).then(
      (asked) => {
        toast.success(`${emailsOf(asked.due)} on the way`)
        onOpenChange(false)
      },
      (error: unknown) => setFailure(errorText(error, wentWrong)),
    ),
  )
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
              onClick={() => void run()}
            >
              {`Send ${emailsOf(due)}`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Failure>{failure}</Failure>
        {counts ? <Explained counts={counts} left={left} /> : !failure && <Skeleton className="h-6" />}
        {!isNothing && (
          <Field label="Your message" optional error={messageError(message)}>
            <TextArea rows={3} value={message} disabled={isBusy} onChange={(event) => setMessage(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
