// The list of roles in a form: names, limits, adding and removing; the form around it keeps the list and sends it.
import { Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '#client/ui/actions/button.tsx'
import { FieldError, FieldHint } from '#client/ui/fields/field.tsx'
import { type DraftRole, duplicateRows, minOverMax, newRole, onlyRoles, roleLimitReached, roleNamesTaken } from './role-rules.ts'
import { RolesEditorRow } from './roles-editor-row.tsx'

export interface RolesEditorProps {
  roles: readonly DraftRole[]
  /** Where others may edit the same roles (R104). */
  groupId?: string | undefined
  onChange: (roles: DraftRole[]) => void
  maxRoles: number
  /** Seats per role; 100 (R6) when no limits could be read. */
  maxPerRole: number
  /** Taken seats by role id: the limit can't go below, and such a role can't be left out here (R4, R8). */
  heldByRole?: Readonly<Record<string, number>>
  /** What the server or the form refused: '1.name', '1.max', '1' by row, or '' for the list as a whole. */
  errors?: Readonly<Record<string, string | undefined>>
}

/** Enter in a name goes to the next role, and adds it after the last. */
export function RolesEditor({ roles, groupId, onChange, maxRoles, maxPerRole, heldByRole = {}, errors = {} }: RolesEditorProps) {
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<number | null>(null)
  const duplicates = duplicateRows(roles)
  const isFull = roles.length >= maxRoles
  const nameAt = (index: number) => list.current?.querySelectorAll<HTMLInputElement>('[data-role-name]')[index]

  // A row can only be focused once it is there.
  useEffect(() => {
    if (focusNext.current === null) return
    nameAt(Math.min(focusNext.current, roles.length - 1))?.focus()
    focusNext.current = null
  })

  const change = (index: number, next: DraftRole) => onChange(roles.map((role, at) => (at === index ? next : role)))
  const remove = (index: number) => {
    focusNext.current = Math.max(0, index - 1)
    onChange(roles.filter((_, at) => at !== index))
  }
  const add = () => {
    if (isFull) return
    focusNext.current = roles.length
    onChange([...roles, newRole()])
  }
  const goOn = (index: number) => {
    if (!roles[index]?.name.trim()) return
    if (index < roles.length - 1) nameAt(index + 1)?.focus()
    else add()
  }

  return (
    <div className="flex flex-col gap-4">
      {roles.length === 0 && <FieldHint>No roles yet. Without roles, people simply answer yes or no.</FieldHint>}
      <ol ref={list} className="flex flex-col gap-3 max-md:gap-6">
        {roles.map((role, index) => (
          <RolesEditorRow
            // Rows have no other identity while they are typed, and everything in them is controlled.
            key={role._id ?? index}
            role={role}
            groupId={groupId}
            number={index + 1}
            maxPerRole={maxPerRole}
            held={role._id ? (heldByRole[role._id] ?? 0) : 0}
            error={errors[`${index}.name`] ?? errors[index] ?? (duplicates.has(index) ? roleNamesTaken : undefined)}
            maxError={errors[`${index}.max`]}
            minError={errors[`${index}.min`] ?? minOverMax(role)}
            onChange={(next) => change(index, next)}
            onRemove={() => remove(index)}
            onEnter={() => goOn(index)}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon={<Plus aria-hidden="true" />}
          onClick={add}
          disabled={isFull}
          title={isFull ? onlyRoles(maxRoles) : undefined}
          aria-describedby={`${id}-limit`}
        >
          Add Role
        </Button>
        <FieldHint id={`${id}-limit`}>
          {isFull ? roleLimitReached(maxRoles) : `${roles.length} of ${maxRoles} roles. Tip: press Enter to add the next role.`}
        </FieldHint>
      </div>
      <FieldError>{errors[''] ?? (roles.length > maxRoles ? onlyRoles(maxRoles) : undefined)}</FieldError>
    </div>
  )
}
