// A moment, as the caller has written it.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface DateTimeProps {
  /** E.g. "21 Nov 2026, 6:30 PM". */
  text: ReactNode
  /** The machine's form, for the datetime attribute. */
  iso?: string
  /** The short name of its zone, e.g. "CET". */
  zone?: string
  /** The same moment where the reader is, when it differs. */
  local?: string
  className?: string
}

export const DateTime = ({ text, iso, zone, local, className }: DateTimeProps) => (
  <span className={cx('inline-block', className)}>
    <time dateTime={iso} className="tabular">
      {text}
      {zone && <span className="font-normal text-muted"> {zone}</span>}
    </time>
    {local && <span className="block tabular text-13 font-normal text-muted">{local} your time</span>}
  </span>
)

export interface DateTileProps {
  /** E.g. "Nov". */
  month: string
  /** E.g. "21". */
  day: string
  /** Greyed: it is over. */
  isPast?: boolean
  size?: 'md' | 'lg'
}

/** Decoration beside a DateTime. */
export const DateTile = ({ month, day, isPast, size = 'md' }: DateTileProps) => (
  <span
    aria-hidden="true"
    className={cx(
      'flex shrink-0 flex-col items-center justify-center rounded border border-line bg-raised text-center shadow-card',
      size === 'lg' ? 'size-16' : 'size-13',
      isPast && 'bg-fill text-muted shadow-none',
    )}
  >
    <span className="text-[11px] leading-4 font-semibold text-muted">{month}</span>
    <span className={cx('tabular font-semibold', size === 'lg' ? 'text-24 leading-7' : 'text-20 leading-6')}>{day}</span>
  </span>
)
