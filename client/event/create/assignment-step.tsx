// Step 2 of creation: who picks the roles (R125).
import type { FormEvent } from 'react'
import { GrantMember } from '#client/assign/grant-member.tsx'
import { StepNotice } from '#client/lib/step-notice.tsx'
import type { Assignment } from '#client/role/assignment.ts'
import { AssignmentForm } from '#client/role/assignment-form.tsx'
import { Form } from '#client/ui/fields/form.tsx'
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
      <AssignmentForm value={value} onChange={onChange} isLocked={isLocked} organization={organization?.name} />
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
