// Step 2 of creation: who decides who takes which role.
import type { FormEvent } from 'react'
import { GrantMember } from '#client/assign/grant-member.tsx'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { type Assignment, explainAssignment } from '#client/role/assignment.ts'
import { AssignmentForm } from '#client/role/assignment-form.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Form } from '#client/ui/fields/form.tsx'
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

export function AssignmentStep(props: AssignmentStepProps) {
  const { value, isLocked, organization, grantMember, refused, onChange, onGrantMember, onBack, onNext } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <Form onSubmit={submit} className="gap-8!">
      {isLocked ? (
        <div className="flex flex-col gap-2">
          <Text>{explainAssignment(value, organization?.name)}</Text>
          <Disclosure summary="What other plans can choose">
            <AssignmentForm value={value} onChange={onChange} isLocked />
          </Disclosure>
        </div>
      ) : (
        <AssignmentForm value={value} onChange={onChange} isLocked={false} organization={organization?.name} />
      )}
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
