// What is emailed to whoever gets or loses a role, or a permission.
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import {
  about,
  type EventSummary,
  type GroupRef,
  type GuestPlace,
  ofOrganizer,
  ownLink,
  stays,
  toGuest,
  unasked,
} from '#server/kernel/emails/parts.ts'
import { standing } from './standing.ts'

interface Assigned {
  readonly role: string
  /** For who has said yes already. */
  readonly calendar?: CalendarEntry | undefined
}
/** What the person who gets a role is told, also when it was moved to them (R40). */
export const assignedEmail = (to: string, url: string, guest: GuestPlace, event: EventSummary, { role, calendar }: Assigned) =>
  toGuest(
    guest,
    unasked(
      to,
      `You are “${role}” at “${event.name}”`,
      standing(
        { state: calendar && guest.hasAnswered ? 'coming' : 'assigned', roles: [role], hasRoles: true, isAsked: !guest.hasAnswered },
        about(url, guest, event, `The organizer of “${event.name}” gave you the role “${role}”.`, ownLink(url, guest), {
          p: guest.hasAnswered ? 'If you can’t come, please say so there.' : 'Please say whether you can come.',
        }),
      ),
    ),
    calendar,
  )

export const roleTakenEmail = (to: string, url: string, guest: GuestPlace, event: EventSummary, { role, calendar }: Assigned) =>
  toGuest(
    guest,
    unasked(
      to,
      `You are no longer “${role}” at “${event.name}”`,
      about(url, guest, event, `The organizer of “${event.name}” removed your role “${role}”.${stays(guest)}`, ownLink(url, guest)),
    ),
    calendar,
  )

interface Granted extends EventSummary {
  readonly _id: string
  readonly ownerId: string
}
/** R39 */
export const grantedEmail = (to: string, url: string, group: Pick<GroupRef, '_id'>, event: Granted) =>
  ofOrganizer(
    event.ownerId,
    unasked(
      to,
      `You can assign roles at “${event.name}”`,
      about(url, group, event, `You can now assign, move and remove roles at “${event.name}”.`, {
        link: `${url}/event/${event._id}`,
        label: 'Open the event',
      }),
    ),
  )
