// The two steps of editing, and the notice that someone else was faster.
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { EventForm } from '#client/event/form/event-form.tsx'
import { FixedOrganization } from '#client/event/form/organization-field.tsx'
import { nothingRefused } from '#client/event/form/place-failure.ts'
import { MergedNotice, StaleNotice } from '#client/lib/stale-notice.tsx'
import { FlowStep } from '#client/ui/layout/flow-step.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'
import type { OpenedEvent } from './open-event.ts'
import { RolesStep } from './roles-step.tsx'
import { type EditStep, useEditing } from './use-editing.ts'

export function EditSteps({ opened: first }: { opened: OpenedEvent }) {
  const [, navigate] = useLocation()
  const page = `/event/${first.event._id}`
  const editing = useEditing(first, () => navigate(page))
  const { opened, edits, step, refused, clashes, busy, facts, set } = editing
  const hasMoved = useRef(false)
  const go = (next: EditStep) => {
    hasMoved.current = true
    set({ step: next, refused: nothingRefused })
  }
  const isStale = refused.code === 'stale-rev'
  const notice = isStale ? (
    <StaleNotice busy={busy === 'loading'} onLoad={editing.loadPresent} />
  ) : (
    clashes && <MergedNotice clashes={clashes} />
  )
  return (
    <FlowStep
      key={step}
      current={step + 1}
      total={2}
      title={step === 0 ? 'Update Event' : 'Update Roles'}
      back={{ href: page, label: opened.event.name }}
      takesFocus={hasMoved.current && refused === nothingRefused}
    >
      {step === 0 && clashes && <MergedNotice clashes={clashes} />}
      {step === 0 ? (
        <EventForm
          key={opened.event.rev}
          initial={edits.fields}
          seed={opened.event._id}
          asksHost={opened.event.ownerOrgId === null}
          facts={facts}
          refused={refused.event}
          onChange={(fields) => set({ edits: { ...edits, fields } })}
          onDone={() => go(1)}
          organization={opened.event.organisingOrgObj && <FixedOrganization name={opened.event.organisingOrgObj.name} />}
        >
          <StepActions label="Next" />
        </EventForm>
      ) : (
        <RolesStep
          opened={opened}
          edits={edits}
          refused={refused}
          isBusy={busy !== null}
          isMoved={editing.isMoved}
          notice={notice}
          onChange={(next) => set({ edits: next })}
          onBack={() => go(0)}
          onSave={editing.save}
        />
      )}
    </FlowStep>
  )
}
