// The first thing on a landing page, and the blocks that follow it.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface HeroProps {
  title: ReactNode
  lead: ReactNode
  actions: ReactNode
  /** On a phone the page has them elsewhere: in a bar at its foot, and in that at its head. */
  isBarred?: boolean
  /** Small print under the actions. */
  note?: ReactNode
  art?: ReactNode
}

export const Hero = ({ title, lead, actions, isBarred, note, art }: HeroProps) => (
  <section className="grid items-center gap-x-12 gap-y-10 py-6 sm:py-12 lg:grid-cols-[1.05fr_1fr]">
    <div className="flex flex-col items-start gap-5">
      <h1 className="text-32 font-bold sm:text-44">{title}</h1>
      <p className="max-w-[46ch] text-17 text-muted sm:text-20 sm:font-normal">{lead}</p>
      <div className={cx('mt-2 flex w-full flex-wrap gap-3 max-sm:flex-col', isBarred && 'max-sm:hidden low:flex!')}>{actions}</div>
      {note && <p className="text-13 text-muted">{note}</p>}
    </div>
    {art && <div className="min-w-0 print:hidden">{art}</div>}
  </section>
)

export interface FeatureProps {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  className?: string
}

export const Feature = ({ icon, title, children, className }: FeatureProps) => (
  <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
    <span
      aria-hidden="true"
      className="mb-2 flex size-10 items-center justify-center rounded-[14px_14px_7px_7px] bg-ink text-on-ink [&_svg]:size-5"
    >
      {icon}
    </span>
    <h3 className="text-17 font-semibold">{title}</h3>
    <p className="text-muted">{children}</p>
  </div>
)
