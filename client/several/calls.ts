// The call of the invitation to several groups, and what keeps it live. They come after the first paint (R81).
import { navigate } from 'wouter/use-browser-location'
import { CallFailed, call, errorText, ownSentence } from '#client/lib/call.ts'
import { receive, reconnect, watch } from '#client/lib/live.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import '#client/rsvp/form-room.ts'
import '#client/rsvp/own/own-room.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { guestToken, spendGuestToken } from '#client/rsvp/guest-link.ts'
import { useRsvps } from '#client/rsvp/store.ts'
import { eventRoom } from '#protocol/live.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { type EventIndex, severalApi } from '#protocol/seats/several/several.ts'
import { placeProof, putIndex, takeSeveral, useSeveral } from './store.ts'

/** R87: who came by a personal link is proven by that, for all groups of the event. */
async function spendLink(eventId: string) {
  const token = guestToken()
  if (token === null) return
  try {
    await call(guestApi.open, { token })
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'guest-link-over') throw error
    const groupId = useSeveral.getState().index?.groups[0]?._id ?? ''
    navigate(`/my-answers?${new URLSearchParams({ groupId, eventId })}`, { replace: true })
  }
  spendGuestToken()
}

const problemOf = (error: unknown) => {
  if (!(error instanceof CallFailed)) return { sentence: 'Access Error', status: -1 }
  if (error.status === 500) return { sentence: ownSentence(error, 'Server Error'), status: 500 }
  return { sentence: errorText(error, 'Access Error'), status: error.status }
}

/** Reads all groups and who is asking. */
export async function openSeveral(eventId: string): Promise<void> {
  useSeveral.setState({ problem: null })
  try {
    await spendLink(eventId)
    const all = await call(severalApi.form, { eventId })
    if (useSeveral.getState().eventId !== eventId) return
    const isSession = all.userEmail !== '' && accessOf(useSession.getState()) === 'account'
    takeSeveral(all)
    useGuest.setState({ isKnown: true, isSession })
  } catch (error) {
    if (useSeveral.getState().eventId === eventId) useSeveral.setState({ problem: problemOf(error) })
  }
}

let isReading = false
/** Reads again what the index has newer than is here; whatever else comes meanwhile comes by the room. */
async function readMissed({ _id, groups }: EventIndex) {
  const { forms } = useRsvps.getState()
  if (isReading || groups.every((one) => (forms[one._id]?.rev ?? 0) >= one.rev)) return
  isReading = true
  await openSeveral(_id)
  isReading = false
}

function takeIndex(index: EventIndex) {
  putIndex(index)
  placeProof()
  void readMissed(index)
}
receive('event', takeIndex)

let provenFor = ''
/** R92: a socket that was opened before the email was proven is opened again, once per email, to bring the cookie. */
useGuest.subscribe(({ provenEmail, isKnown }) => {
  if (!isKnown || provenEmail === provenFor) return
  provenFor = provenEmail
  if (provenEmail && useSeveral.getState().eventId) reconnect()
})

/** Watches all groups of the event until the returned function is called. */
export function watchEvent(eventId: string) {
  provenFor = useGuest.getState().provenEmail
  let isFirst = true
  const onView = (index: EventIndex) => {
    takeIndex(index)
    // What was missed of one's own answers is in no revision of a group.
    if (!isFirst) void openSeveral(eventId)
    isFirst = false
  }
  return watch(eventRoom(eventId), { onView })
}
