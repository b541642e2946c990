// What the edit page's two steps share: the edits, what they started from, saving, and loading the present state (R55).
import { useState } from 'react'
import { eventErrors } from '#client/event/form/event-errors.ts'
import { fieldsOf, startOf } from '#client/event/form/event-fields.ts'
import { nothingRefused, placeFailure, type Refused } from '#client/event/form/place-failure.ts'
import { sentenceOf } from '#client/lib/call.ts'
import type { Clash } from '#client/lib/stale-notice.tsx'
import { changesOf, type EventEdits, editsOf, mergeEdits } from './edit-merge.ts'
import { type OpenedEvent, openEvent, updateEvent } from './open-event.ts'

export type EditStep = 0 | 1

interface Editing {
  /** What the edits started from; its revisions go along. */
  opened: OpenedEvent
  edits: EventEdits
  step: EditStep
  refused: Refused
  /** What the loading of the present state found; null while it wasn't needed. */
  clashes: readonly Clash[] | null
  busy: 'saving' | 'loading' | null
}

const begin = (opened: OpenedEvent): Editing => ({
  opened,
  edits: editsOf(opened),
  step: 0,
  refused: nothingRefused,
  clashes: null,
  busy: null,
})

/** An event that runs already keeps its start, however long ago that was. */
const factsOf = ({ event, limits }: OpenedEvent) => ({
  windowDays: limits.eventSchedulingWindow,
  needsEmail: false,
  heldStart: event.start,
})

/** Begins with `first`; `onSaved` is called once everything is on the server. */
export function useEditing(first: OpenedEvent, onSaved: (act?: string) => void) {
  const [editing, setEditing] = useState(() => begin(first))
  const { opened, edits } = editing
  const facts = factsOf(opened)
  const set = (part: Partial<Editing>) => setEditing((held) => ({ ...held, ...part }))

  async function save() {
    const errors = eventErrors(edits.fields, { ...facts, now: Date.now() })
    if (Object.keys(errors).length > 0) return set({ step: 0, refused: { ...nothingRefused, part: 'details', event: errors } })
    const changes = changesOf(opened, edits)
    if (Object.keys(changes).length === 0) return onSaved()
    set({ busy: 'saving', refused: nothingRefused })
    try {
      onSaved(await updateEvent(opened, changes))
    } catch (error) {
      const refused = placeFailure(error, 'Failed to update event')
      set({ busy: null, refused, step: refused.part === 'details' ? 0 : 1 })
    }
  }

  async function loadPresent() {
    set({ busy: 'loading' })
    try {
      const present = await openEvent(opened.event._id)
      set({ busy: null, opened: present, ...mergeEdits(opened, edits, present), refused: nothingRefused })
    } catch (error) {
      set({ busy: null, refused: { ...editing.refused, code: null, general: sentenceOf(error, 'Failed to load event data') } })
    }
  }

  /** R54: moving the start reaches everyone who comes. */
  const isMoved = startOf(edits.fields) !== startOf(fieldsOf(opened.event))
  return { ...editing, facts, isMoved, set, save, loadPresent }
}
