// What is emailed about a group: that it is there, that it was canceled, that a role is gone.
import type { CalendarEntry } from '../calendar/model.ts'
import { about, type GuestPlace, type Occasion, ownLink, plain, toGuest } from '../emails/parts.ts'

export const groupCreatedEmail = (to: string, url: string, groupId: string, name: string) =>
  plain(to, `Your group “${name}”`, [
    { p: `Your group “${name}” was created. Here is where you manage it and find the link to share:` },
    { link: `${url}/group/${groupId}`, label: 'Open group' },
  ])

/** R57 */
export const cancelledEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, calendar?: CalendarEntry) =>
  toGuest(
    guest,
    plain(to, `“${occasion.name}” was canceled`, [
      { p: `The organizer canceled “${occasion.name}”. There is nothing for you to do.` },
      ...about(occasion),
      ownLink(url, guest, 'See your answer and your data'),
    ]),
    calendar,
  )

interface Removed {
  readonly role: string
  readonly calendar?: CalendarEntry | undefined
}
/** R8 */
export const roleDeletedEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, { role, calendar }: Removed) =>
  toGuest(
    guest,
    plain(to, `A role of yours was removed from “${occasion.name}”`, [
      { p: `The organizer removed the role “${role}” from “${occasion.name}”. Your yes still stands; you can choose another role.` },
      ...about(occasion),
      ownLink(url, guest),
    ]),
    calendar,
  )
