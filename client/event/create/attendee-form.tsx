// Step 3 of creation: the group that the event's invitees answer to, and its roles with their seats; or several groups (R140).
import { type FormEvent, type ReactNode, useState } from 'react'
import type { EventFields } from '#client/event/form/event-fields.ts'
import { FoldCard } from '#client/event/form/fold-card.tsx'
import { GroupFields } from '#client/group/settings/group-fields.tsx'
import { StepNotice } from '#client/lib/step-notice.tsx'
import { duplicatesAlert, rolesProblem } from '#client/role/role-rules.ts'
import { Form } from '#client/ui/fields/form.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'
import { planLimits } from '#protocol/kernel/limits.ts'
import { groupNameFor } from './create-event.ts'
import { type Attending, CreationGroups } from './creation-groups.tsx'
import { factsOf, useSeveral } from './use-several.ts'

export interface AttendeeFormProps extends Attending {
  fields: EventFields
  ownerOrgId: string | null
  isBusy: boolean
  /** Beside the button that brought it about. */
  notice?: ReactNode
  onBack: () => void
  onSubmit: () => void
}

/** What it refuses itself is said at its foot, beside the button that was pressed. */
export function AttendeeForm(props: AttendeeFormProps) {
  const { fields, group, roles, groups, limits, ownerOrgId, refused, isBusy, notice, onGroup, onBack, onSubmit } = props
  const [problem, setProblem] = useState<string | null>(null)
  const facts = factsOf(fields, limits)
  const several = useSeveral(groups, facts)
  const isSeveral = groups.length > 0
  // What needs a look is not folded away: a refusal, or who may answer where an organization is involved.
  const isUnfolded = (!isSeveral && Object.keys(refused.group).length > 0) || ownerOrgId !== null || limits.tier === 'enterprise'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = isSeveral ? null : rolesProblem(roles, limits.maxRolesPerEventGroup)
    setProblem(found)
    if (!found && (!isSeveral || several.check()) && !isBusy) onSubmit()
  }
  return (
    <Form onSubmit={submit} className="gap-10!">
      <CreationGroups
        {...props}
        facts={facts}
        several={several}
        most={planLimits[limits.tier].groupsPerEvent}
        problem={problem}
        onTyped={() => setProblem(null)}
      />
      <FoldCard title="More options" holds="Waitlist, hand-over, who sees the answers" open={isUnfolded}>
        <GroupFields
          value={group}
          onChange={onGroup}
          errors={refused.group}
          nameFallback={groupNameFor(fields.name)}
          isNamed={!isSeveral}
          ownerOrgId={ownerOrgId}
          hasAttending={limits.tier === 'enterprise'}
        />
      </FoldCard>
      {problem === duplicatesAlert && <StepNotice tone="danger">{problem}</StepNotice>}
      {isSeveral && Object.keys(several.problems).length > 0 && (
        <StepNotice tone="danger">Some groups need a look before the event can be created.</StepNotice>
      )}
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
