// What the edit page's two steps share: the edits, what they started from, and saving over what others save meanwhile (R55, R107).

import { useCallback, useState } from 'react'
import { eventErrors } from '#client/event/form/event-errors.ts'
import { fieldsOf, startOf } from '#client/event/form/event-fields.ts'
import { nothingRefused, placeFailure, type Refused } from '#client/event/form/place-failure.ts'
import { NotMeant } from '#client/lib/call-failed.ts'
import { type Choices, isEnded } from '#client/lib/conflict/conflict.ts'
import { useDespite } from '#client/lib/conflict/despite.tsx'
import { takeKept, useKept } from '#client/lib/conflict/kept-edits.ts'
import { type EditConflict, type EditDraft, type Saving, saveOver } from '#client/lib/conflict/save.ts'
import { type Canceled, canceledOf } from '#client/lib/event/canceled.tsx'
import { changesOf, compareEdits, type EventEdits, editsOf } from './edit-merge.ts'
import { type OpenedEvent, openEvent, updateEvent } from './open-event.ts'

export type EditStep = 0 | 1

type EventDraft = EditDraft<OpenedEvent, EventEdits>
interface Editing extends EventDraft {
  step: EditStep
  refused: Refused
  /** R107: what others changed meanwhile as well, over the current state; null for nothing. */
  conflict: EditConflict<OpenedEvent, EventEdits> | null
  /** It was deleted, or the right to it has ended. */
  isLost: boolean
  /** R136: where that is why. */
  canceled?: Canceled | undefined
  isBusy: boolean
  /** What was typed before a session ended is here again. */
  isKept: boolean
}

const draftKey = (eventId: string) => `event:${eventId}`
const begin = (opened: OpenedEvent): Editing => {
  const kept = takeKept<EventDraft>(draftKey(opened.event._id))
  const rest = { step: 0, refused: nothingRefused, conflict: null, isLost: false, isBusy: false } as const
  return { ...(kept ?? { opened, edits: editsOf(opened) }), ...rest, isKept: kept !== null }
}

/** An event that runs already keeps its start, however long ago that was. */
const factsOf = ({ event, limits }: OpenedEvent) => ({
  windowDays: limits.eventSchedulingWindow,
  needsEmail: false,
  heldStart: event.start,
})

export const eventSaving: Saving<OpenedEvent, EventEdits> = {
  isChanged: ({ opened, edits }) => Object.keys(changesOf(opened, edits)).length > 0,
  send: ({ opened, edits }, despiteOverlap) =>
    updateEvent(opened, { ...changesOf(opened, edits), ...(despiteOverlap && { despiteOverlap }) }),
  current: ({ opened }) => openEvent(opened.event._id),
  compare: ({ opened, edits }, current) => compareEdits(opened, edits, current),
}

/** What is on screen after a save that was refused. */
function afterFailure(error: unknown): Partial<Editing> {
  const refused = placeFailure(error, 'Failed to update event')
  return { refused, step: refused.part === 'details' ? 0 : 1 }
}

/** Begins with `first`; `onSaved` is called once everything is on the server. */
export function useEditing(first: OpenedEvent, onSaved: (act?: string) => void) {
  const [editing, setEditing] = useState(() => begin(first))
  const { opened, edits } = editing
  const facts = factsOf(opened)
  const despite = useDespite()
  const set = (part: Partial<Editing>) => setEditing((held) => ({ ...held, ...part }))
  useKept<EventDraft>(draftKey(opened.event._id), eventSaving.isChanged(editing) ? { opened, edits } : null)

  /** It can't be saved any more: asks why. */
  const { _id: eventId } = opened.event
  const lose = useCallback(async () => {
    const canceled = await openEvent(eventId).then(() => undefined, canceledOf)
    setEditing((held) => ({ ...held, isLost: true, isBusy: false, canceled }))
  }, [eventId])

  async function send(draft: EventDraft) {
    set({ ...draft, conflict: null, isBusy: true, refused: nothingRefused })
    const send = (one: EventDraft) => despite.attempt('', (isMeant) => eventSaving.send(one, isMeant))
    const done = await saveOver(draft, { ...eventSaving, send })
    if (done.is === 'saved') return onSaved(done.act)
    if (done.is === 'failed' && isEnded(done.error)) return void lose()
    if (done.is === 'failed' && done.error instanceof NotMeant) return set({ ...done.draft, isBusy: false })
    const shown = done.is === 'asked' ? { conflict: done.conflict } : afterFailure(done.error)
    set({ ...done.draft, isBusy: false, ...shown })
  }
  async function save() {
    const errors = eventErrors(edits.fields, facts)
    if (Object.keys(errors).length > 0) return set({ step: 0, refused: { ...nothingRefused, part: 'details', event: errors } })
    await send({ opened, edits })
  }
  /** Saves what was chosen, over the current state. */
  async function choose(choices: Choices) {
    if (editing.conflict) await send({ opened: editing.conflict.current, edits: editing.conflict.found.settle(choices) })
  }

  /** R54: moving the start reaches everyone who comes. */
  const isMoved = startOf(edits.fields) !== startOf(fieldsOf(opened.event))
  return { ...editing, facts, isMoved, despite: despite.dialog, set, save, lose, choose, leaveConflict: () => set({ conflict: null }) }
}
