// Nothing here yet: what this is, and the one thing to do about it.
import type { ReactNode } from 'react'
import { SeatMark } from '../seats/seat-mark.tsx'

export interface EmptyStateProps {
  title: ReactNode
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** Instead of the row of seats. */
  art?: ReactNode
}

const EmptyRow = () => (
  <span className="flex items-end gap-1.5">
    <SeatMark className="size-6 opacity-60" />
    <SeatMark className="size-6" />
    <SeatMark className="size-8" />
    <SeatMark className="size-6" />
    <SeatMark className="size-6 opacity-60" />
  </span>
)

export const EmptyState = ({ title, children, action, art }: EmptyStateProps) => (
  <div className="flex flex-col items-center rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
    {art ?? <EmptyRow />}
    <h2 dir="auto" className="mt-5 text-20 font-semibold">
      {title}
    </h2>
    {children && (
      <div dir="auto" className="mt-1.5 max-w-96 text-pretty text-muted">
        {children}
      </div>
    )}
    {action && <div className="mt-6">{action}</div>}
  </div>
)
