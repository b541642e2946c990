// What the page of an invitation watches. What brings the rooms comes after the first paint.
import { useEffect } from 'react'
import { isId } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type RsvpLink, useGuest } from './guest.ts'
import { formRoom, ownRoom } from './lazy-parts.ts'

/** Watches a room, from when `load` has come until the returned function is called. */
function watchLater<Rooms>(load: Promise<Rooms>, watch: (rooms: Rooms) => () => void): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  const begin = (rooms: Rooms) => {
    if (!isOver) stop = watch(rooms)
  }
  void load.then(begin, () => {}) // being offline is noted, and the page says so
  return () => {
    isOver = true
    stop?.()
  }
}

/** The form's room: known from the link at once, or from the form when the link leaves the event out (R23). */
export function useFormRoom(place: RsvpLink | null, form: FormView | null) {
  const groupId = place?.groupId
  const eventId = isId(place?.eventId ?? '') ? place?.eventId : form?.eventId
  useEffect(() => {
    if (!groupId || eventId === undefined) return
    return watchLater(formRoom(), ({ watchForm }) => watchForm(groupId, eventId))
  }, [groupId, eventId])
}

/** R92: the room of one's own answer, from the proof on: somebody may be given a seat before they have answered. */
export function useOwnRoom({ _id, eventId }: FormView) {
  const email = useGuest((now) => (now.isKnown ? now.provenEmail : ''))
  useEffect(() => {
    if (email === '') return
    return watchLater(ownRoom(), ({ watchOwn }) => watchOwn(_id, eventId))
  }, [_id, eventId, email])
}
