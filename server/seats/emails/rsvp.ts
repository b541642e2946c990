// What is emailed to an invitee: what they answered.
import { along } from '#protocol/seats/companions/companion.ts'
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { about, type EventSummary, type GuestPlace, linkTo, ownLink, plain, toGuest } from '#server/kernel/emails/parts.ts'
import type { RsvpSummary } from '#server/seats/model/rsvp.ts'
import { standing } from './standing.ts'

/** What an invitee gets after each change of their answer. */
export function rsvpEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, rsvp: RsvpSummary, calendar?: CalendarEntry) {
  const { name } = occasion
  const roles = rsvp.roles.length > 0 ? ` as ${rolesInWords(rsvp.roles)}` : ''
  const [subject, news] = rsvp.attending
    ? [`You are coming to “${name}”`, `You said yes to “${name}”${roles}${along(rsvp.companions?.length ?? 0)}.`]
    : [`You are not coming to “${name}”`, `You said that you can’t come to “${name}”.`]
  const said = { roles: rsvp.roles, companions: rsvp.companions?.length }
  const blocks = about(
    url,
    guest,
    occasion,
    news,
    { p: 'With this link you can see or change your answer at any time, without a code. It is yours alone, so please don’t forward it.' },
    ownLink(url, guest),
    ...linkTo(rsvp.link),
  )
  return toGuest(guest, plain(to, subject, standing({ state: rsvp.attending ? 'coming' : 'declined', ...said }, blocks)), calendar)
}
