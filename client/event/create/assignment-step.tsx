// Step 2 of creation: who picks the roles (R125). The two answers are the contract's two toggles.
import { type FormEvent, useId } from 'react'
import { GrantMember } from '#client/assign/grant-member.tsx'
import { isSold } from '#client/lib/settings.ts'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { type Assignment, explainAssignment, switchAssignment, teamPlanNeeded } from '#client/role/assignment.ts'
import { RolesPerPerson } from '#client/role/assignment-form.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'

export interface AssignmentStepProps {
  value: Assignment
  isLocked: boolean
  organization: { _id: string; name: string } | null
  /** The user id of the member who may assign roles from the start. */
  grantMember: string
  /** What the server refused of it. */
  refused: string | null
  onChange: (value: Assignment) => void
  onGrantMember: (userId: string) => void
  onBack: () => void
  onNext: () => void
}

const TeamNeeded = () => (
  <Text tone="muted">
    {teamPlanNeeded} to give out the roles yourself. {isSold() && <Link href="/pricing?plan=team">Compare the plans</Link>}
  </Text>
)

export function AssignmentStep(props: AssignmentStepProps) {
  const { value, isLocked, organization, grantMember, refused, onChange, onGrantMember, onBack, onNext } = props
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  const options = [
    { value: 'guests', label: 'Guests', hint: 'Each takes a free seat when answering.' },
    {
      value: 'organizer',
      label: organization ? `Admins of ${organization.name}` : 'I do',
      hint: 'Guests only say whether they come.',
      disabled: isLocked,
    },
  ] as const
  return (
    <Form onSubmit={submit} className="gap-8!">
      <div className="flex flex-col gap-3">
        <Segmented
          look="cards"
          name={`${id}-who`}
          label="Who picks the roles?"
          options={options}
          value={value.enableRoleAssignment ? 'organizer' : 'guests'}
          onValue={(who) => onChange(switchAssignment(value, who === 'organizer'))}
        />
        <Text tone="muted" aria-live="polite">
          {explainAssignment(value, organization?.name)}
        </Text>
        {isLocked && <TeamNeeded />}
      </div>
      {!isLocked && <RolesPerPerson value={value} onChange={onChange} isLocked={false} />}
      {organization && value.enableRoleAssignment && <GrantMember orgId={organization._id} value={grantMember} onValue={onGrantMember} />}
      {refused && (
        <StepNotice key={refused} tone="danger">
          {refused}
        </StepNotice>
      )}
      <StepActions label="Next" onBack={onBack} />
    </Form>
  )
}
