// The Role Summary: how the seats of every role stand. The dashboard shows it compact, on a card.
import { CoverageLegend } from '#client/ui/seats/coverage-bar.tsx'
import type { Parties } from '#protocol/seats/companions/counting.ts'
import { coverageSum, legendOf } from '#protocol/seats/coverage.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import { CoverageRow } from './coverage-row.tsx'

export interface CoverageListProps {
  coverage: readonly RoleCoverage[]
  /** R126: guests are asked to confirm. */
  isAsked: boolean
  /** R171: whether whoever waits may be several people. */
  of?: Parties
  /** For cards: thin bars, no legend, the first few roles and how many more there are. */
  compact?: boolean
}

const compactRows = 6

/** Without detailed counts (R27) the fill is plain. */
export function CoverageList({ coverage, isAsked, of, compact = false }: CoverageListProps) {
  const shown = compact ? coverage.slice(0, compactRows) : coverage
  if (coverage.length === 0) return <p className="text-13 text-muted">No roles yet</p>
  return (
    <div className={compact ? 'flex flex-col gap-3' : 'flex flex-col gap-6'}>
      <ul className={compact ? 'flex flex-col gap-3' : 'flex flex-col gap-5'}>
        {shown.map((one) => (
          <li key={one._id} className="min-w-0">
            <CoverageRow coverage={one} isAsked={isAsked} of={of} compact={compact} />
          </li>
        ))}
      </ul>
      {shown.length < coverage.length && <p className="text-13 text-muted">and {coverage.length - shown.length} more roles</p>}
      {!compact && <CoverageLegend parts={legendOf(coverageSum(coverage, isAsked), isAsked)} />}
    </div>
  )
}
