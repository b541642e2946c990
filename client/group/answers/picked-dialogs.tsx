// What can be done to the answers that are picked: take their roles away, or move them to another role.

import { useState } from 'react'
import { type AssignScope, moveToRole } from '#client/assign/actions.ts'
import { call } from '#client/lib/call.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { formatCount } from '#client/lib/format-count.ts'
import { placeToRemove, removeAnswer, removeRoles } from '#client/removal/actions.ts'
import { type Removal, RemovalChoice } from '#client/removal/removal-choice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { countOf } from './bulk.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { isOnlyInvited, isSelectable } from './row-cells.tsx'

export interface PickedDialogProps {
  group: GroupView
  /** Null where roles can't be assigned, or not by this person. */
  place: AssignScope | null
  mayRemove: boolean
  /** As they were when it was asked. */
  rows: readonly RsvpRow[]
  onClose: () => void
  onDone: () => void
}

const plural = (count: number, one: string) => `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

/** Those of the rows that there is something to take away from: for who manages the group from everybody (R129), else the roles one assigns. */
export const removable = (rows: readonly RsvpRow[], place: AssignScope | null, mayRemove: boolean) =>
  rows.filter((row) => (place && isSelectable(row)) || mayRemove)

/** R40, R97, R129: takes the roles or the whole answers away, and the invitation from those who were only invited. */
export function RemoveDialog({ group, place, mayRemove, rows, onClose, onDone }: PickedDialogProps) {
  const from = place ?? (mayRemove ? placeToRemove(group) : null)
  const hasRoles = from !== null && rows.some(isSelectable)
  const [removal, setRemoval] = useTyped<Removal>(`remove picked:${group._id}`, { what: hasRoles ? 'roles' : 'answer', isBlocked: false })
  const isWhole = removal.what === 'answer'
  const meant = removable(rows, place, mayRemove).filter((row) => isWhole || isSelectable(row) || (mayRemove && isOnlyInvited(row)))
  const answered = meant.filter((row) => !isOnlyInvited(row))
  const invited = meant.length - answered.length
  const [acts] = useState<(string | undefined)[]>([])
  const work = async (row: RsvpRow) => {
    if (isOnlyInvited(row) && !removal.isBlocked) return call(invitationApi.takeBack, { id: group._id, rsvpId: row._id })
    if (isWhole) acts.push(await removeAnswer(group._id, row, removal.isBlocked))
    else if (from) acts.push(...(await removeRoles(from, row)))
  }
  return (
    <BulkDialog
      title={`Remove ${countOf(meant)(meant.length)}?`}
      rows={meant}
      work={work}
      confirmLabel="Remove"
      verb="removed"
      acts={invited > 0 && !removal.isBlocked ? undefined : acts}
      onClose={onClose}
      onDone={onDone}
    >
      {mayRemove ? (
        <RemovalChoice rows={answered.length > 0 ? answered : meant} hasRoles={hasRoles} removal={removal} onChange={setRemoval} />
      ) : (
        <p>They get an email; their answers stay.</p>
      )}
      {invited > 0 && <p>{`${plural(invited, 'invitation')} will be withdrawn, without an email.`}</p>}
      {rows.length > meant.length && <p>{`${countOf(rows)(rows.length - meant.length)} with no role to take: nothing changes there.`}</p>}
    </BulkDialog>
  )
}

/** Moves those who hold a role, each in one step: where the new one is full they keep what they have. */
export function MoveDialog({ group, place, rows, fromRole, onClose, onDone }: PickedDialogProps & { fromRole: string }) {
  const [to, setTo] = useTyped(`move picked:${group._id}`, '')
  const [holders] = useState(() => rows.filter(isSelectable))
  const target = group.roleCoverage.find(({ _id }) => _id === to)
  const from = (row: RsvpRow) => row.roles.filter((name) => name !== target?.name && (!fromRole || name === fromRole))
  const meant = target ? holders.filter((row) => from(row).length > 0) : holders
  const free = target ? target.total - target.count : 0
  const [acts] = useState<(string | undefined)[]>([])
  const work = async (row: RsvpRow) => {
    if (place && target) acts.push(await moveToRole(place, row, from(row), target.name))
  }
  return (
    <BulkDialog
      title={`Move ${countOf(meant)(meant.length)}`}
      rows={meant}
      work={work}
      confirmLabel="Move"
      verb="moved"
      acts={acts}
      tone="primary"
      isReady={target !== undefined}
      onClose={onClose}
      onDone={onDone}
    >
      <Field label="To the role">
        <Select
          value={to}
          onValue={setTo}
          placeholder="Choose a role"
          options={group.roleCoverage.map(({ _id, name, total, count }) => ({
            value: _id,
            label: `${name} · ${formatCount(total - count)} left`,
            disabled: count >= total,
          }))}
        />
      </Field>
      <p>{`${fromRole ? `“${fromRole}” is` : 'The roles they have now are'} taken away once they have the new one. They get an email.`}</p>
      {target && meant.length > free && <p>{`Only ${plural(free, 'seat')} left: the others stay where they are.`}</p>}
    </BulkDialog>
  )
}
