// Keeps a guest's own answer live: what the organizer assigns or takes away shows at once (R92).
import { receive, reconnect, useWatch } from '#client/lib/live.ts'
import { openedForm, useGuest } from '#client/rsvp/guest.ts'
import { openForm } from '#client/rsvp/guest-calls.ts'
import { dropRsvp, putRsvp } from '#client/rsvp/store.ts'
import { type GuestView, guestRoom } from '#protocol/live.ts'
import type { FormView } from '#protocol/rsvp.ts'

function takeOwn({ _id, rsvp }: GuestView) {
  const form = openedForm()
  if (rsvp && form) putRsvp(rsvp, form)
  if (!rsvp) dropRsvp(_id)
}
receive('guest', takeOwn)

/** The email for which the socket was opened again already. */
let renewedFor = ''
/** A socket that was opened before the email was proven is opened again, once per email, to bring the cookie. */
function renew(_: string, code: string) {
  const { provenEmail, place } = useGuest.getState()
  // R87: the proof has ended, with its time or with the link that began it: the page asks for it again.
  const isOver = code === 'gone' || (code === 'proof-missing' && renewedFor === provenEmail)
  if (isOver && place) void openForm(place)
  if (isOver || code !== 'proof-missing') return
  renewedFor = provenEmail
  reconnect()
}
const watcher = { onView: takeOwn, onRefused: renew }

/** Watches the room of one's own answer. */
export function useOwnRoom({ _id, eventId }: FormView) {
  useWatch(guestRoom(_id, eventId), watcher)
}
