// What is emailed to guests when an event moves, in time or place.
import { about, cover, formLink, linkTo, type Occasion, ofOrganizer, type Place, plain, when } from '../emails/parts.ts'

/** R54; R84: `link` only for people who said yes. */
export const movedEmail = (to: string, url: string, group: Place, event: Occasion, link?: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `New time for “${event.name}”`, [
      cover(url, group),
      { p: `“${event.name}” was moved. It now starts on ${when(event)}.` },
      ...about(event),
      { p: 'Please check whether you can still come, and confirm again if you are asked to.' },
      { link: formLink(url, group), label: 'See or change your answer' },
      ...linkTo(link),
    ]),
  )

/** R84: confirmations stay. */
export const relocatedEmail = (to: string, url: string, group: Place, event: Occasion, link?: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `New place for “${event.name}”`, [
      cover(url, group),
      { p: `The organizer changed where “${event.name}” takes place. It still starts on ${when(event)}.` },
      ...about(event),
      { p: 'Your answer stands. If you can’t come there, please change it.' },
      { link: formLink(url, group), label: 'See or change your answer' },
      ...linkTo(link),
    ]),
  )
