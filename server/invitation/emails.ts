// What is emailed to whoever is invited to an event by its organizers (R97).
import { unlinked, unlinkedText } from '../emails/names.ts'
import { cover, type GuestPlace, type Occasion, ownLink, toGuest, unasked } from '../emails/parts.ts'

interface Inviting {
  /** The name that is shown for who invites. */
  readonly host: string
  /** The organizer's own words; '' for none. */
  readonly message: string
  /** What is suggested. */
  readonly roles: readonly string[]
  /** The name of the event whose guest they were; '' where somebody entered their address. */
  readonly earlier: string
}

/** R97, R117: it goes to somebody who asked for nothing, so nothing that was typed can become a link. */
export function invitationEmail(
  to: string,
  url: string,
  guest: GuestPlace,
  occasion: Occasion,
  { host, message, roles, earlier }: Inviting,
) {
  const name = unlinked(occasion.name)
  const inviter = unlinked(host)
  const because = earlier ? `you were a guest of “${unlinked(earlier)}”` : `${inviter} entered your address`
  return toGuest(
    guest,
    unasked(to, `You are invited to “${name}”: please answer`, [
      ...(guest.eventId ? [cover(url, guest)] : []),
      { p: `${inviter} invites you to “${name}”.` },
      ...(guest.eventId ? [{ factsOf: guest.eventId }] : []),
      ...unlinkedText(message)
        .split('\n')
        .filter(Boolean)
        .map((p) => ({ p })),
      ...(roles.length > 0 ? [{ p: `Suggested for you: ${roles.map(unlinked).join(', ')}. You choose when you answer.` }] : []),
      { p: 'Please say whether you can come:' },
      ownLink(url, guest, 'Answer the invitation'),
      { p: `You get this email because ${because}. If it is not for you, you can ignore it.` },
    ]),
  )
}
