// Who looks at the invitation, and their own answer: as the server drew it into the page until that has begun (R81), from then on as calls and broadcasts say.
import { useContext, useMemo } from 'react'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type FirstView, FirstViewContext } from './first-view.ts'
import { type Guest, useGuest } from './guest.ts'
import { type SavedAnswer, savedFor, useRsvps } from './store.ts'

export interface OwnAnswer {
  readonly guest: Guest
  /** The answer of the email that is proven, whatever is typed meanwhile. */
  readonly saved: SavedAnswer | null
}

/** The answer of the proven email among those at hand. */
export const savedOf = (form: FormView, guest: Guest, answers: Readonly<Record<string, SavedAnswer>>): SavedAnswer | null =>
  (guest.provenEmail !== '' &&
    Object.values(answers).find(
      (one) => one.email === guest.provenEmail && one.groupId === guest.place?.groupId && one.eventId === form.eventId,
    )) ||
  null

function drawnOwn(guest: Guest, form: FormView, { own, form: drawn }: FirstView): OwnAnswer | null {
  if (guest.place !== null || !own || drawn?._id !== form._id) return null
  const { userEmail, userName, removed = null } = own
  const saved = own.rsvp && savedFor(form, own.rsvp)
  return { guest: { ...guest, provenEmail: userEmail, userName, removed }, saved }
}

/** Follows who looks. */
export function useOwn(form: FormView): OwnAnswer {
  const guest = useGuest()
  const { answers } = useRsvps()
  const first = useContext(FirstViewContext)
  return useMemo(() => drawnOwn(guest, form, first) ?? { guest, saved: savedOf(form, guest, answers) }, [form, guest, answers, first])
}
