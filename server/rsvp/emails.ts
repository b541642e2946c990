// What is emailed to an invitee: what they answered.
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { CalendarEntry } from '../calendar/model.ts'
import { about, cover, type GuestPlace, linkTo, type Occasion, ownLink, plain, toGuest, when } from '../emails/parts.ts'

/** What an invitee gets after each change of their answer. The time is said in the event's own zone. */
export function rsvpEmail(to: string, url: string, guest: GuestPlace, occasion: Occasion, rsvp: OwnRsvp, calendar?: CalendarEntry) {
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  const blocks = [
    ...(guest.eventId ? [cover(url, guest)] : []),
    { p: rsvp.attending ? `You said yes to “${occasion.name}”${roles}.` : `You said no to “${occasion.name}”.` },
    ...(rsvp.attending && occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
    ...about(occasion),
    { p: 'This link is yours alone: with it you can see, change or confirm your answer at any time, without a code.' },
    ownLink(url, guest),
    ...linkTo(rsvp.link),
  ]
  return toGuest(guest, plain(to, `Your answer for “${occasion.name}”`, blocks), calendar)
}
