// A part of a page with a heading of its own.
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export interface SectionProps {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Beside the title. */
  badge?: ReactNode
  children?: ReactNode
  /** A hairline above it. */
  divided?: boolean
  className?: string
}

export function Section({ title, description, actions, badge, children, divided, className }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('flex min-w-0 flex-col gap-4', divided && 'border-t border-line pt-8', className)}>
      <div className={cx('flex flex-wrap justify-between gap-x-4 gap-y-3', description ? 'items-end' : 'items-center')}>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2.5">
            <h2 id={id} dir="auto" className="min-w-0 text-20 font-semibold">
              {title}
            </h2>
            {badge}
          </div>
          {description && (
            <div dir="auto" className="mt-0.5 max-w-[65ch] text-muted">
              {description}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
