// What is emailed to a guest about what is theirs: their links, and that their data is gone.
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { withUnlinkedName } from '#server/kernel/emails/names.ts'
import {
  about,
  type EventSummary,
  type GroupRef,
  type GuestPlace,
  ignoreHint,
  ofOrganizer,
  ownLink,
  plain,
  toGuest,
} from '#server/kernel/emails/parts.ts'

/** R88: the answers are looked up when it is sent; to who has none it is not sent. */
export const linksEmail = (to: string, url: string) =>
  plain(to, 'Links to your answers', [
    { p: 'Each of these links opens one of your answers, without a code. They are yours alone, so please don’t forward them.' },
    { answersOf: to },
    { p: 'If someone else has one of them, open it and ask for a new link: the old one then stops working.' },
    { p: ignoreHint },
    { link: `${url}/my-answers`, label: 'Get this list again', isQuiet: true },
  ])

/** R87: after one was asked for, by the guest or the organizer; those before it have ended. */
export function newLinkEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, link = ownLink(url, guest)) {
  const safe = withUnlinkedName(occasion)
  const what = guest.hasAnswered ? 'your answer for' : 'your invitation to'
  const news = `Here is a new link to ${what} “${safe.name}”. Links you got before no longer work.`
  return toGuest(guest, plain(to, `Your new link for “${safe.name}”`, about(url, guest, safe, news, link)))
}

/** R96: the last email; nothing of it is kept. */
export function erasedEmail(to: string, url: string, place: GroupRef, occasion: EventSummary, calendar?: CalendarEntry) {
  const safe = withUnlinkedName(occasion)
  const news = `As you asked, your name and email were erased from “${safe.name}”. Any seat you had there is free again.`
  const last = { p: 'This is the last email about it, and we don’t keep a copy.' }
  return {
    ...ofOrganizer(place.ownerId, plain(to, `Your data for “${safe.name}” was erased`, about(url, place, safe, news, last))),
    isLast: true,
    isAskedFor: true,
    ...(calendar && { calendar }),
  }
}
