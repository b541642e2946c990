// Who picks the roles (R125), and how many each person has, with a sentence that says what they amount to (R9, R10).
import { useId } from 'react'
import { isSold } from '#client/lib/settings.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { type Assignment, explainAssignment, switchAssignment, teamPlanNeeded } from './assignment.ts'

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
  organization: string | undefined
}

/** The two answers are the contract's two toggles; an event may have both of them off. Locked, it shows what holds and which plan unlocks it. */
export function AssignmentForm({ value, onChange, isLocked, organization }: AssignmentFormProps) {
  const options = [
    { value: 'guests', label: 'Guests', hint: 'Each takes a free seat when answering.', disabled: isLocked && !value.enableRoleSelfSelect },
    {
      value: 'organizer',
      label: organization ? `Admins of ${organization}` : 'I do',
      hint: isLocked ? teamPlanNeeded : 'Guests only say whether they come.',
      disabled: isLocked,
    },
  ] as const
  return (
    <>
      <div className="flex flex-col gap-3">
        <Segmented
          look="cards"
          name={`${useId()}-who`}
          label={<span className="text-20 font-semibold">Who picks the roles?</span>}
          options={options}
          value={value.enableRoleAssignment ? 'organizer' : value.enableRoleSelfSelect ? 'guests' : null}
          onValue={(who) => onChange(switchAssignment(value, who === 'organizer'))}
        />
        <Text tone="muted" aria-live="polite">
          {explainAssignment(value, organization)} {isLocked && isSold() && <Link href="/pricing?plan=team">Compare the plans</Link>}
        </Text>
      </div>
      {!isLocked && <RolesPerPerson value={value} onChange={onChange} />}
    </>
  )
}

const RolesPerPerson = ({ value, onChange }: Pick<AssignmentFormProps, 'value' | 'onChange'>) => (
  <Segmented
    look="cards"
    name={`${useId()}-rule`}
    label="Roles per person"
    options={ruleOptions}
    value={value.assignmentRule === 'singleRoleOnly' ? 'singleRoleOnly' : 'several'}
    onValue={(chosen) => onChange({ ...value, assignmentRule: chosen === 'several' ? '' : chosen })}
  />
)
