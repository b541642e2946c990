// How the roles fill up, live, on the Thank You screen of an event that shows it to all (R27).

import type { Filled } from '#client/rsvp/answer/form-state.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Glow } from '#client/ui/feedback/glow.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { CoverageBar, CoverageLegend } from '#client/ui/seats/coverage-bar.tsx'
import { Seats } from '#client/ui/seats/seats.tsx'
import { nearlyFullShare } from '#protocol/kernel/limits.ts'
import { coverageParts, coverageSum, legendOf } from '#protocol/seats/coverage.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

/** R1: 'Full' when count is at least total, 'Nearly Full' at 80 percent or more. */
function FillBadge({ role: { count, total } }: { role: RoleCoverage }) {
  if (count >= total) return <Badge tone="neutral">Full</Badge>
  return count >= total * nearlyFullShare ? <Badge tone="warn">Nearly Full</Badge> : null
}

function RoleFill({ role, mine, isAsked }: { role: RoleCoverage; mine: number; isAsked: boolean }) {
  return (
    <Glow as="li" rev={role.count} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <span dir="auto" className="min-w-0 font-medium">
            {role.name}
          </span>
          <FillBadge role={role} />
        </div>
        <Text as="span" size={13} tone="muted" className="tabular">
          {role.count} of {role.total}
        </Text>
      </div>
      {role.detailedCounts ? (
        <CoverageBar total={role.total} parts={coverageParts(role.detailedCounts, isAsked)} label={role.name} />
      ) : (
        <Seats total={role.total} taken={role.count} mine={mine} label={role.name} />
      )}
    </Glow>
  )
}

export function CoverageSoFar({ form, filled }: { form: FormView; filled: Filled }) {
  if (!form.displayRSVPToAll || form.roleCoverage.length === 0) return null
  const held = new Set(filled.seats.filter((role) => role.isHeld).map((role) => role._id))
  return (
    <Section title="Seats so far">
      <ul className="flex flex-col gap-5">
        {form.roleCoverage.map((role) => (
          <RoleFill key={role._id} role={role} mine={held.has(role._id) ? 1 : 0} isAsked={form.showConfirmation} />
        ))}
      </ul>
      <CoverageLegend parts={legendOf(coverageSum(form.roleCoverage, form.showConfirmation), form.showConfirmation)} />
    </Section>
  )
}
