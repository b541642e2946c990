// A card that folds away what few need at first, under a line that names it. Beside the other fold it would weigh on the invitation, which has that one.
import { ChevronDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

export interface FoldCardProps {
  ref?: Ref<HTMLDetailsElement>
  title: string
  /** What is in it, in a few words. */
  holds: ReactNode
  /** Open from the start. */
  open?: boolean
  onToggle?: () => void
  children: ReactNode
}

export const FoldCard = ({ ref, title, holds, open, onToggle, children }: FoldCardProps) => (
  <details ref={ref} open={open} onToggle={onToggle} className="group rounded-lg border border-line bg-surface">
    <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-lg px-4 py-3 [&::-webkit-details-marker]:hidden">
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium">{title}</span>
        <span className="text-13 text-muted">{holds}</span>
      </span>
      <ChevronDown aria-hidden="true" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
    </summary>
    <div className="border-t border-line p-4">{children}</div>
  </details>
)
