// One of several steps on a page that open one after the other; what is done folds into one line.
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { cx } from '../cx.ts'

export interface StepProps {
  number: number
  title: ReactNode
  state: 'todo' | 'current' | 'done'
  /** What was entered, shown when done. */
  summary?: ReactNode
  /** Opens it again. */
  onEdit?: () => void
  /** The step's form; shown while current. */
  children?: ReactNode
}

const markClass = {
  todo: 'border border-line-strong text-muted',
  current: 'bg-ink text-on-ink',
  done: 'bg-fill-strong text-ink',
}

export const Step = ({ number, title, state, summary, onEdit, children }: StepProps) => (
  <li aria-current={state === 'current' ? 'step' : undefined} className="border-t border-line py-5 first:border-t-0">
    <div className="flex min-h-8 items-start gap-3.5">
      <span
        aria-hidden="true"
        className={cx(
          'tabular flex size-8 shrink-0 items-center justify-center rounded-[11px_11px_5px_5px] text-13 font-semibold transition-colors duration-200',
          markClass[state],
        )}
      >
        {state === 'done' ? <Check strokeWidth={3} className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <h2 className={cx('text-17 leading-6 font-semibold', state === 'todo' && 'text-muted')}>
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </h2>
        {state === 'done' && summary && <div className="text-muted">{summary}</div>}
      </div>
      {state === 'done' && onEdit && (
        <Button variant="ghost" size="sm" onClick={onEdit} className="-mr-2">
          Change
        </Button>
      )}
    </div>
    {state === 'current' && children && <div className="mt-4 animate-rise">{children}</div>}
  </li>
)

export const Steps = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol aria-label={label} className="flex flex-col">
    {children}
  </ol>
)
