// What is emailed to guests when an event moves.
import { formLink, type Occasion, ofOrganizer, type Place, plain, when } from '../emails/parts.ts'

/** R54 */
export const movedEmail = (to: string, url: string, group: Place, event: Occasion) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `New time for “${event.name}”`, [
      { p: `“${event.name}” was moved. It now starts on ${when(event)}.` },
      { p: 'Please check whether you can still come, and confirm again if you are asked to.' },
      { link: formLink(url, group), label: 'See or change your answer' },
    ]),
  )
