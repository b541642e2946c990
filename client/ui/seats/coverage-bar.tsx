// How a role stands: segments that differ in colour, pattern, legend and words. Which there are is the caller's to say.
import { cx } from '../cx.ts'

type CoverageLook = 'coming' | 'expected' | 'confirmed' | 'unconfirmed' | 'assigned' | 'declined' | 'held'
/** One segment, and one entry of the legend. */
export interface CoveragePart {
  readonly look: CoverageLook
  readonly name: string
  readonly count: number
}

export interface CoverageBarProps {
  total: number
  parts: readonly CoveragePart[]
  /** How many are needed at least: marked on the bar. */
  min?: number
  /** Begins the accessible text, e.g. the role's name. */
  label?: string
  size?: 'sm' | 'md'
  className?: string
}

const looks: Readonly<Record<CoverageLook, string>> = {
  coming: 'bg-ink border-ink',
  expected: 'bg-surface border-coverage-coming-edge pattern-expected',
  confirmed: 'bg-coverage-confirmed border-coverage-confirmed-edge',
  unconfirmed: 'bg-coverage-yes border-coverage-yes-edge pattern-yes',
  assigned: 'bg-coverage-waiting border-coverage-waiting-edge pattern-waiting',
  declined: 'bg-coverage-declined border-coverage-declined-edge pattern-declined',
  held: 'bg-accent-soft border-accent border-dashed',
}

/** Says the counts in words: "Speaker: 5 seats, 2 coming". */
export function coverageText({ total, parts, label, min = 0 }: CoverageBarProps) {
  const counted = parts.filter(({ count }) => count > 0).map(({ count, name }) => `${count} ${name.toLowerCase()}`)
  const needed = min > 0 ? [`at least ${min} needed`] : []
  return `${label ? `${label}: ` : ''}${[`${total} ${total === 1 ? 'seat' : 'seats'}`, ...needed, ...(counted.length > 0 ? counted : ['no answers yet'])].join(', ')}`
}

/** Widths are shares of max(total, sum), so it never overflows. */
export function CoverageBar(props: CoverageBarProps) {
  const { total, parts, size = 'md', className, min = 0 } = props
  const sum = parts.reduce((all, { count }) => all + count, 0)
  const whole = Math.max(total, sum, 1)
  return (
    <span
      role="img"
      aria-label={coverageText(props)}
      className={cx('relative flex w-full gap-0.5 overflow-hidden rounded-sm bg-fill-strong', size === 'sm' ? 'h-2' : 'h-3.5', className)}
    >
      {parts.map(({ look, count }) =>
        count > 0 ? (
          <span
            key={look}
            data-look={look}
            className={cx('min-w-1.5 rounded-[3px] border forced-color-adjust-none transition-all duration-200', looks[look])}
            style={{ width: `${(100 * count) / whole}%` }}
          />
        ) : null,
      )}
      {min > 0 && (
        <span
          className="absolute inset-y-0 w-1 -translate-x-1/2 border-x border-surface bg-ink forced-color-adjust-none"
          style={{ left: `${Math.min(99, (100 * min) / whole)}%` }}
        />
      )}
    </span>
  )
}

/** Explains the looks, with their counts; without parts it is nothing. */
export const CoverageLegend = ({ parts, className }: { parts: readonly CoveragePart[]; className?: string }) =>
  parts.length > 0 && (
    <ul className={cx('flex flex-wrap gap-x-4 gap-y-1.5 text-13 text-muted', className)}>
      {parts.map(({ look, name, count }) => (
        <li key={look} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            data-look={look}
            className={cx('h-3 w-4.5 rounded-[3px] border forced-color-adjust-none', looks[look])}
          />
          {name}
          <span className="tabular font-medium text-ink">{count}</span>
        </li>
      ))}
    </ul>
  )
