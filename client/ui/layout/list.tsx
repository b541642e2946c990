// Rows of like things inside one border.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { CardLink } from './card.tsx'

export interface ListProps {
  children: ReactNode
  /** Names the list. */
  label?: string
  /** Thousands of rows: those out of sight aren't drawn. */
  long?: boolean
}

export const List = ({ children, label, long }: ListProps) => (
  <ul
    aria-label={label}
    className={cx(
      'overflow-hidden rounded-lg border border-line bg-surface shadow-card [&>li+li]:border-t [&>li]:border-line',
      long && '[&>li]:[contain-intrinsic-size:auto_64px] [&>li]:[content-visibility:auto]',
    )}
  >
    {children}
  </ul>
)

export interface ListRowProps {
  title: ReactNode
  /** Under the title, quiet. */
  meta?: ReactNode
  /** An avatar, a date tile, a checkbox. */
  leading?: ReactNode
  /** Badges, numbers, a menu. */
  trailing?: ReactNode
  /** Makes the row a link. */
  href?: string
  /** Below, over the whole width: chips, a bar. */
  children?: ReactNode
  isSelected?: boolean
  /** Where many should be in sight: title and meta side by side where there is room. */
  dense?: boolean
}

export const ListRow = ({ title, meta, leading, trailing, href, children, isSelected, dense }: ListRowProps) => (
  <li
    className={cx(
      'relative px-4 transition-colors sm:px-5',
      dense ? 'py-2' : 'py-3',
      href && 'hover:bg-fill',
      isSelected && 'bg-accent-soft',
    )}
  >
    <div className="flex min-h-9 items-center gap-3.5">
      {leading}
      <div className={cx('min-w-0 flex-1', dense && 'lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-center lg:gap-x-6')}>
        <div dir="auto" className="font-medium">
          {href ? <CardLink href={href}>{title}</CardLink> : title}
        </div>
        {meta && (
          <div dir="auto" className="text-13 text-muted">
            {meta}
          </div>
        )}
      </div>
      {trailing && <div className="relative flex shrink-0 flex-wrap items-center justify-end gap-2">{trailing}</div>}
    </div>
    {children && <div className="relative mt-2.5">{children}</div>}
  </li>
)
