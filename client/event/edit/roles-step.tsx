// Step 2 of editing: who fills the roles, and the roles with their seats; nobody is pushed out of a seat here (R4, R8).
import { type FormEvent, useState } from 'react'
import { PerPersonFields } from '#client/event/form/per-person-fields.tsx'
import type { Refused } from '#client/event/form/place-failure.ts'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { useGroups } from '#client/records/groups.ts'
import { isAssignmentLocked } from '#client/role/assignment.ts'
import { AssignmentForm } from '#client/role/assignment-form.tsx'
import { rolesProblem } from '#client/role/role-rules.ts'
import { RolesEditor } from '#client/role/roles-editor.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'
import { hasOwnTimes } from '#protocol/kernel/time/times.ts'
import { AnswersMove } from './answers-move.tsx'
import type { EventEdits } from './edit-merge.ts'
import type { OpenedEvent } from './open-event.ts'

export interface RolesStepProps {
  opened: OpenedEvent
  edits: EventEdits
  refused: Refused
  isBusy: boolean
  /** The start was changed in the first step. */
  isMoved: boolean
  onChange: (edits: EventEdits) => void
  onBack: () => void
  onSave: () => void
}

export function RolesStep({ opened, edits, refused, isBusy, isMoved, onChange, onBack, onSave }: RolesStepProps) {
  const { limits, group } = opened
  const coverage = useGroups((held) => (held.byId[group._id] ?? group).roleCoverage)
  const isSeveral = opened.event.groupIds.length > 1
  const owning = useGroups(({ byId }) => opened.event.groupIds.filter((id) => byId[id] && hasOwnTimes(byId[id])).length)
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
        organization={opened.event.organisingOrgObj?.name}
      />
      {isSeveral && <PerPersonFields value={edits.perPerson} onChange={(perPerson) => onChange({ ...edits, perPerson })} />}
      {isSeveral ? (
        <Notice title="Roles and seats are each group’s own">
          They are changed on the page of the group, or in its form. <Link href={`/event/${opened.event._id}`}>Go to the groups</Link>
        </Notice>
      ) : (
        <Section title="Roles" description="If you rename a role, everyone who has it keeps it." divided>
          <RolesEditor
            roles={edits.roles}
            groupId={group._id}
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
      )}
      {isMoved && owning > 0 && (
        <Checkbox
          label={
            owning === 1 ? 'Move the group with times of its own as well' : `Move the ${owning} groups with times of their own as well`
          }
          hint="By as much as the event, on the clock of its zone. Groups without times of their own move with the event anyway."
          checked={edits.moveGroups ?? true}
          onValue={(moveGroups) => onChange({ ...edits, moveGroups })}
        />
      )}
      {isMoved && <AnswersMove opened={opened} edits={edits} />}
      {isMoved && <Notice>Everyone who said yes or has a role gets an email about the new time, and is asked to confirm again.</Notice>}
      {sentence && (
        <StepNotice key={sentence} tone="danger" title={problem ? undefined : 'Failed to update event'}>
          {sentence}
        </StepNotice>
      )}
      <StepActions label="Save changes" isBusy={isBusy} busyLabel="Saving..." onBack={onBack} />
    </Form>
  )
}
