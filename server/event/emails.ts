// What is emailed to guests when an event moves, in time or place.
import type { CalendarEntry } from '../calendar/model.ts'
import { about, cover, type GuestPlace, linkTo, type Occasion, ownLink, plain, toGuest, when } from '../emails/parts.ts'

interface Changed {
  /** R84: only for people who said yes. */
  readonly link?: string | undefined
  readonly calendar?: CalendarEntry | undefined
}
interface Moved extends Changed {
  /** R98: they are asked to confirm, by the first button of the page that the link opens. */
  readonly isToConfirm?: boolean
}

/** R54 */
export const movedEmail = (to: string, url: string, guest: GuestPlace, event: Occasion, { link, calendar, isToConfirm = false }: Moved) =>
  toGuest(
    guest,
    plain(to, `New time for “${event.name}”${isToConfirm ? ': please confirm' : ''}`, [
      cover(url, guest),
      { p: `“${event.name}” was moved. It now starts on ${when(event)}.` },
      ...about(event),
      isToConfirm
        ? { p: 'Please check whether you can still come, and confirm. If you can’t, please say so there.' }
        : { p: 'Please check whether you can still come, and confirm again if you are asked to.' },
      isToConfirm ? ownLink(url, guest, 'Confirm') : ownLink(url, guest),
      ...linkTo(link),
    ]),
    calendar,
  )

/** R84: confirmations stay. */
export const relocatedEmail = (to: string, url: string, guest: GuestPlace, event: Occasion, { link, calendar }: Changed) =>
  toGuest(
    guest,
    plain(to, `New place for “${event.name}”`, [
      cover(url, guest),
      { p: `The organizer changed where “${event.name}” takes place. It still starts on ${when(event)}.` },
      ...about(event),
      { p: 'Your answer stands. If you can’t come there, please change it.' },
      ownLink(url, guest),
      ...linkTo(link),
    ]),
    calendar,
  )
