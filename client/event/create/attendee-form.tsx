// Step 3 of creation: the group that the event's invitees answer to, and its roles with their seats.
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Refused } from '#client/event/form/place-failure.ts'
import { GroupFields, type GroupFieldsValue } from '#client/group/settings/group-fields.tsx'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { RoleChips } from '#client/role/role-chips.tsx'
import { type DraftRole, duplicatesAlert, rolesProblem } from '#client/role/role-rules.ts'
import { RolesEditor } from '#client/role/roles-editor.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'
import type { TierLimits } from '#protocol/limits.ts'
import { groupNameFor } from './create-event.ts'

export interface AttendeeFormProps {
  eventName: string
  group: GroupFieldsValue
  roles: readonly DraftRole[]
  limits: TierLimits
  ownerOrgId: string | null
  refused: Refused
  isBusy: boolean
  /** Beside the button that brought it about. */
  notice?: ReactNode
  onGroup: (group: GroupFieldsValue) => void
  onRoles: (roles: DraftRole[]) => void
  onBack: () => void
  onSubmit: () => void
}

/** Draws the form; what it refuses itself is said at its foot, beside the button that was pressed. */
export function AttendeeForm(props: AttendeeFormProps) {
  const { eventName, group, roles, limits, ownerOrgId, refused, isBusy, notice, onGroup, onRoles, onBack, onSubmit } = props
  const [problem, setProblem] = useState<string | null>(null)
  // What needs a look is not folded away: a refusal, or who may answer where an organization is involved.
  const isUnfolded = Object.keys(refused.group).length > 0 || ownerOrgId !== null || limits.tier === 'enterprise'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = rolesProblem(roles, limits.maxRolesPerEventGroup)
    setProblem(found)
    if (!found && !isBusy) onSubmit()
  }
  const changeRoles = (next: DraftRole[]) => {
    setProblem(null)
    onRoles(next)
  }
  return (
    <Form onSubmit={submit} className="gap-10!">
      <Section title="Roles" description="What people can be at the event, and how many seats each role has." divided>
        <RoleChips
          roles={roles}
          onChange={changeRoles}
          maxRoles={limits.maxRolesPerEventGroup}
          maxPerRole={limits.maxParticipantsPerRole}
        />
        <RolesEditor
          roles={roles}
          onChange={changeRoles}
          maxRoles={limits.maxRolesPerEventGroup}
          maxPerRole={limits.maxParticipantsPerRole}
          errors={problem && problem !== duplicatesAlert ? { ...refused.roles, '': problem } : refused.roles}
        />
      </Section>
      <Disclosure summary="More options" open={isUnfolded}>
        <GroupFields
          value={group}
          onChange={onGroup}
          errors={refused.group}
          nameFallback={groupNameFor(eventName)}
          ownerOrgId={ownerOrgId}
          hasAttending={limits.tier === 'enterprise'}
        />
      </Disclosure>
      {problem === duplicatesAlert && <StepNotice tone="danger">{problem}</StepNotice>}
      {refused.general && (
        <StepNotice key={refused.general} tone="danger" title="The event was not created">
          {refused.general}
        </StepNotice>
      )}
      {notice}
      <StepActions label="Create event" isBusy={isBusy} busyLabel="Creating..." onBack={onBack} />
    </Form>
  )
}
