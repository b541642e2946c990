// The roles most events have, one press each.
import { Chip } from '#client/ui/chip.tsx'
import { type DraftRole, isNameTaken } from './role-rules.ts'

const usual = [
  { name: 'Speaker', max: 3 },
  { name: 'Host', max: 2 },
  { name: 'Guest', max: 20 },
]

interface RoleChipsProps {
  roles: readonly DraftRole[]
  onChange: (roles: DraftRole[]) => void
  maxRoles: number
  maxPerRole: number
}

/** A row that was begun and left empty makes room. */
export function RoleChips({ roles, onChange, maxRoles, maxPerRole }: RoleChipsProps) {
  const named = roles.filter(({ name }) => name.trim())
  const toggle = (role: DraftRole) => {
    const isThere = isNameTaken(role.name, named)
    onChange(isThere ? named.filter((one) => !isNameTaken(one.name, [role])) : [...named, { ...role, max: Math.min(role.max, maxPerRole) }])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on screen
    <div role="group" aria-label="Usual roles" className="flex flex-wrap gap-2">
      {usual.map((role) => {
        const isThere = isNameTaken(role.name, named)
        return (
          <Chip key={role.name} pressed={isThere} disabled={!isThere && named.length >= maxRoles} onPress={() => toggle(role)}>
            {role.name}
          </Chip>
        )
      })}
    </div>
  )
}
