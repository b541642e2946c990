// A state in a word.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type BadgeTone = 'neutral' | 'ink' | 'outline' | 'accent' | 'success' | 'coming' | 'warn' | 'danger'

export interface BadgeProps {
  tone?: BadgeTone
  icon?: ReactNode
  /** A dot in the badge's colour before the word. */
  dot?: boolean
  children: ReactNode
  className?: string
}

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-fill-strong text-muted',
  ink: 'bg-ink text-on-ink',
  outline: 'ring-1 ring-line-strong ring-inset text-ink',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  coming: 'bg-coverage-coming-soft text-coverage-coming-edge',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

export const Badge = ({ tone = 'neutral', icon, dot, children, className }: BadgeProps) => (
  <span
    className={cx(
      'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-sm px-2 text-13 font-medium whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0',
      tones[tone],
      className,
    )}
  >
    {dot && <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-current" />}
    {icon}
    <span dir="auto" className="truncate">
      {children}
    </span>
  </span>
)
