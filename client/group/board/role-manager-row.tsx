// One role under the organizer's hands: its coverage, its limit, its deletion.
import { Trash2 } from 'lucide-react'
import { CoverageRow } from '#client/role/coverage-row.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { FieldError } from '#client/ui/fields/field.tsx'
import { Stepper } from '#client/ui/fields/stepper.tsx'
import type { RoleCoverage } from '#protocol/group.ts'
import { stepperMax } from '#protocol/limits.ts'

interface RoleManagerRowProps {
  coverage: RoleCoverage
  /** The limit to show; it runs ahead of the coverage while it is being stepped. */
  limit: number
  error: string | undefined
  onStep: (max: number) => void
  onDelete: () => void
}

/** R4, R5: the minimum is the larger of the filled count and 1, the maximum 99 unless the limit is beyond it already. */
export const stepperRange = ({ count, total }: Pick<RoleCoverage, 'count' | 'total'>) => ({
  min: Math.max(count, 1),
  max: Math.max(stepperMax, total),
})

export const RoleManagerRow = ({ coverage, limit, error, onStep, onDelete }: RoleManagerRowProps) => (
  <li className="flex flex-col gap-x-5 gap-y-3 px-5 py-4 sm:flex-row sm:items-center">
    <div className="min-w-0 flex-1">
      <CoverageRow coverage={coverage} />
      <div className={error && 'mt-2'}>
        <FieldError>{error}</FieldError>
      </div>
    </div>
    <div className="flex shrink-0 items-center justify-end gap-1">
      <Stepper value={limit} onValue={onStep} {...stepperRange(coverage)} label={`Limit of ${coverage.name}`} />
      <IconButton label={`Delete ${coverage.name}`} title="Delete" icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
    </div>
  </li>
)
