// One role of the roles editor: its name, its limit, and the way out.
import { Trash2 } from 'lucide-react'
import { useDoing } from '#client/presence/doing.ts'
import { EditedBy } from '#client/presence/people-here.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Stepper } from '#client/ui/fields/stepper.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { DraftRole } from './role-rules.ts'

interface RolesEditorRowProps {
  role: DraftRole
  /** Where others may edit the same roles (R104). */
  groupId?: string | undefined
  /** From 1, for labels. */
  number: number
  maxPerRole: number
  /** Taken seats. */
  held: number
  error?: string
  maxError?: string
  onChange: (role: DraftRole) => void
  onRemove: () => void
  onEnter: () => void
}

export function RolesEditorRow(props: RolesEditorRowProps) {
  const { role, groupId, number, maxPerRole, held, error, maxError, onChange, onRemove, onEnter } = props
  const doing = useDoing(groupId, 'role', role._id)
  const heldHint = held > 0 ? `${held} ${held === 1 ? 'seat is' : 'seats are'} taken` : undefined
  const label = role.name.trim() || `role ${number}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]" {...doing}>
      <Field label={`Role ${number} name`} hideLabel required error={error} hint={heldHint} className="col-span-2 sm:col-span-1">
        <TextInput
          data-role-name=""
          value={role.name}
          maxLength={60}
          placeholder={number === 1 ? 'Role name, e.g. Speaker' : 'Role name'}
          autoComplete="off"
          enterKeyHint="next"
          onChange={(event) => onChange({ ...role, name: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onEnter()
          }}
        />
      </Field>
      <Field label={`Seats for ${label}`} hideLabel error={maxError}>
        <Stepper
          value={role.max}
          onValue={(max) => onChange({ ...role, max })}
          min={Math.max(held, 1)}
          max={Math.max(maxPerRole, role.max)}
          label={`Seats for ${label}`}
        />
      </Field>
      <IconButton
        label={held > 0 ? `Remove ${label}: seats are taken, delete it on the group page` : `Remove ${label}`}
        title={held > 0 ? 'Seats are taken. Delete this role on the group page.' : undefined}
        icon={<Trash2 aria-hidden="true" />}
        onClick={onRemove}
        disabled={held > 0}
        className="disabled:bg-transparent!"
      />
      {groupId && role._id && (
        <div className="col-span-full empty:hidden">
          <EditedBy groupId={groupId} what={{ kind: 'role', roleId: role._id }} roles={[{ _id: role._id, name: label }]} />
        </div>
      )}
    </li>
  )
}
