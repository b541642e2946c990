// Folds away what few need at first: a native details, so it opens without a script and by the keyboard.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface DisclosureProps {
  summary: ReactNode
  /** Open from the start, e.g. because something inside was refused. */
  open?: boolean
  /** Belongs to what the page says: on paper it stands open. */
  isPrinted?: boolean
  className?: string
  children: ReactNode
}

export const Disclosure = ({ summary, open, isPrinted, className, children }: DisclosureProps) => (
  <details open={open} data-printed={isPrinted || undefined} className={cx('group', className)}>
    <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-xs font-medium text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 transition-transform group-open:rotate-90" />
      {summary}
    </summary>
    <div className="pt-3">{children}</div>
  </details>
)
