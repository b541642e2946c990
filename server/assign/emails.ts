// What is emailed to whoever gets or loses a role, or a permission.
import type { CalendarEntry } from '../calendar/model.ts'
import { about, cover, type GuestPlace, type Occasion, ofOrganizer, ownLink, toGuest, unasked, when } from '../emails/parts.ts'

interface Assigned {
  readonly role: string
  /** For who has said yes already. */
  readonly calendar?: CalendarEntry | undefined
}
/** What the person who gets a role is told, also when it was moved to them (R40). */
export const assignedEmail = (to: string, url: string, guest: GuestPlace, event: Occasion, { role, calendar }: Assigned) =>
  toGuest(
    guest,
    unasked(to, `You are “${role}” at “${event.name}”`, [
      cover(url, guest),
      { p: `The organizer of “${event.name}” assigned you the role “${role}”. It starts on ${when(event)}.` },
      ...about(event),
      { p: 'Please say whether you can come:' },
      ownLink(url, guest, 'Answer'),
    ]),
    calendar,
  )

export const roleTakenEmail = (to: string, url: string, guest: GuestPlace, event: Occasion, { role, calendar }: Assigned) =>
  toGuest(
    guest,
    unasked(to, `You are no longer “${role}” at “${event.name}”`, [
      { p: `The organizer of “${event.name}” took back your role “${role}”. Your answer still stands.` },
      ...about(event),
      ownLink(url, guest),
    ]),
    calendar,
  )

/** R39 */
export const grantedEmail = (to: string, url: string, eventId: string, event: string, ownerId: string) =>
  ofOrganizer(
    ownerId,
    unasked(to, `You can assign roles at “${event}”`, [
      { p: `You were given the permission to assign, move and remove roles at “${event}”.` },
      { link: `${url}/event/${eventId}`, label: 'Open event' },
    ]),
  )
