// One role of the roles editor: its name, its limit, how many it needs at least, and the way out.
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
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
  minError?: string
  onChange: (role: DraftRole) => void
  onRemove: () => void
  onEnter: () => void
}

/** A stepper with its word in sight; its label, which names the role too, is for screen readers. */
const Captioned = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <div className="flex gap-2.5 max-md:flex-col max-md:gap-1">
    <span aria-hidden="true" className="text-13 text-muted md:mt-3">
      {caption}
    </span>
    {children}
  </div>
)

export function RolesEditorRow(props: RolesEditorRowProps) {
  const { role, groupId, number, maxPerRole, held, error, maxError, minError, onChange, onRemove, onEnter } = props
  const doing = useDoing(groupId, 'role', role._id)
  const most = Math.max(maxPerRole, role.max)
  const heldHint = held > 0 ? `${held} ${held === 1 ? 'seat is' : 'seats are'} taken` : undefined
  const label = role.name.trim() || `role ${number}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto_auto]" {...doing}>
      <Field label={`Role ${number} name`} hideLabel required error={error} hint={heldHint}>
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
      <div className="flex flex-wrap gap-x-4 gap-y-2 max-md:order-last max-md:col-span-2">
        <Captioned caption="Seats">
          <Field label={`Seats for ${label}`} hideLabel error={maxError} hint={role.max >= most && `${most} is the plan’s limit`}>
            <Stepper
              value={role.max}
              onValue={(max) => onChange({ ...role, max })}
              min={Math.max(held, 1)}
              max={most}
              label={`Seats for ${label}`}
            />
          </Field>
        </Captioned>
        <Captioned caption="At least">
          <Field label={`Minimum for ${label}`} hideLabel error={minError}>
            <Stepper
              value={role.min ?? 0}
              onValue={(min) => onChange({ ...role, min })}
              min={0}
              max={most}
              label={`Minimum for ${label}`}
            />
          </Field>
        </Captioned>
      </div>
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
