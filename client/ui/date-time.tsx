// A moment, as the caller has written it.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface DateTimeProps {
  /** E.g. "21 Nov 2026, 6:30 PM". */
  text: ReactNode
  /** The machine's form, for the datetime attribute. */
  iso?: string
  /** A line below: the zone's name, the same moment where the reader is. An empty one keeps its room for what may come. */
  below?: string
  className?: string
}

export const DateTime = ({ text, iso, below, className }: DateTimeProps) => (
  <span className={cx('inline-block', className)}>
    <time dateTime={iso} className="tabular">
      {text}
    </time>{' '}
    {below !== undefined && (
      <span className={cx('block tabular text-13 font-normal text-muted', below === '' && 'invisible')}>{below || '\u00a0'}</span>
    )}
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
