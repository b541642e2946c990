// Something worth a moment has worked out: a tick in green, what one has now, and the way on.
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export interface SuccessProps {
  title: ReactNode
  children?: ReactNode
  /** The way on. */
  action?: ReactNode
}

export const Success = ({ title, children, action }: SuccessProps) => (
  <div className="flex animate-rise flex-col items-center rounded-lg border border-line bg-surface px-6 py-12 text-center shadow-card">
    <span aria-hidden="true" className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
      <Check strokeWidth={2.5} className="size-9" />
    </span>
    <h2 className="mt-5 text-24 font-semibold">{title}</h2>
    {children && <div className="mt-2 max-w-96 text-pretty text-muted">{children}</div>}
    {action && <div className="mt-7">{action}</div>}
  </div>
)
