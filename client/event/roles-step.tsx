// Step 2 of editing: who fills the roles, and the roles with their seats; nobody is pushed out of a seat here (R4, R8).
import { type FormEvent, type ReactNode, useState } from 'react'
import { rolesProblem } from '#client/group/role-rules.ts'
import { RolesEditor } from '#client/group/roles-editor.tsx'
import { putGroup, useGroups } from '#client/group/store.ts'
import { useWatch } from '#client/lib/live.ts'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Section } from '#client/ui/section.tsx'
import { groupRoom } from '#protocol/live.ts'
import { isAssignmentLocked } from './assignment.ts'
import { AssignmentForm } from './assignment-form.tsx'
import type { EventEdits } from './edit-merge.ts'
import type { OpenedEvent } from './open-event.ts'
import type { Refused } from './place-failure.ts'
import { StepActions } from './step-actions.tsx'
import { StepNotice } from './step-notice.tsx'

export interface RolesStepProps {
  opened: OpenedEvent
  edits: EventEdits
  refused: Refused
  isBusy: boolean
  /** The start was changed in the first step. */
  isMoved: boolean
  /** Beside the button that brought it about. */
  notice?: ReactNode
  onChange: (edits: EventEdits) => void
  onBack: () => void
  onSave: () => void
}

const watcher = { onView: putGroup }

export function RolesStep({ opened, edits, refused, isBusy, isMoved, notice, onChange, onBack, onSave }: RolesStepProps) {
  const { limits, group } = opened
  const coverage = useGroups((held) => (held.byId[group._id] ?? group).roleCoverage)
  useWatch(groupRoom(group._id), watcher)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = rolesProblem(edits.roles, limits.maxRolesPerEventGroup)
    setProblem(found)
    if (!found && !isBusy) onSave()
  }
  const sentence = problem ?? refused.general
  return (
    <Form onSubmit={submit} className="gap-8!">
      <AssignmentForm
        value={edits.assignment}
        onChange={(assignment) => onChange({ ...edits, assignment })}
        isLocked={isAssignmentLocked(true, limits.tier)}
        organisation={opened.event.organisingOrgObj?.name}
      />
      <Section title="Roles" description="Renaming a role keeps its holders." divided>
        <RolesEditor
          roles={edits.roles}
          onChange={(roles) => {
            setProblem(null)
            onChange({ ...edits, roles })
          }}
          maxRoles={limits.maxRolesPerEventGroup}
          maxPerRole={limits.maxParticipantsPerRole}
          heldByRole={Object.fromEntries(coverage.map((role) => [role._id, role.count]))}
          errors={refused.roles}
        />
      </Section>
      {isMoved && <Notice>Everyone who said yes or holds a role gets an email about the new time, and is asked to confirm again.</Notice>}
      {sentence && (
        <StepNotice key={sentence} tone="danger" title={problem ? undefined : 'Failed to update event'}>
          {sentence}
        </StepNotice>
      )}
      {notice}
      <StepActions label="Save changes" isBusy={isBusy} busyLabel="Saving..." onBack={onBack} />
    </Form>
  )
}
