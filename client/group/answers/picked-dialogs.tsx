// What can be done to the answers that are picked: take their roles away, or move them to another role.
import { useState } from 'react'
import { moveToRole, type Place, removeRole } from '#client/assign/actions.ts'
import { call } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import type { GroupView, RsvpRow } from '#protocol/group.ts'
import { invitationApi } from '#protocol/invitation.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { isOnlyInvited, isSelectable } from './row-cells.tsx'

const people = (count: number) => `${counted(count)} ${count === 1 ? 'person' : 'people'}`

export interface PickedDialogProps {
  group: GroupView
  /** Null where roles can't be assigned, or not by this person. */
  place: Place | null
  canManage: boolean
  /** As they were when it was asked. */
  rows: readonly RsvpRow[]
  onClose: () => void
  onDone: () => void
}

const plural = (count: number, one: string) => `${counted(count)} ${one}${count === 1 ? '' : 's'}`

/** Those of the rows that there is something to take away from. */
export const removable = (rows: readonly RsvpRow[], place: Place | null, canManage: boolean) =>
  rows.filter((row) => (place && isSelectable(row)) || (canManage && isOnlyInvited(row)))

/** R40, R97: takes the roles from those who hold some, and the invitation from those who were only invited. */
export function RemoveDialog({ group, place, canManage, rows, onClose, onDone }: PickedDialogProps) {
  const [meant] = useState(() => removable(rows, place, canManage))
  const invited = meant.filter(isOnlyInvited).length
  const holders = meant.length - invited
  const roles = meant.reduce((sum, row) => sum + row.roles.length, 0)
  const others = rows.length - meant.length
  const [acts] = useState<(string | undefined)[]>([])
  const work = async (row: RsvpRow) => {
    if (isOnlyInvited(row)) return call(invitationApi.takeBack, { id: group._id, rsvpId: row._id })
    if (place) for (const roleName of row.roles) acts.push(await removeRole(place, row, roleName))
  }
  return (
    <BulkDialog
      title={`Remove ${people(meant.length)}?`}
      rows={meant}
      work={work}
      confirmLabel="Remove"
      verb="removed"
      acts={invited > 0 ? undefined : acts}
      onClose={onClose}
      onDone={onDone}
    >
      {holders > 0 && <p>{`${plural(roles, 'role')} will be taken from ${people(holders)}. They get an email; their answers stay.`}</p>}
      {invited > 0 && <p>{`${plural(invited, 'invitation')} will be taken back. Nobody is told.`}</p>}
      {others > 0 && <p>{`${people(others)} ${others === 1 ? 'has' : 'have'} no role to take, and nothing changes there.`}</p>}
    </BulkDialog>
  )
}

/** Moves those who hold a role, each in one step: where the new one is full they keep what they have. */
export function MoveDialog({ group, place, rows, fromRole, onClose, onDone }: PickedDialogProps & { fromRole: string }) {
  const [to, setTo] = useState('')
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
      title={`Move ${people(meant.length)}`}
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
            label: `${name} · ${counted(total - count)} left`,
            disabled: count >= total,
          }))}
        />
      </Field>
      <p>{`${fromRole ? `“${fromRole}” is` : 'The roles they hold now are'} taken away once they have the new one. They get an email.`}</p>
      {target && meant.length > free && <p>{`Only ${plural(free, 'seat')} left: the others stay where they are.`}</p>}
    </BulkDialog>
  )
}
