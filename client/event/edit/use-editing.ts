// What the edit page's two steps share: the edits, what they started from, and saving over what others save meanwhile (R55, R107).
import { useEffect, useRef, useState } from 'react'
import { eventErrors } from '#client/event/form/event-errors.ts'
import { fieldsOf, startOf } from '#client/event/form/event-fields.ts'
import { nothingRefused, placeFailure, type Refused } from '#client/event/form/place-failure.ts'
import { type Choices, type Comparison, type Editor, isEnded, staleOf } from '#client/lib/conflict/conflict.ts'
import { takeKept, useKept } from '#client/lib/conflict/kept-edits.ts'
import { changesOf, compareEdits, type EventEdits, editsOf } from './edit-merge.ts'
import { type OpenedEvent, openEvent, updateEvent } from './open-event.ts'

export type EditStep = 0 | 1

/** What the edits started from, and the edits. */
interface Draft {
  opened: OpenedEvent
  edits: EventEdits
}
interface Editing extends Draft {
  step: EditStep
  refused: Refused
  /** R107: what others changed meanwhile as well, over the present state; null for nothing. */
  conflict: { present: OpenedEvent; found: Comparison<EventEdits>; by: Editor | null } | null
  /** It was deleted, or the right to it has ended. */
  isLost: boolean
  isBusy: boolean
  /** What was typed before a session ended is here again. */
  isKept: boolean
}

const keyOf = (eventId: string) => `event:${eventId}`
const begin = (opened: OpenedEvent): Editing => {
  const kept = takeKept<Draft>(keyOf(opened.event._id))
  const rest = { step: 0, refused: nothingRefused, conflict: null, isLost: false, isBusy: false } as const
  return { ...(kept ?? { opened, edits: editsOf(opened) }), ...rest, isKept: kept !== null }
}

/** An event that runs already keeps its start, however long ago that was. */
const factsOf = ({ event, limits }: OpenedEvent) => ({
  windowDays: limits.eventSchedulingWindow,
  needsEmail: false,
  heldStart: event.start,
})

/** So often a save begins anew by itself where others keep saving what is no conflict. */
const mostTries = 5

/** Begins with `first`; `onSaved` is called once everything is on the server. */
export function useEditing(first: OpenedEvent, onSaved: () => void) {
  const [editing, setEditing] = useState(() => begin(first))
  const { opened, edits } = editing
  const facts = factsOf(opened)
  const set = (part: Partial<Editing>) => setEditing((held) => ({ ...held, ...part }))
  useKept<Draft>(keyOf(opened.event._id), Object.keys(changesOf(opened, edits)).length > 0 ? { opened, edits } : null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  function refuse(error: unknown) {
    if (isEnded(error)) return set({ isBusy: false, isLost: true })
    const refused = placeFailure(error, 'Failed to update event')
    set({ isBusy: false, refused, step: refused.part === 'details' ? 0 : 1 })
  }

  /** Saves `draft`; where only others changed a field, theirs is taken and it goes on; where both did, it asks. */
  async function send(draft: Draft, tries = mostTries): Promise<void> {
    const changes = changesOf(draft.opened, draft.edits)
    if (Object.keys(changes).length === 0) return onSaved()
    try {
      await updateEvent(draft.opened, changes)
      if (isHere.current) onSaved()
    } catch (error) {
      const stale = staleOf(error)
      if (!stale || tries === 0) return refuse(error)
      await reconcile(draft, stale.by, tries)
    }
  }

  async function reconcile(draft: Draft, by: Editor | null, tries: number) {
    const present = await openEvent(draft.opened.event._id).catch(refuse)
    if (!present) return
    const found = compareEdits(draft.opened, draft.edits, present)
    if (found.conflicts.length > 0) return set({ ...draft, isBusy: false, conflict: { present, found, by } })
    const next = { opened: present, edits: found.settle({}) }
    set(next)
    await send(next, tries - 1)
  }

  async function save() {
    const errors = eventErrors(edits.fields, { ...facts, now: Date.now() })
    if (Object.keys(errors).length > 0) return set({ step: 0, refused: { ...nothingRefused, part: 'details', event: errors } })
    set({ isBusy: true, refused: nothingRefused })
    await send({ opened, edits })
  }

  /** Saves what was chosen, over the present state. */
  async function choose(choices: Choices) {
    if (!editing.conflict) return
    const { present, found } = editing.conflict
    const next = { opened: present, edits: found.settle(choices) }
    set({ ...next, conflict: null, isBusy: true })
    await send(next)
  }

  /** R54: moving the start reaches everyone who comes. */
  const isMoved = startOf(edits.fields) !== startOf(fieldsOf(opened.event))
  return { ...editing, facts, isMoved, set, save, choose, leaveConflict: () => set({ conflict: null }) }
}
