// What is emailed about a group: that it is there, that it was canceled, that a role is gone.
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { about, type EventSummary, type GuestPlace, ownLink, plain, toGuest } from '#server/kernel/emails/parts.ts'
import { standing } from './standing.ts'

interface Canceled {
  readonly calendar?: CalendarEntry | undefined
  /** Whether other groups of the event go on. */
  readonly goesOn?: boolean
}

export const groupCreatedEmail = (to: string, url: string, groupId: string, name: string) =>
  plain(to, `Your group “${name}”`, [
    { p: `Your group “${name}” was created. Open it to manage it, and to copy the link that you share with your guests:` },
    { link: `${url}/group/${groupId}`, label: 'Open the group' },
  ])

/** R236 */
export const upgradeEndedEmail = (to: string, url: string, groupId: string, name: string) =>
  plain(to, `The upgrade of “${name}” has ended`, [
    {
      p: `The payment for the upgrade of your group “${name}” was refunded or charged back, so the upgrade has ended. Everyone keeps their seat. What needs more than your plan can’t be changed until you upgrade again:`,
    },
    { link: `${url}/payment/${groupId}`, label: 'Upgrade the group' },
  ])

/** R57 */
export function cancelledEmail(to: string, url: string, guest: GuestPlace, occasion: EventSummary, { calendar, goesOn }: Canceled) {
  const blocks = about(
    url,
    guest,
    occasion,
    `The organizer canceled “${occasion.name}”. You don’t need to do anything.`,
    ownLink(url, guest, guest.hasAnswered ? 'See your answer and your data' : 'See your data'),
  )
  const said = goesOn ? blocks : standing({ state: 'canceled' }, blocks)
  return toGuest(guest, plain(to, `“${occasion.name}” was canceled`, said), calendar)
}

interface Removed {
  readonly role: string
  readonly calendar?: CalendarEntry | undefined
}
/** R8 */
export const roleDeletedEmail = (to: string, url: string, guest: GuestPlace, occasion: EventSummary, { role, calendar }: Removed) =>
  toGuest(
    guest,
    plain(
      to,
      `Your role was removed from “${occasion.name}”`,
      about(
        url,
        guest,
        occasion,
        `You had the role “${role}” at “${occasion.name}”, and the organizer deleted it. ${
          guest.hasAnswered ? 'You are still coming, and can choose another role.' : 'You can choose another role when you answer.'
        }`,
        ownLink(url, guest),
      ),
    ),
    calendar,
  )
