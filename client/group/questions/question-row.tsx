// One question in the list: what it asks, whom, how many have answered; and its buttons, which work by keyboard and by touch.
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#client/ui/actions/button.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { type DraftQuestion, stuck } from './question-list.ts'
import { metaOf } from './question-words.ts'

interface QuestionRowProps {
  question: DraftQuestion
  all: readonly DraftQuestion[]
  roles: GroupView['roles']
  /** How many have answered. */
  count: number
  /** While another is edited or something is saved. */
  isOff: boolean
  onEdit: () => void
  onMove: (step: -1 | 1) => void
  onEnd: () => void
}

export function QuestionRow({ question, all, roles, count, isOff, onEdit, onMove, onEnd }: QuestionRowProps) {
  const { _id, label } = question
  const move = (step: -1 | 1, name: string, icon: React.ReactNode) => {
    const why = stuck(all, _id, step)
    return (
      <IconButton
        size="sm"
        variant="ghost"
        label={`Move “${label}” ${name}`}
        title={why ?? `Move ${name}`}
        // Stays in reach of the keyboard: a button that goes off under the focus would lose it.
        aria-disabled={isOff || why !== undefined || undefined}
        className={why === undefined && !isOff ? undefined : 'opacity-40'}
        onClick={() => !isOff && why === undefined && onMove(step)}
        icon={icon}
      />
    )
  }
  return (
    <li className="flex flex-col gap-x-5 gap-y-2 px-5 py-3.5 sm:flex-row sm:items-center">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium wrap-anywhere">
          {label}
        </p>
        <p className="tabular text-13 text-muted wrap-anywhere">{metaOf(question, all, roles, count)}</p>
      </div>
      <div className="-ml-2 flex items-center gap-1 sm:ml-0">
        {move(-1, 'up', <ArrowUp aria-hidden="true" />)}
        {move(1, 'down', <ArrowDown aria-hidden="true" />)}
        <IconButton
          size="sm"
          variant="ghost"
          label={`Edit “${label}”`}
          title="Edit"
          disabled={isOff}
          onClick={onEdit}
          icon={<Pencil aria-hidden="true" />}
        />
        <IconButton
          size="sm"
          variant="ghost"
          label={`Take out “${label}”`}
          title="Take out"
          disabled={isOff}
          onClick={onEnd}
          icon={<Trash2 aria-hidden="true" />}
        />
      </div>
    </li>
  )
}
