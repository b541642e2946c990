// The two steps of editing, and the question what stays where someone else was faster.
import { useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { EventForm } from '#client/event/form/event-form.tsx'
import { FixedOrganization } from '#client/event/form/organization-field.tsx'
import { nothingRefused } from '#client/event/form/place-failure.ts'
import { hasEnded } from '#client/group/use-group-page.ts'
import { ConflictDialog } from '#client/lib/conflict/conflict-dialog.tsx'
import { KeptNotice } from '#client/lib/conflict/kept-notice.tsx'
import { LostEdits } from '#client/lib/conflict/lost-edits.tsx'
import { useWatch } from '#client/lib/live.ts'
import { useFormDoing } from '#client/presence/doing.ts'
import { Arrivals, PeopleHere } from '#client/presence/people-here.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { putGroup } from '#client/records/groups.ts'
import { FlowStep } from '#client/ui/layout/flow-step.tsx'
import { StepActions } from '#client/ui/layout/step-actions.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { groupRoom } from '#protocol/live.ts'
import { typedOf } from './edit-merge.ts'
import { MoreOfHeld } from './more-of-held.tsx'
import type { OpenedEvent } from './open-event.ts'
import { RolesStep } from './roles-step.tsx'
import { type EditStep, useEditing } from './use-editing.ts'

export function EditSteps({ opened: first }: { opened: OpenedEvent }) {
  const [, navigate] = useLocation()
  const page = `/event/${first.event._id}`
  const editing = useEditing(first, (act) => {
    if (act) toastUndoable('Event updated', [act])
    navigate(page)
  })
  const { opened, edits, step, refused, conflict, isBusy, facts, set } = editing
  const { group } = opened
  const { lose } = editing
  const watcher = useMemo(() => ({ onView: putGroup, onRefused: (_: string, code: string) => void (hasEnded(code) && lose()) }), [lose])
  useWatch(groupRoom(group._id), watcher)
  useFormDoing(group._id, 'event')
  useForgetPresence()
  const hasMoved = useRef(false)
  const go = (next: EditStep) => {
    hasMoved.current = true
    set({ step: next, refused: nothingRefused })
  }
  return (
    <>
      <Arrivals groupId={group._id} />
      <FlowStep
        key={step}
        current={step + 1}
        total={2}
        title={step === 0 ? 'Update Event' : 'Update Roles'}
        back={{ href: page, label: 'Back to the event' }}
        takesFocus={hasMoved.current && refused === nothingRefused}
      >
        <PeopleHere groupId={group._id} roles={group.roles} isSaid={false} />
        {editing.isKept && <KeptNotice />}
        {editing.isLost && <LostEdits what="event" typed={typedOf(opened, edits)} canceled={editing.canceled} />}
        {conflict && (
          <ConflictDialog
            key={conflict.current.event.settingsRev + conflict.current.group.settingsRev}
            conflicts={conflict.found.conflicts}
            by={conflict.by}
            busy={isBusy}
            onChoose={editing.choose}
            onClose={editing.leaveConflict}
          />
        )}
        {editing.despite}
        {step === 0 ? (
          <EventForm
            key={opened.event.settingsRev}
            initial={edits.fields}
            facts={facts}
            refused={refused.event}
            onChange={(fields) => set({ edits: { ...edits, fields } })}
            onDone={() => go(1)}
            more={<MoreOfHeld seed={opened.event._id} brandOf={opened.event.ownerOrgId} asksHost={opened.event.ownerOrgId === null} />}
            organization={opened.event.organisingOrgObj && <FixedOrganization name={opened.event.organisingOrgObj.name} />}
          >
            <StepActions label="Next" />
          </EventForm>
        ) : (
          <RolesStep
            opened={opened}
            edits={edits}
            refused={refused}
            isBusy={isBusy}
            isMoved={editing.isMoved}
            onChange={(next) => set({ edits: next })}
            onBack={() => go(0)}
            onSave={editing.save}
          />
        )}
      </FlowStep>
    </>
  )
}
