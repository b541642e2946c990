// The three steps of creation over one draft; a refusal leads back to the step it speaks of, with everything still typed.
import { type ReactNode, useRef, useState } from 'react'
import { eventErrors } from '#client/event/form/event-errors.ts'
import { startOf } from '#client/event/form/event-fields.ts'
import { nothingRefused, placeFailure } from '#client/event/form/place-failure.ts'
import { useSession } from '#client/lib/session.ts'
import { assignmentIn, isAssignmentLocked } from '#client/role/assignment.ts'
import { FlowStep } from '#client/ui/layout/flow-step.tsx'
import type { TierLimits } from '#protocol/limits.ts'
import { AssignmentStep } from './assignment-step.tsx'
import { AttendeeForm } from './attendee-form.tsx'
import type { Created } from './check-email.tsx'
import { createEvent } from './create-event.ts'
import { DetailsStep } from './details-step.tsx'
import { type DraftStep, renewKey, setDraft, useDraft } from './draft.ts'
import { EventSummaryCard } from './event-summary-card.tsx'
import { RepeatedNotice } from './repeated-notice.tsx'
import { useOrganizationChoice } from './use-organization-choice.ts'
import { useStepHistory } from './use-step-history.ts'

export interface CreateStepsProps {
  limits: TierLimits
  isSignedIn: boolean
  /** Above every step. */
  notice?: ReactNode
  onDone: (created: Created, isPublished: boolean) => void
}

const titles = ['Event Details', 'Assignment Setup', 'Attendee Setup'] as const
const stepOfPart = { details: 0, assignment: 1, attendees: 2 } as const

/** Draws the present step. */
export function CreateSteps({ limits, isSignedIn, notice, onDone }: CreateStepsProps) {
  const draft = useDraft()
  const user = useSession((now) => now.user)
  const [refused, setRefused] = useState(nothingRefused)
  const [isBusy, setBusy] = useState(false)
  const hasMoved = useRef(false)
  const { fields, organisingOrgObj: organization } = draft
  const noteMove = useStepHistory(draft.step, (step) => {
    hasMoved.current = true
    setRefused(nothingRefused)
    // Back in an emptied draft there is only its first step.
    setDraft({ step: fields.name.trim() ? step : 0 })
  })
  const choice = useOrganizationChoice()
  const start = startOf(fields)
  const step = start ? draft.step : 0
  const needsEmail = isSignedIn ? user?.email === '' : true
  const facts = { windowDays: limits.eventSchedulingWindow, needsEmail }
  const assignment = assignmentIn(draft.assignment, isSignedIn, limits.tier)
  const created = { eventName: fields.name.trim(), email: fields.organizerEmail.trim(), link: '' }

  const go = (next: DraftStep, found = nothingRefused) => {
    hasMoved.current = true
    setRefused(found)
    setDraft({ step: next })
    noteMove(next)
  }
  async function submit() {
    // The start may have passed, or the session changed, since the first step was left.
    const errors = eventErrors(fields, { ...facts, now: Date.now() })
    if (Object.keys(errors).length > 0) return go(0, { ...nothingRefused, part: 'details', event: errors })
    setBusy(true)
    setRefused(nothingRefused)
    try {
      const { isPublished, link } = await createEvent(draft, assignment, needsEmail)
      onDone({ ...created, link }, isPublished)
    } catch (error) {
      const placed = placeFailure(error, 'Failed to create event and group')
      go(stepOfPart[placed.part], placed)
    } finally {
      setBusy(false)
    }
  }

  const another = () => {
    renewKey()
    setRefused(nothingRefused)
  }

  const organizer = organization ? organization.name : needsEmail ? created.email : user?.name || user?.username || user?.email || ''
  const isRefused = refused !== nothingRefused
  return (
    <FlowStep key={step} current={step + 1} total={3} title={titles[step]} takesFocus={hasMoved.current && !isRefused}>
      {notice}
      {step > 0 && <EventSummaryCard {...fields} organizer={organizer} start={start} />}
      {step === 0 && <DetailsStep facts={facts} refused={refused} choice={choice} onDone={() => go(1)} />}
      {step === 1 && (
        <AssignmentStep
          value={assignment}
          isLocked={isAssignmentLocked(isSignedIn, limits.tier)}
          refused={refused.general}
          organization={organization}
          grantMember={draft.grantMember}
          onChange={(next) => setDraft({ assignment: next, ...(!next.enableRoleAssignment && { grantMember: '' }) })}
          onGrantMember={(grantMember) => setDraft({ grantMember })}
          onBack={() => go(0)}
          onNext={() => go(2)}
        />
      )}
      {step === 2 && (
        <AttendeeForm
          eventName={fields.name}
          group={draft.group}
          roles={draft.roles}
          limits={limits}
          ownerOrgId={organization?._id ?? null}
          refused={refused}
          isBusy={isBusy}
          notice={
            refused.code === 'idempotency-key-reused' && <RepeatedNotice onGoOn={() => onDone(created, isSignedIn)} onAnother={another} />
          }
          onGroup={(group) => setDraft({ group })}
          onRoles={(roles) => setDraft({ roles })}
          onBack={() => go(1)}
          onSubmit={submit}
        />
      )}
    </FlowStep>
  )
}
