// Something did not work: what happened, what to do, and a way to try again.
import { RotateCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'

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
  /** Small print for support, e.g. a request id. */
  detail?: ReactNode
}

/** Draws the error and reads it out. */
export const ErrorState = ({ title, children, onRetry, retryLabel = 'Try again', busy, action, detail }: ErrorStateProps) => (
  <div role="alert" className="flex flex-col items-center rounded-lg border border-line bg-surface px-6 py-14 text-center">
    <span className="flex size-12 items-center justify-center rounded-[18px_18px_9px_9px] bg-danger-soft text-danger">
      <Unplug aria-hidden="true" className="size-6" />
    </span>
    <h2 className="mt-5 text-20 font-semibold">{title}</h2>
    {children && <div className="mt-1.5 max-w-96 text-pretty text-muted">{children}</div>}
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
    {detail && <p className="mt-5 font-mono text-13 text-muted">{detail}</p>}
  </div>
)
