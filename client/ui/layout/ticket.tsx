// A thing one now holds, drawn as an admission ticket with a stub to tear off.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface TicketProps {
  title: ReactNode
  /** Above the title, small, e.g. who invites. */
  above?: ReactNode
  /** When and where, under the title. */
  children?: ReactNode
  /** Below the perforation: what it is good for, e.g. roles. */
  stub?: ReactNode
  className?: string
}

const notch = 'absolute -top-2.5 size-5 rounded-full border border-line bg-canvas'

export const Ticket = ({ title, above, children, stub, className }: TicketProps) => (
  <article className={cx('overflow-hidden rounded-lg border border-line bg-surface shadow-lift', className)}>
    <div className="flex flex-col gap-3 px-6 pt-6 pb-7">
      {above && (
        <p dir="auto" className="text-13 text-muted">
          {above}
        </p>
      )}
      <h2 dir="auto" className="text-24 font-bold">
        {title}
      </h2>
      {children}
    </div>
    {stub && (
      <div className="relative px-6 pt-6 pb-6">
        <span aria-hidden="true" className="absolute inset-x-5 top-0 border-t-2 border-dashed border-line-strong" />
        <span aria-hidden="true" className={cx(notch, '-left-2.75')} />
        <span aria-hidden="true" className={cx(notch, '-right-2.75')} />
        {stub}
      </div>
    )}
  </article>
)
