// Keeps a guest's own answer live: what the organizer assigns or takes away shows at once (R92), and how the lines move that they wait in.
import { receive, reconnect, watch } from '#client/lib/live.ts'
import { openedForm, useGuest } from '#client/rsvp/guest.ts'
import { openForm } from '#client/rsvp/guest-calls.ts'
import { dropRsvp, putRsvp, useRsvps } from '#client/rsvp/store.ts'
import { putLine } from '#client/waitlist/lines.ts'
import { type GuestView, guestRoom } from '#protocol/live.ts'

function takeOwn({ _id, rsvp, removed }: GuestView) {
  const form = rsvp && (useRsvps.getState().forms[rsvp.groupId] ?? openedForm())
  if (rsvp && form) putRsvp(rsvp, form)
  if (!rsvp) dropRsvp(_id)
  useGuest.setState({ removed: removed ?? null })
}
receive('guest', takeOwn)
receive('line', putLine)

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

/** Watches the room of one's own answer until the returned function is called. */
export const watchOwn = (groupId: string, eventId: string | null) => watch(guestRoom(groupId, eventId), watcher)
