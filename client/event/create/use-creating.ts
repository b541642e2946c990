// What the steps of creation share: where one is, what was refused, and sending it all at the end.

import { useRef, useState } from 'react'
import { eventErrors } from '#client/event/form/event-errors.ts'
import { startOf } from '#client/event/form/event-fields.ts'
import { nothingRefused, placeFailure } from '#client/event/form/place-failure.ts'
import { useSession } from '#client/lib/session.ts'
import { assignmentIn, isAssignmentLocked } from '#client/role/assignment.ts'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import { createEvent } from './create-event.ts'
import { type DraftStep, renewKey, setDraft, type UnpublishedEvent, useDraft } from './draft.ts'
import { useStepHistory } from './use-step-history.ts'

const stepOfPart = { details: 0, assignment: 1, attendees: 2 } as const

/** Gives the step one is at, and what leads to another. `isLocked`: in the second nothing can be chosen, and it is passed over (R127). */
function useSteps(isLocked: boolean) {
  const { step, fields } = useDraft()
  const [refused, setRefused] = useState(nothingRefused)
  const hasMoved = useRef(false)
  const noteMove = useStepHistory(step, isLocked, (reached) => {
    hasMoved.current = true
    setRefused(nothingRefused)
    // Back in an emptied draft there is only its first step.
    setDraft({ step: fields.name.trim() ? reached : 0 })
  })
  const go = (next: DraftStep, found = nothingRefused) => {
    hasMoved.current = true
    setRefused(found)
    setDraft({ step: next })
    noteMove(next)
  }
  const takesFocus = hasMoved.current && refused === nothingRefused
  return { step: startOf(fields) ? step : (0 as const), refused, setRefused, go, takesFocus }
}

interface Creating {
  limits: TierLimits
  isSignedIn: boolean
  onDone: (created: UnpublishedEvent, isPublished: boolean) => void
}

export function useCreating({ limits, isSignedIn, onDone }: Creating) {
  const draft = useDraft()
  const user = useSession((now) => now.user)
  const [isBusy, setBusy] = useState(false)
  const isLocked = isAssignmentLocked(isSignedIn, limits.tier)
  const { setRefused, ...steps } = useSteps(isLocked)
  const { fields } = draft
  const needsEmail = isSignedIn ? user?.email === '' : true
  const facts = { windowDays: limits.eventSchedulingWindow, needsEmail }
  const assignment = assignmentIn(draft.assignment, isSignedIn, limits.tier)
  const created = { eventName: fields.name.trim(), email: fields.organizerEmail.trim(), eventId: '', groupId: '', link: '' }
  /** The start may have passed, or the session changed, since the first step was left. */
  const errorsNow = () => eventErrors(fields, facts)
  async function submit() {
    const errors = errorsNow()
    if (Object.keys(errors).length > 0) return steps.go(0, { ...nothingRefused, part: 'details', event: errors })
    setBusy(true)
    setRefused(nothingRefused)
    try {
      const { isPublished, ...made } = await createEvent(draft, assignment, needsEmail)
      onDone({ ...created, ...made }, isPublished)
    } catch (error) {
      const placed = placeFailure(error, 'Failed to create event and group')
      steps.go(stepOfPart[placed.part], placed)
    } finally {
      setBusy(false)
    }
  }
  const another = () => {
    renewKey()
    setRefused(nothingRefused)
  }
  // The bar leads where Next would: the details come first, and hold.
  const canMove = !isBusy && Object.keys(errorsNow()).length === 0
  return { ...steps, draft, user, isBusy, isLocked, facts, assignment, created, canMove, submit, another }
}
