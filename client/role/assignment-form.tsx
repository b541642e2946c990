// Who fills the roles: the two toggles and the rule, with a sentence that says what they amount to (R9, R10).
import { useId } from 'react'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { type Assignment, explainAssignment, switchAssignment, switchSelfSelect, teamPlanNeeded } from './assignment.ts'

const ruleOptions = [
  { value: 'several', label: 'Several roles', hint: 'More than one each' },
  { value: 'singleRoleOnly', label: 'One role only', hint: 'At most one each' },
] as const

export interface AssignmentFormProps {
  value: Assignment
  onChange: (value: Assignment) => void
  /** For a signed-out user and for tiers below team. */
  isLocked: boolean
  /** The organizing organization's name. */
  organization?: string
}

/** Locked, it shows what holds and which plan unlocks it. */
export function AssignmentForm({ value, onChange, isLocked, organization }: AssignmentFormProps) {
  return (
    <div className="flex flex-col gap-6">
      <Card padding="none" className="divide-y divide-line px-5 py-2">
        <Switch
          label="Role assignment"
          hint={organization ? 'Admins choose members’ roles.' : 'You choose people’s roles.'}
          locked={isLocked ? teamPlanNeeded : undefined}
          checked={value.enableRoleAssignment}
          onValue={(isOn) => onChange(switchAssignment(value, isOn))}
        />
        <Switch
          label="Role self-select"
          hint="Guests choose their own roles."
          disabled={isLocked}
          checked={value.enableRoleSelfSelect}
          onValue={(isOn) => onChange(switchSelfSelect(value, isOn))}
        />
      </Card>
      <Text tone="muted" aria-live="polite">
        {explainAssignment(value, organization)}
      </Text>
      <RolesPerPerson value={value} onChange={onChange} isLocked={isLocked} />
    </div>
  )
}

export const RolesPerPerson = ({ value, onChange, isLocked }: Omit<AssignmentFormProps, 'organization'>) => (
  <Segmented
    look="cards"
    name={`${useId()}-rule`}
    label="Roles per person"
    options={ruleOptions}
    disabled={isLocked}
    value={value.assignmentRule === 'singleRoleOnly' ? 'singleRoleOnly' : 'several'}
    onValue={(chosen) => onChange({ ...value, assignmentRule: chosen === 'several' ? '' : chosen })}
  />
)
