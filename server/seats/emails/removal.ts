// What a guest hears whose answer was taken away, or put back at once (R129).
import { withUnlinkedName } from '#server/kernel/emails/names.ts'
import { about, type EventSummary, type GuestPlace, ownLink, toGuest, unasked } from '#server/kernel/emails/parts.ts'

export function removedEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary) {
  const safe = withUnlinkedName(occasion)
  const news = `The organizer removed you from “${safe.name}”, so no seat is held for you.`
  return toGuest(guest, unasked(to, `You were removed from “${safe.name}”`, about(url, guest, safe, news)))
}

export function restoredEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary) {
  const safe = withUnlinkedName(occasion)
  const news = `The organizer added you to “${safe.name}” again. Everything is as it was before.`
  const draft = unasked(to, `You were added to “${safe.name}” again`, about(url, guest, safe, news, ownLink(url, guest)))
  return toGuest(guest, draft)
}
