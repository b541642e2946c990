// Something did not work: what happened, what to do, and a way to try again.
import { RotateCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { splitReference } from './reference.ts'
import { Reference } from './sentence.tsx'

export interface ErrorStateProps {
  /** What happened. */
  title: ReactNode
  /** What to do. */
  children?: ReactNode
  onRetry?: () => void
  retryLabel?: string
  busy?: boolean
  /** Another way out: a link or a button. */
  action?: ReactNode
}

/** The reference of a fault stands at its foot, for support. */
export function ErrorState({ title, children, onRetry, retryLabel = 'Try again', busy, action }: ErrorStateProps) {
  const [what, reference] = splitReference(title)
  const [next, further] = splitReference(children)
  return (
    <div role="alert" className="flex flex-col items-center rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <span className="flex size-12 items-center justify-center rounded-[18px_18px_9px_9px] bg-danger-soft text-danger">
        <Unplug aria-hidden="true" className="size-6" />
      </span>
      <h2 className="mt-5 text-20 font-semibold">{what}</h2>
      {next && <div className="mt-1.5 max-w-96 text-pretty text-muted">{next}</div>}
      {(onRetry || action) && (
        <div className="mt-6 flex flex-wrap items-center justify-center gap-3">
          {onRetry && (
            <Button variant="primary" busy={busy} onClick={onRetry} icon={<RotateCw aria-hidden="true" />}>
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
      {(reference ?? further) && (
        <p className="mt-5 text-muted">
          <Reference>{reference ?? further ?? ''}</Reference>
        </p>
      )}
    </div>
  )
}
