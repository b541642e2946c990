// What is emailed to guests when an event moves.
import type { CalendarEntry } from '../calendar/model.ts'
import { type GuestPlace, type Occasion, ownLink, plain, toGuest, when } from '../emails/parts.ts'

/** R54 */
export const movedEmail = (to: string, url: string, guest: GuestPlace, event: Occasion, calendar?: CalendarEntry) =>
  toGuest(
    guest,
    plain(to, `New time for “${event.name}”`, [
      { p: `“${event.name}” was moved. It now starts on ${when(event)}.` },
      { p: 'Please check whether you can still come, and confirm again if you are asked to.' },
      ownLink(url, guest),
    ]),
    calendar,
  )
