// One role under the organizer's hands: its coverage, its limit, its deletion.
import { Pencil, Trash2 } from 'lucide-react'
import { useRenaming } from '#client/group/rename/use-renaming.tsx'
import { loadPage } from '#client/lib/load-page.tsx'
import { useDoing } from '#client/presence/doing.ts'
import { EditedBy } from '#client/presence/people-here.tsx'
import { CoverageRow } from '#client/role/coverage-row.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { FieldError, FieldHint } from '#client/ui/fields/field.tsx'
import { Stepper } from '#client/ui/fields/stepper.tsx'
import { stepperMax } from '#protocol/kernel/limits.ts'
import type { GroupView, RoleCoverage, RoleView } from '#protocol/seats/group.ts'

const nameEditor = loadPage(() => import('#client/group/rename/role-name.tsx'), 'RoleNameEditor')

/** R130: a press on the name edits it where it stands. */
function RoleName({ group, role }: { group: GroupView; role: Pick<RoleView, '_id' | 'name'> }) {
  const renaming = useRenaming(nameEditor.ready)
  if (renaming.isOn) return <nameEditor.Component group={group} role={role} onClose={renaming.end} />
  return (
    <button
      ref={renaming.buttonRef}
      type="button"
      dir="auto"
      data-printed
      title="Rename"
      aria-label={`Rename ${role.name}`}
      onClick={renaming.begin}
      className="group/name hit flex min-w-0 items-center gap-1.5 rounded-xs text-start font-semibold break-words"
    >
      <span className="min-w-0 text-balance">{role.name}</span>
      <Pencil
        aria-hidden="true"
        className="size-3.5 shrink-0 text-muted opacity-0 transition-opacity group-hover/name:opacity-100 group-focus-visible/name:opacity-100 print:hidden [@media(hover:none)]:opacity-60"
      />
    </button>
  )
}

interface RoleManagerRowProps {
  group: GroupView
  coverage: RoleCoverage
  /** R126: guests are asked to confirm. */
  isAsked: boolean
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

/** R4, R70: from the larger of the filled count and 1 to what the plan allows, or to the current limit where that is beyond it already. */
export const stepperRange = ({ count, total }: Pick<RoleCoverage, 'count' | 'total'>, planMax: number = stepperMax) => ({
  min: Math.max(count, 1),
  max: Math.max(planMax, total),
})

export const RoleManagerRow = ({
  group,
  coverage,
  isAsked,
  limit,
  planMax,
  hasWaitlist,
  error,
  isEdited,
  onStep,
  onDelete,
}: RoleManagerRowProps) => (
  <li className="flex flex-col gap-x-5 gap-y-3 px-5 py-4 sm:flex-row sm:items-center" {...useDoing(group._id, 'role', coverage._id)}>
    <div className="min-w-0 flex-1">
      <CoverageRow coverage={coverage} isAsked={isAsked} of={group} title={<RoleName group={group} role={coverage} />} />
      <EditedBy groupId={group._id} what={{ kind: 'role', roleId: coverage._id }} roles={[coverage]} />
      <div className={error && 'mt-2'}>
        <FieldError>{error}</FieldError>
      </div>
    </div>
    <div data-limits className={cx('flex shrink-0 items-center justify-end gap-1', !isEdited && 'max-sm:hidden')}>
      <div className="flex flex-col gap-1">
        <Stepper
          value={limit}
          onValue={onStep}
          {...stepperRange(coverage, planMax)}
          {...(hasWaitlist && { min: 1 })}
          label={`Limit of ${coverage.name}`}
        />
        {planMax !== undefined && limit >= planMax && <FieldHint>{planMax} is the plan’s limit</FieldHint>}
      </div>
      <IconButton label={`Delete ${coverage.name}`} title="Delete" icon={<Trash2 aria-hidden="true" />} onClick={onDelete} />
    </div>
  </li>
)
