// Folds away what few need at first: a native details, so it opens without a script and by the keyboard.
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
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

export interface FoldCardProps {
  ref?: Ref<HTMLDetailsElement>
  title: string
  /** What is in it, in a few words. */
  holds: string
  /** Open from the start. */
  open?: boolean
  onToggle?: () => void
  children: ReactNode
}

/** The same as a card, under a line that names what is in it. */
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
