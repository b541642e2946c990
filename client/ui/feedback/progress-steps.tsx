// Where one is in a short row of steps: "Step 2 of 3".

import { places } from '../actions/places.ts'
import { cx } from '../cx.ts'

export interface ProgressStepsProps {
  /** From 1. */
  current: number
  total: number
  /** What the current step is called. */
  label?: string
}

const barClass = 'block h-1 rounded-full forced-color-adjust-none transition-colors duration-200'
const barColor = (isDone: boolean) => (isDone ? 'bg-ink' : 'bg-line-strong')

export const ProgressSteps = ({ current, total, label }: ProgressStepsProps) => (
  <div className="flex flex-col gap-2.5">
    <p className="flex items-baseline gap-2 text-13">
      <span className="tabular font-medium text-muted">
        Step {current} of {total}
      </span>
      {label && <span className="font-medium text-ink">{label}</span>}
    </p>
    <div aria-hidden="true" className="flex gap-1.5">
      {places(total).map((step) => (
        <span key={step} className={cx(barClass, 'flex-1', barColor(step < current))} />
      ))}
    </div>
  </div>
)

export interface StepsBarProps {
  /** From 1. */
  current: number
  steps: readonly string[]
  /** Opens a step, from 0; left out while none can be opened. */
  onStep?: ((step: number) => void) | undefined
}

/** The same, with the name of each step, which opens it. */
export const StepsBar = ({ current, steps, onStep }: StepsBarProps) => (
  <nav aria-label="Steps">
    <ol className="grid auto-cols-fr grid-flow-col gap-2 text-13 font-medium max-sm:tracking-tight">
      {steps.map((name, step) => (
        <li key={name} className="min-w-0" aria-current={step + 1 === current ? 'step' : undefined}>
          <button
            type="button"
            disabled={!onStep || step + 1 === current}
            onClick={() => onStep?.(step)}
            className={cx(
              'flex min-h-11 w-full flex-col gap-2 rounded-xs text-left enabled:hover:text-ink',
              step + 1 === current ? 'text-ink' : 'text-muted',
            )}
          >
            <span className={cx(barClass, 'w-full', barColor(step < current))} />
            <bdi className="w-full truncate">{name}</bdi>
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
