// What is emailed to guests when an event moves, in time or place.
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { about, type EventSummary, type GuestPlace, linkTo, ownLink, plain, toGuest, when } from '#server/kernel/emails/parts.ts'

const pleaseAnswer = 'Please say whether you can come:'

interface MovedEmail {
  /** R84: only for people who said yes. */
  readonly link?: string | undefined
  readonly calendar?: CalendarEntry | undefined
}
interface Moved extends MovedEmail {
  /** R98: they are asked to confirm, by the first button of the page that the link opens. */
  readonly isToConfirm?: boolean
}

const please = (guest: GuestPlace, isToConfirm: boolean) => {
  if (isToConfirm) return 'Please check whether you can come, and confirm. If you can’t, please say so there.'
  return guest.hasAnswered ? 'Please check whether you can still come. If you can’t, please change your answer.' : pleaseAnswer
}

/** R54 */
export const movedEmail = (
  to: string,
  url: string,
  guest: GuestPlace,
  event: EventSummary,
  { link, calendar, isToConfirm = false }: Moved,
) =>
  toGuest(
    guest,
    plain(
      to,
      `New time for “${event.name}”${isToConfirm ? ': please confirm' : ''}`,
      about(
        url,
        guest,
        event,
        `“${event.name}” was moved. It now starts on ${when(event)}.`,
        { p: please(guest, isToConfirm) },
        isToConfirm ? ownLink(url, guest, 'Confirm') : ownLink(url, guest),
        ...linkTo(link),
      ),
    ),
    calendar,
  )

interface ChangedElse extends MovedEmail {
  readonly isElsewhere: boolean
  /** What has changed; absent where that isn't the same for all. */
  readonly nouns?: readonly string[] | undefined
}
const listed = new Intl.ListFormat('en')

/** R84, R250: confirmations stay. */
export const changedEmail = (
  to: string,
  url: string,
  guest: GuestPlace,
  event: EventSummary,
  { link, calendar, isElsewhere, nouns = [] }: ChangedElse,
) =>
  toGuest(
    guest,
    plain(
      to,
      isElsewhere ? `New place for “${event.name}”` : `“${event.name}” was changed`,
      about(
        url,
        guest,
        event,
        `The organizer changed ${nouns.length > 0 ? `${listed.format(nouns)} of ` : ''}“${event.name}”.`,
        { p: guest.hasAnswered ? 'Your answer stays as it is. If you can’t come, please change it.' : pleaseAnswer },
        ownLink(url, guest),
        ...linkTo(link),
      ),
    ),
    calendar,
  )
