// Asked where a limit would go below the seats taken: whether the newest holders wait instead (R93).
import { toasted } from '#client/lib/actions/use-action.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'

/** A limit that was refused: `filled` seats are taken. */
export interface OverLimit {
  readonly name: string
  readonly max: number
  readonly filled: number
}

interface MoveToWaitlistProps {
  over: OverLimit | null
  onMove: (over: OverLimit) => Promise<void>
  onClose: () => void
}

export function MoveToWaitlist({ over, onMove, onClose }: MoveToWaitlistProps) {
  const count = over ? over.filled - over.max : 0
  const move = async () => {
    if (over) await toasted(() => onMove(over), { failed: 'Failed to change the limit' })
    onClose()
  }
  return (
    <ConfirmDialog
      open={over !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Move ${peopleText(count)} to the waitlist?`}
      confirmLabel="Move to the waitlist"
      busyLabel="Moving..."
      onConfirm={move}
    >
      {over?.filled} seats of “{over?.name}” are taken. The {peopleText(count)} who got theirs last{' '}
      {count === 1 ? 'loses it, goes' : 'lose them, go'} to the front of the waitlist, and {count === 1 ? 'gets' : 'get'} an email.
    </ConfirmDialog>
  )
}
