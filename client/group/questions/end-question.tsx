// Takes a question out after saying what becomes of it: with answers it is retired, without it is gone (R163).
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { type DraftQuestion, dependentsOf, removed } from './question-list.ts'

export interface Doomed {
  readonly question: DraftQuestion
  readonly all: readonly DraftQuestion[]
  /** How many have answered. */
  readonly count: number
}

/** What becomes of it. */
const fateOf = (count: number) =>
  count === 0
    ? 'No one has answered it, so it will be deleted.'
    : `${peopleText(count)} ${count === 1 ? 'has' : 'have'} answered it. It is no longer asked, and its answers stay in the table and in what you export.`

interface EndQuestionProps {
  /** Null keeps the dialog closed. */
  doomed: Doomed | null
  onEnd: (all: readonly DraftQuestion[], said: string) => Promise<void>
  onClose: () => void
}

export function EndQuestion({ doomed, onEnd, onClose }: EndQuestionProps) {
  if (!doomed) return null
  const { question, all, count } = doomed
  const followers = dependentsOf(all, question._id)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={count > 0 ? `Stop asking “${question.label}”?` : `Delete “${question.label}”?`}
      confirmLabel={count > 0 ? 'Stop asking' : 'Delete'}
      busyLabel="Saving..."
      onConfirm={() =>
        onEnd(removed(all, question._id), count > 0 ? `“${question.label}” is no longer asked` : `“${question.label}” deleted`)
      }
    >
      {fateOf(count)}
      {followers.length > 0 &&
        ` ${followers.map(({ label }) => `“${label}”`).join(', ')} ${followers.length === 1 ? 'depends' : 'depend'} on it and will be asked without it.`}
    </ConfirmDialog>
  )
}
