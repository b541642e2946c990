// The organizer's Role Summary: how every role stands, and all that can be done about it on the spot.
import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { refreshGroup } from '#client/group/actions.ts'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { CoverageLegend } from '#client/ui/seats/coverage-bar.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import { MoveToWaitlist } from '#client/waitlist/move-to-waitlist.tsx'
import { fallbackLimits, type TierLimits } from '#protocol/kernel/limits.ts'
import { coverageSum, legendOf } from '#protocol/seats/coverage.ts'
import type { GroupView, RoleCoverage, RoleView } from '#protocol/seats/group.ts'
import { DeleteRole } from './delete-role.tsx'
import { EditLimits, LimitsDone, useEditingLimits } from './edit-limits.tsx'
import { NewRole } from './new-role.tsx'
import { RoleManagerRow } from './role-manager-row.tsx'
import { useLimits } from './use-limits.ts'

export interface RoleManagerProps {
  group: GroupView
  /** Absent when none could be read. */
  limits: TierLimits | undefined
}

/** From so many roles on only the first few stand there, so that the answers stay in reach. */
const manyRoles = 20
const fewRoles = 12

const emptyRole = ({ _id, name, max }: RoleView): RoleCoverage => ({ _id, name, total: max, count: 0 })

export function RoleManager({ group, limits }: RoleManagerProps) {
  const { shown, errors, over, closeOver, move, conflict, endConflict, choose, step } = useLimits(group)
  const [doomed, setDoomed] = useState<RoleView | null>(null)
  const { run: refresh, isBusy: isRefreshing } = useAction(() => toasted(() => refreshGroup(group._id), { failed: 'Failed to load group' }))
  const editing = useEditingLimits()
  const newName = useRef<HTMLInputElement>(null)
  const [isAll, setAll] = useState(false)
  const isPrinting = usePrinting()
  const listed = isAll || isPrinting || group.roles.length <= manyRoles ? group.roles : group.roles.slice(0, fewRoles)
  const coverageById = new Map(group.roleCoverage.map((one) => [one._id, one]))
  const coverageOf = (role: RoleView) => coverageById.get(role._id) ?? emptyRole(role)
  const maxRoles = limits?.maxRolesPerEventGroup ?? fallbackLimits.rolesOnGroupPage
  const isAsked = group.showConfirmation
  return (
    <Section
      title="Role Summary"
      actions={
        <IconButton
          size="sm"
          className="-my-1"
          label="Refresh"
          title="Refresh"
          aria-busy={isRefreshing || undefined}
          onClick={() => void refresh()}
          icon={<RotateCw aria-hidden="true" className={isRefreshing ? 'animate-spin' : undefined} />}
        />
      }
    >
      <Card padding="none">
        {group.roles.length > 0 && <EditLimits editing={editing} />}
        {group.roles.length > 0 && (
          <ul ref={editing.listRef} aria-label="Roles" className="[&>li+li]:border-t [&>li]:border-line">
            {listed.map((role) => (
              <RoleManagerRow
                key={role._id}
                group={group}
                coverage={coverageOf(role)}
                isAsked={isAsked}
                limit={shown(role)}
                planMax={limits?.maxParticipantsPerRole}
                hasWaitlist={group.waitlist}
                error={errors[role._id]}
                isEdited={editing.isOn}
                onStep={(max) => step(role._id, max)}
                onDelete={() => setDoomed(role)}
              />
            ))}
          </ul>
        )}
        {listed.length < group.roles.length && (
          <Button variant="ghost" block onClick={() => setAll(true)}>
            Show all {group.roles.length} roles
          </Button>
        )}
        <LimitsDone editing={editing} />
        <CoverageLegend parts={legendOf(coverageSum(group.roleCoverage, isAsked), isAsked)} className="border-t border-line px-5 py-3.5" />
        <NewRole
          groupId={group._id}
          roles={group.roles}
          maxRoles={maxRoles}
          maxPerRole={limits?.maxParticipantsPerRole}
          mayUpgrade={limits?.tier === 'free'}
          nameRef={newName}
          onAdded={() => setAll(true)}
        />
      </Card>
      <MoveToWaitlist over={over} onMove={move} onClose={closeOver} />
      {conflict && (
        <ConflictDialog conflicts={conflict.found.conflicts} by={conflict.by} busy={false} onChoose={choose} onClose={endConflict} />
      )}
      <DeleteRole
        groupId={group._id}
        role={doomed}
        held={doomed ? coverageOf(doomed).count : 0}
        onClose={() => setDoomed(null)}
        onDeleted={() => newName.current?.focus()}
      />
    </Section>
  )
}
