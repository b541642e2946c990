// Where one is in a short row of steps: "Step 2 of 3".

import { places } from '../actions/places.ts'
import { cx } from '../cx.ts'

export interface ProgressStepsProps {
  /** From 1. */
  current: number
  total: number
  /** What the present step is called. */
  label?: string
}

/** Draws the words with a bar for each step. */
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
        <span
          key={step}
          className={cx(
            'h-1 flex-1 rounded-full forced-color-adjust-none transition-colors duration-200',
            step < current ? 'bg-ink' : 'bg-line-strong',
          )}
        />
      ))}
    </div>
  </div>
)
