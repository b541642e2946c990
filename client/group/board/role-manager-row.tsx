// One role under the organizer's hands: its coverage, its limit, its deletion.
import { Trash2 } from 'lucide-react'
import { useDoing } from '#client/presence/doing.ts'
import { EditedBy } from '#client/presence/people-here.tsx'
import { CoverageRow } from '#client/role/coverage-row.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { FieldError } from '#client/ui/fields/field.tsx'
import { Stepper } from '#client/ui/fields/stepper.tsx'
import type { RoleCoverage } from '#protocol/group.ts'
import { stepperMax } from '#protocol/limits.ts'

interface RoleManagerRowProps {
  groupId: string
  coverage: RoleCoverage
  /** The limit to show; it runs ahead of the coverage while it is being stepped. */
  limit: number
  /** What the plan allows; absent when it could not be read. */
  planMax: number | undefined
  /** R93: below the seats taken is offered to move people to the waitlist. */
  hasWaitlist: boolean
  error: string | undefined
  /** On a phone limits and deletion stand there only while they are edited. */
  isEdited: boolean
  onStep: (max: number) => void
  onDelete: () => void
}

/** R4, R70: from the larger of the filled count and 1 to what the plan allows, or to the present limit where that is beyond it already. */
export const stepperRange = ({ count, total }: Pick<RoleCoverage, 'count' | 'total'>, planMax: number = stepperMax) => ({
  min: Math.max(count, 1),
  max: Math.max(planMax, total),
})

export const RoleManagerRow = ({
  groupId,
  coverage,
  limit,
  planMax,
  hasWaitlist,
  error,
  isEdited,
  onStep,
  onDelete,
}: RoleManagerRowProps) => (
  <li className="flex flex-col gap-x-5 gap-y-3 px-5 py-4 sm:flex-row sm:items-center" {...useDoing(groupId, 'role', coverage._id)}>
    <div className="min-w-0 flex-1">
      <CoverageRow coverage={coverage} />
      <EditedBy groupId={groupId} what={{ kind: 'role', roleId: coverage._id }} roles={[coverage]} />
      <div className={error && 'mt-2'}>
        <FieldError>{error}</FieldError>
      </div>
    </div>
    <div className={cx('flex shrink-0 items-center justify-end gap-1', !isEdited && 'max-sm:hidden')}>
      <Stepper
        value={limit}
        onValue={onStep}
        {...stepperRange(coverage, planMax)}
        {...(hasWaitlist && { min: 1 })}
        label={`Limit of ${coverage.name}`}
      />
      <IconButton label={`Delete ${coverage.name}`} title="Delete" icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
    </div>
  </li>
)
