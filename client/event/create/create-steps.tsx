// The three steps of creation over one draft; a refusal leads back to the step it speaks of, with everything still typed.
import { createElement, type ReactNode, useEffect } from 'react'
import { startOf } from '#client/event/form/event-fields.ts'
import { useAnswerable } from '#client/lib/answerable.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { StepsBar } from '#client/ui/feedback/progress-steps.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { latePart, useLatePart } from '#client/ui/late.ts'
import { FlowStep } from '#client/ui/layout/flow-step.tsx'
import { atRest } from '#client/ui/when-idle.ts'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import { ownName } from '#protocol/kernel/texts.ts'
import { DetailsStep } from './details-step.tsx'
import { type DraftStep, setDraft, type UnpublishedEvent } from './draft.ts'
import { EventSummaryCard } from './event-summary-card.tsx'
import type { GuestPreviewProps } from './guest-preview.tsx'
import { RepeatedNotice } from './repeated-notice.tsx'
import { useCreating } from './use-creating.ts'
import type { OrganizationChoice } from './use-organization-choice.ts'

export interface CreateStepsProps {
  limits: TierLimits
  isSignedIn: boolean
  /** Null where there is no organization to choose. */
  choice: OrganizationChoice | null
  /** Above every step. */
  notice?: ReactNode
  onDone: (created: UnpublishedEvent, isPublished: boolean) => void
}

const later = { waiting: <Skeleton className="h-72" />, missing: (retry: () => void) => <NotLoaded onRetry={retry} /> }
// Most pass it over.
const AssignmentStep = loadPart(() => import('./assignment-step.tsx'), 'AssignmentStep', later)
const loadAttendeeForm = () => import('./attendee-form.tsx')
const AttendeeForm = loadPart(loadAttendeeForm, 'AttendeeForm', later)

const guestPreview = latePart<GuestPreviewProps>(async () => (await import('./guest-preview.tsx')).GuestPreview)

const titles = ['Event Details', 'Assignment Setup', 'Attendee Setup'] as const

/** In the bar, each by its number: behind a step it says what was chosen there; most pass the second one over (R127). */
const stepNames = (step: number, name: string, who: string) => [
  `1 ${(step > 0 && name.trim()) || 'Event'}`,
  step > 1 ? `2 ${who}` : '2 Who picks',
  '3 Roles',
]

export function CreateSteps({ limits, isSignedIn, choice, notice, onDone }: CreateStepsProps) {
  useAnswerable()
  useEffect(() => atRest(() => void loadAttendeeForm().catch(() => {})), [])
  const creating = useCreating({ limits, isSignedIn, onDone })
  const { draft, user, step, refused, isBusy, isLocked, facts, assignment, created, go, canMove } = creating
  const { fields, organisingOrgObj: organization } = draft
  const preview = useLatePart(guestPreview, false, () => {})
  const host = organization ? organization.name : fields.hostName.trim() || (user?.name ?? '')
  const organizer = host || (user && !facts.needsEmail ? ownName(user) : created.email)
  return (
    <FlowStep
      key={step}
      current={step + 1}
      total={titles.length}
      title={titles[step]}
      isQuiet={step === 1}
      bar={
        <StepsBar
          current={step + 1}
          steps={stepNames(step, fields.name, assignment.enableRoleAssignment ? `${organization ? 'Admins' : 'You'} pick` : 'Guests pick')}
          onStep={canMove ? (to) => go(to as DraftStep) : undefined}
        />
      }
      takesFocus={creating.takesFocus}
      aside={step === 0 && (preview ? createElement(preview, { fields, seed: draft.key, host }) : <span />)}
    >
      <title>{step === 0 ? 'Create an event · Rolecall' : `${titles[step]} · Rolecall`}</title>
      {notice}
      {step > 0 && <EventSummaryCard {...fields} organizer={organizer} isNamed={host !== ''} start={startOf(fields)} />}
      {step === 0 && <DetailsStep facts={facts} refused={refused} choice={choice} onDone={() => go(isLocked ? 2 : 1)} />}
      {step === 1 && (
        <AssignmentStep
          value={assignment}
          isLocked={isLocked}
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
          fields={fields}
          group={draft.group}
          roles={draft.roles}
          groups={draft.groups}
          perPerson={draft.perPerson}
          limits={limits}
          ownerOrgId={organization?._id ?? null}
          refused={refused}
          isBusy={isBusy}
          notice={
            refused.code === 'idempotency-key-reused' && (
              <RepeatedNotice onGoOn={() => onDone(created, isSignedIn)} onAnother={creating.another} />
            )
          }
          onGroup={(group) => setDraft({ group })}
          onRoles={(roles) => setDraft({ roles })}
          onPerPerson={(perPerson) => setDraft({ perPerson })}
          onGroups={(groups) => setDraft({ groups: groups.map((one) => ({ ...one, roles: [...one.roles] })) })}
          onBack={() => go(isLocked ? 0 : 1)}
          onSubmit={creating.submit}
        />
      )}
    </FlowStep>
  )
}
