// What is emailed to those who wait for a role.
import type { OwnRsvp } from '#protocol/rsvp.ts'
import { unlinked, withUnlinkedName } from '../emails/names.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { formLink, type Occasion, ofOrganizer, type Place, plain, unasked, when } from '../emails/parts.ts'
import type { Telling } from './model.ts'

/** A group as these emails name it. */
type Named = Place & { readonly name: string }
const seeAnswer = (url: string, group: Place) => ({ link: formLink(url, group), label: 'See or change your answer' })
const places = (rsvp: OwnRsvp) => (rsvp.waiting ?? []).map(({ role, position }) => `for “${role}” you are number ${position}`).join(', ')

/** R89: what an invitee gets after an answer that waits. */
export function waitingEmail(to: string, url: string, group: Named, event: Occasion | undefined, rsvp: OwnRsvp) {
  const { name } = event ?? group
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  const blocks = [
    { p: `You said yes to “${name}”${roles}, and you are on the waitlist: ${places(rsvp)}.` },
    { p: 'We will email you as soon as a seat is free for you.' },
    seeAnswer(url, group),
  ]
  return ofOrganizer(group.ownerId, plain(to, `You are on the waitlist for “${name}”`, blocks))
}

/** R90 */
export const seatGivenEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `You have a seat: “${role}” at “${occasion.name}”`, [
      { p: `A seat became free, and it is yours: you are “${role}” at “${occasion.name}”.` },
      ...(occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
      { p: 'If you can no longer come, please say so, and the next person gets the seat.' },
      seeAnswer(url, group),
    ]),
  )

/** R91: it takes a click on the page to accept (R116). */
export const seatOfferedEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string, until: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `A seat is held for you: “${role}” at “${occasion.name}”`, [
      { p: `A seat as “${role}” at “${occasion.name}” became free. It is held for you until ${when({ ...occasion, start: until })}.` },
      { link: formLink(url, group), label: 'Accept or decline' },
      { p: 'After that it goes to the next person.' },
    ]),
  )

/** R91 */
export const offerOverEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    plain(to, `Your offer at “${occasion.name}” has ended`, [
      { p: `The seat as “${role}” at “${occasion.name}” was held for you, and the time is over. Your answer still stands.` },
      { p: 'If you still want the role, you can join the waitlist again.' },
      seeAnswer(url, group),
    ]),
  )

/** R90, R92: taken off the list by the organizer, or not allowed to attend any more. */
export const waitEndedEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    unasked(to, `You no longer wait for “${role}” at “${occasion.name}”`, [
      { p: `You were taken off the waitlist for “${role}” at “${occasion.name}”. Your answer still stands.` },
      seeAnswer(url, group),
    ]),
  )

/** R93 */
export const movedToWaitlistEmail = (to: string, url: string, group: Place, occasion: Occasion, role: string) =>
  ofOrganizer(
    group.ownerId,
    unasked(to, `You are on the waitlist for “${role}” at “${occasion.name}”`, [
      {
        p: `“${occasion.name}” has fewer seats for “${role}” than before, so you are now at the front of the waitlist. Your answer still stands.`,
      },
      { p: 'We will email you as soon as a seat is free for you.' },
      seeAnswer(url, group),
    ]),
  )

/** The emails of a change of seats. R117: in one to somebody who never answered, names can't become links. */
export const tellingEmails = (url: string, group: Named, event: Occasion | undefined, tellings: readonly Telling[]): EmailDraft[] =>
  tellings.map(({ kind, rsvp, role, until = '' }) => {
    const isStranger = rsvp.attending === null
    const named = event ?? { name: group.name }
    const [occasion, roleName] = isStranger ? [withUnlinkedName(named), unlinked(role.name)] : [named, role.name]
    const about = [rsvp.email, url, group, occasion, roleName] as const
    if (kind === 'given') return seatGivenEmail(...about)
    if (kind === 'offered') return seatOfferedEmail(...about, until)
    if (kind === 'over') return offerOverEmail(...about)
    return kind === 'moved' ? movedToWaitlistEmail(...about) : waitEndedEmail(...about)
  })
