// What is emailed to whoever is invited to an event by its organizers (R97).
import type { EmailContent } from '#server/kernel/emails/layout.ts'
import { unlinked, unlinkedText } from '#server/kernel/emails/names.ts'
import {
  aboutThen,
  cover,
  type EventSummary,
  type GuestPlace,
  ownLink,
  severalLink,
  toGuest,
  unasked,
} from '#server/kernel/emails/parts.ts'
import { standing } from './standing.ts'

interface InvitationEmail {
  /** The name that is shown for who invites. */
  readonly host: string
  /** The organizer's own words; '' for none. */
  readonly message: string
  /** What is suggested. */
  readonly roles: readonly string[]
  /** The name of the event whose guest they were; '' where somebody entered their address. */
  readonly earlier: string
  /** R97j: the groups of the event that they are invited to, where there are several: then `occasion` is the event itself. */
  readonly groups?: readonly string[]
}

/** As `aboutThen`, about the event and none of its groups. */
const aboutEvent = (url: string, guest: GuestPlace, news: string, ...rest: EmailContent['blocks']): EmailContent['blocks'] => [
  cover(url, guest),
  { p: news },
  { factsOf: guest.eventId ?? '', isAsTyped: guest.hasAnswered },
  ...rest,
]

/** R97, R117: it goes to somebody who asked for nothing, so nothing that was typed can become a link. */
export function invitationEmail(
  to: string,
  url: string,
  guest: GuestPlace,
  occasion: EventSummary,
  { host, message, roles, earlier, groups }: InvitationEmail,
) {
  const name = unlinked(occasion.name)
  const inviter = unlinked(host)
  const because = earlier ? `you were a guest of “${unlinked(earlier)}”` : `${inviter} entered your address`
  return toGuest(
    guest,
    unasked(
      to,
      `You are invited to “${name}”: please answer`,
      standing(
        { state: 'unanswered' },
        (groups ? aboutEvent : aboutThen)(
          url,
          guest,
          groups ? `${inviter} invites you to “${name}”: ${groups.map(unlinked).join(', ')}.` : `${inviter} invites you to “${name}”.`,
          ...unlinkedText(message)
            .split('\n')
            .filter(Boolean)
            .map((p) => ({ p })),
          ...(roles.length > 0 ? [{ p: `Suggested for you: ${roles.map(unlinked).join(', ')}. You choose when you answer.` }] : []),
          { p: 'Please say whether you can come:' },
          groups ? { ...severalLink(url, guest), label: 'Answer the invitation' } : ownLink(url, guest, 'Answer the invitation'),
          { p: `You get this email because ${because}. If it is not for you, you can ignore it.` },
        ),
      ),
    ),
  )
}
