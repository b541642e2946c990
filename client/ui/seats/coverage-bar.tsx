// How a role stands: four segments told apart by colour, pattern, legend and words.
import { cx } from '../cx.ts'

export interface CoverageCounts {
  confirmedAndYes: number
  yesNotConfirmed: number
  assignedNoResponse: number
  declined: number
}

export interface CoverageBarProps {
  total: number
  counts: CoverageCounts
  /** How many are needed at least: marked on the bar. */
  min?: number
  /** Begins the accessible text, e.g. the role's name. */
  label?: string
  size?: 'sm' | 'md'
  className?: string
}

const parts = [
  { key: 'confirmedAndYes', name: 'Confirmed', look: 'bg-coverage-confirmed border-coverage-confirmed-edge' },
  { key: 'yesNotConfirmed', name: 'Yes, not confirmed', look: 'bg-coverage-yes border-coverage-yes-edge pattern-yes' },
  { key: 'assignedNoResponse', name: 'Assigned, no response', look: 'bg-coverage-waiting border-coverage-waiting-edge pattern-waiting' },
  { key: 'declined', name: 'Declined', look: 'bg-coverage-declined border-coverage-declined-edge pattern-declined' },
] as const satisfies readonly { key: keyof CoverageCounts; name: string; look: string }[]

const sumOf = (counts: CoverageCounts) => parts.reduce((sum, part) => sum + counts[part.key], 0)

/** Says the counts in words: "Speaker: 5 seats, 2 confirmed, 1 declined". */
export function coverageText({ total, counts, label, min = 0 }: CoverageBarProps) {
  const told = parts.filter((part) => counts[part.key] > 0).map((part) => `${counts[part.key]} ${part.name.toLowerCase()}`)
  const needed = min > 0 ? [`at least ${min} needed`] : []
  return `${label ? `${label}: ` : ''}${[`${total} ${total === 1 ? 'seat' : 'seats'}`, ...needed, ...(told.length > 0 ? told : ['no answers yet'])].join(', ')}`
}

/** Draws the bar; widths are shares of max(total, sum), so it never overflows. */
export function CoverageBar(props: CoverageBarProps) {
  const { total, counts, size = 'md', className, min = 0 } = props
  const whole = Math.max(total, sumOf(counts), 1)
  return (
    <span
      role="img"
      aria-label={coverageText(props)}
      className={cx('relative flex w-full gap-0.5 overflow-hidden rounded-sm bg-fill-strong', size === 'sm' ? 'h-2' : 'h-3.5', className)}
    >
      {parts.map((part) =>
        counts[part.key] > 0 ? (
          <span
            key={part.key}
            className={cx('min-w-1.5 rounded-[3px] border forced-color-adjust-none transition-all duration-200', part.look)}
            style={{ width: `${(100 * counts[part.key]) / whole}%` }}
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

/** Explains the four looks, with counts where they are given. */
export const CoverageLegend = ({ counts, className }: { counts?: CoverageCounts; className?: string }) => (
  <ul className={cx('flex flex-wrap gap-x-4 gap-y-1.5 text-13 text-muted', className)}>
    {parts.map((part) => (
      <li key={part.key} className="flex items-center gap-2">
        <span aria-hidden="true" className={cx('h-3 w-4.5 rounded-[3px] border forced-color-adjust-none', part.look)} />
        {part.name}
        {counts && <span className="tabular font-medium text-ink">{counts[part.key]}</span>}
      </li>
    ))}
  </ul>
)
