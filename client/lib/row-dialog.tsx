// Asks once before something is done to one answer in the organizer's list, and says whether it was.
import type { ReactNode } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { RsvpRow } from '#protocol/group.ts'

export interface OfRow {
  groupId: string
  /** Whose answer is meant; null while nobody's is. */
  row: RsvpRow | null
  onClose: () => void
}
interface RowDialogProps extends Omit<OfRow, 'groupId'>, Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'busyLabel' | 'tone'> {
  work: (row: RsvpRow) => Promise<unknown>
  /** What is said when it is done. */
  done: (row: RsvpRow) => string
  children: ReactNode
}

/** Draws the question while there is a row. */
export function RowDialog({ row, onClose, work, done, ...dialog }: RowDialogProps) {
  const confirm = async () => {
    if (!row) return
    try {
      await work(row)
      toast.success(done(row))
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
  }
  return <ConfirmDialog {...dialog} open={row !== null} onOpenChange={(open) => !open && onClose()} onConfirm={confirm} />
}
