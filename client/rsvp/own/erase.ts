// Erases what is kept of a guest, and shows the invitation as to somebody new (R96).
import { eraseMyData } from '#client/guest/actions.ts'
import { dropDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { openForm } from '#client/rsvp/guest-calls.ts'
import { dropRsvp } from '#client/rsvp/store.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

export async function eraseAnswer(form: FormView, rsvpId: string) {
  await eraseMyData(form)
  dropDraft()
  dropRsvp(rsvpId)
  const { place } = useGuest.getState()
  useGuest.setState({ isChanging: false, userName: '' })
  if (place) await openForm(place)
}
