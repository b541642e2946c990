// What is emailed to those who wait for a role.
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { CalendarEntry } from '../calendar/model.ts'
import { unlinked, withUnlinkedName } from '../emails/names.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { about, type GuestPlace, guestPlace, type Occasion, ownLink, type Place, plain, toGuest, unasked, when } from '../emails/parts.ts'
import type { Telling } from './model.ts'

/** A group as these emails name it. */
type Named = Place & { readonly name: string }
const places = (rsvp: OwnRsvp) => (rsvp.waiting ?? []).map(({ role, position }) => `for “${role}” you are number ${position}`).join(', ')

/** R89: what an invitee gets after an answer that waits. */
export function waitingEmail(to: string, url: string, guest: GuestPlace, occasion: Occasion, rsvp: OwnRsvp, calendar?: CalendarEntry) {
  const { name } = occasion
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  const blocks = [
    { p: `You said yes to “${name}”${roles}, and you are on the waitlist: ${places(rsvp)}.` },
    { p: 'We will email you as soon as a seat is free for you.' },
    ownLink(url, guest),
  ]
  return toGuest(guest, plain(to, `You are on the waitlist for “${name}”`, blocks), calendar)
}

/** R90 */
export const seatGivenEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, role: string) =>
  toGuest(
    guest,
    plain(to, `You have a seat: “${role}” at “${occasion.name}”`, [
      { p: `A seat became free, and it is yours: you are “${role}” at “${occasion.name}”.` },
      ...(occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
      ...about(occasion),
      { p: 'If you can no longer come, please say so, and the next person gets the seat.' },
      ownLink(url, guest),
    ]),
  )

/** R91: it takes a click on the page to accept (R116). */
export const seatOfferedEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, role: string, until: string) =>
  toGuest(
    guest,
    plain(to, `A seat is held for you: “${role}” at “${occasion.name}”`, [
      { p: `A seat as “${role}” at “${occasion.name}” became free. It is held for you until ${when({ ...occasion, start: until })}.` },
      ownLink(url, guest, 'Accept or decline'),
      { p: 'After that it goes to the next person.' },
    ]),
  )

/** R91 */
export const offerOverEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, role: string) =>
  toGuest(
    guest,
    plain(to, `Your offer at “${occasion.name}” has ended`, [
      { p: `The seat as “${role}” at “${occasion.name}” was held for you, and the time is over. Your answer still stands.` },
      { p: 'If you still want the role, you can join the waitlist again.' },
      ownLink(url, guest),
    ]),
  )

/** R90, R92: taken off the list by the organizer, or not allowed to attend any more. */
export const waitEndedEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, role: string) =>
  toGuest(
    guest,
    unasked(to, `You no longer wait for “${role}” at “${occasion.name}”`, [
      { p: `You were taken off the waitlist for “${role}” at “${occasion.name}”. Your answer still stands.` },
      ownLink(url, guest),
    ]),
  )

/** R93 */
export const movedToWaitlistEmail = (to: string, url: string, guest: GuestPlace, occasion: Occasion, role: string) =>
  toGuest(
    guest,
    unasked(to, `You are on the waitlist for “${role}” at “${occasion.name}”`, [
      {
        p: `“${occasion.name}” has fewer seats for “${role}” than before, so you are now at the front of the waitlist. Your answer still stands.`,
      },
      { p: 'We will email you as soon as a seat is free for you.' },
      ownLink(url, guest),
    ]),
  )

/** The emails of a change of seats. R117: in one to somebody who never answered, names can't become links. */
export const tellingEmails = (url: string, group: Named, event: Occasion | undefined, tellings: readonly Telling[]): EmailDraft[] =>
  tellings.map(({ kind, rsvp, role, until = '' }) => {
    const isStranger = rsvp.attending === null
    const named = event ?? { name: group.name }
    const [occasion, roleName] = isStranger ? [withUnlinkedName(named), unlinked(role.name)] : [named, role.name]
    const told = [rsvp.email, url, guestPlace(group, rsvp), occasion, roleName] as const
    if (kind === 'given') return seatGivenEmail(...told)
    if (kind === 'offered') return seatOfferedEmail(...told, until)
    if (kind === 'over') return offerOverEmail(...told)
    return kind === 'moved' ? movedToWaitlistEmail(...told) : waitEndedEmail(...told)
  })
