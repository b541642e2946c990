// Asks once before something is done, does it, and says whether it was.
import type { ReactNode } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/actions/confirm-dialog.tsx'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { toasted } from './use-action.ts'

interface ActionDialogProps<About> extends Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm'> {
  /** What or whom it is about; null while nothing is asked. */
  about: About | null
  onClose: () => void
  work: (about: About) => Promise<unknown>
  /** What is said when it is done; nothing where `work` says it. */
  done?: string | ((about: About) => string)
  failed?: string
  children: ReactNode
}

export function ActionDialog<About>({ about, onClose, work, done, failed, ...dialog }: ActionDialogProps<About>) {
  const confirm = async () => {
    if (about !== null) await toasted(() => work(about), { done: typeof done === 'function' ? () => done(about) : done, failed })
  }
  return <ConfirmDialog {...dialog} open={about !== null} onOpenChange={(isOpen) => !isOpen && onClose()} onConfirm={confirm} />
}

/** What a question about one answer in the organizer's list is given. */
export interface RowDialogProps {
  groupId: string
  /** Whose answer is meant; null while nobody's is. */
  row: RsvpRow | null
  onClose: () => void
}
