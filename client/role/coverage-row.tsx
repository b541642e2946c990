// One role of the Role Summary: its name, how full it is, and who stands behind the seats.
import type { ReactNode } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { CoverageBar } from '#client/ui/seats/coverage-bar.tsx'
import { Seats } from '#client/ui/seats/seats.tsx'
import { type Parties, partiesText } from '#protocol/seats/companions/counting.ts'
import { coverageParts } from '#protocol/seats/coverage.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import { stillNeeded } from '#protocol/seats/risk.ts'
import { fillBadge } from './coverage-rules.ts'

interface CoverageRowProps {
  coverage: RoleCoverage
  /** R126: guests are asked to confirm. */
  isAsked: boolean
  /** R171: whether whoever waits may be several people. */
  of?: Parties
  compact?: boolean
  /** In place of the name, e.g. to edit it. */
  title?: ReactNode
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

function Fill({ coverage, isAsked, compact }: Required<Omit<CoverageRowProps, 'children' | 'title' | 'of'>>) {
  const { name, count, total, detailedCounts, min, held } = coverage
  if (detailedCounts) {
    const parts = coverageParts(detailedCounts, isAsked, held)
    return <CoverageBar total={total} parts={parts} min={min} label={name} size={compact ? 'sm' : 'md'} />
  }
  return compact ? <PlainFill coverage={coverage} /> : <Seats total={total} taken={Math.min(count, total)} label={name} />
}

export function CoverageRow({ coverage, isAsked, of = {}, compact = false, title, children }: CoverageRowProps) {
  const { name, count, total, waiting, detailedCounts, min, held } = coverage
  const badge = fillBadge(coverage)
  const needed = stillNeeded(coverage)
  return (
    <Glow rev={[count, total, min, waiting, held, ...Object.values(detailedCounts ?? {})].join('/')} className="min-w-0 rounded-sm">
      <div
        className={
          compact ? 'mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-13' : 'mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1'
        }
      >
        {title ?? (
          <span
            dir="auto"
            className={compact ? 'max-w-full min-w-0 truncate' : 'min-w-0 font-semibold break-words'}
            title={compact ? name : undefined}
          >
            {name}
          </span>
        )}
        {needed > 0 && <Badge tone="warn">Needs {needed} more</Badge>}
        {badge && <Badge tone={badge === 'Full' ? 'ink' : 'warn'}>{badge}</Badge>}
        {waiting && <Badge tone="accent">{partiesText(waiting, of)} waiting</Badge>}
        {held && <Badge tone="outline">{held} held</Badge>}
        <span className="tabular ml-auto shrink-0 text-muted">
          {min && !compact && <span className="mr-2 text-13">at least {min}</span>}
          <span className="font-medium text-ink">{count}</span> of {total}
        </span>
      </div>
      <Fill coverage={coverage} isAsked={isAsked} compact={compact} />
      {children}
    </Glow>
  )
}
