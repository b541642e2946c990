// What is emailed to whoever gets or loses a role, or a permission.
import { about, cover, formLink, type Occasion, ofOrganizer, type Place, unasked, when } from '../emails/parts.ts'

/** What the person who gets a role is told, also when it was moved to them (R40). */
export const assignedEmail = (to: string, url: string, group: Place, event: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    unasked(to, `You are “${role}” at “${event.name}”`, [
      cover(url, group),
      { p: `The organizer of “${event.name}” assigned you the role “${role}”. It starts on ${when(event)}.` },
      ...about(event),
      { p: 'Please say whether you can come:' },
      { link: formLink(url, group), label: 'Answer' },
    ]),
  )

export const roleTakenEmail = (to: string, url: string, group: Place, event: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    unasked(to, `You are no longer “${role}” at “${event.name}”`, [
      { p: `The organizer of “${event.name}” took back your role “${role}”. Your answer still stands.` },
      ...about(event),
      { link: formLink(url, group), label: 'See or change your answer' },
    ]),
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
