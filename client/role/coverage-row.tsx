// One role of the Role Summary: its name, how full it is, and who stands behind the seats.
import type { ReactNode } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { CoverageBar } from '#client/ui/seats/coverage-bar.tsx'
import { Seats } from '#client/ui/seats/seats.tsx'
import type { RoleCoverage } from '#protocol/group.ts'
import { stillNeeded } from '#protocol/risk.ts'
import { fillBadge } from './coverage-rules.ts'

interface CoverageRowProps {
  coverage: RoleCoverage
  compact?: boolean
  /** Under the bar, e.g. what was refused. */
  children?: ReactNode
}

const PlainFill = ({ coverage: { name, count, total } }: { coverage: RoleCoverage }) => (
  <span role="img" aria-label={`${name}: ${count} of ${total} seats taken`} className="flex h-2 overflow-hidden rounded-sm bg-fill-strong">
    <span
      className="rounded-sm bg-ink transition-all duration-200"
      style={{ width: `${Math.min(100, (100 * count) / Math.max(total, 1))}%` }}
    />
  </span>
)

function Fill({ coverage, compact }: { coverage: RoleCoverage; compact: boolean }) {
  const { name, count, total, detailedCounts, min } = coverage
  if (detailedCounts) return <CoverageBar total={total} counts={detailedCounts} min={min} label={name} size={compact ? 'sm' : 'md'} />
  return compact ? <PlainFill coverage={coverage} /> : <Seats total={total} taken={Math.min(count, total)} label={name} />
}

/** Draws the row; it glows once when its numbers move. */
export function CoverageRow({ coverage, compact = false, children }: CoverageRowProps) {
  const { name, count, total, waiting, detailedCounts, min } = coverage
  const badge = fillBadge(coverage)
  const needed = stillNeeded(coverage)
  return (
    <Glow rev={[count, total, min, waiting, ...Object.values(detailedCounts ?? {})].join('/')} className="min-w-0 rounded-sm">
      <div className={compact ? 'mb-1 flex items-center gap-2 text-13' : 'mb-2 flex items-center gap-2.5'}>
        <span className={compact ? 'min-w-0 truncate' : 'min-w-0 font-semibold break-words'} title={compact ? name : undefined}>
          {name}
        </span>
        {needed > 0 && <Badge tone="warn">Needs {needed} more</Badge>}
        {badge && <Badge tone={badge === 'Full' ? 'ink' : 'warn'}>{badge}</Badge>}
        {waiting && <Badge tone="accent">{waiting} waiting</Badge>}
        <span className="tabular ml-auto shrink-0 text-muted">
          {min && !compact && <span className="mr-2 text-13">at least {min}</span>}
          <span className="font-medium text-ink">{count}</span>/{total}
        </span>
      </div>
      <Fill coverage={coverage} compact={compact} />
      {children}
    </Glow>
  )
}
