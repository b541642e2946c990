// What is emailed to an invitee: the code or link that proves their email, and what they answered.
import { code as codeRules } from '#protocol/limits.ts'
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { CalendarEntry } from '../calendar/model.ts'
import { unlinked } from '../emails/names.ts'
import {
  about,
  cover,
  type GuestPlace,
  ignoreHint,
  linkTo,
  type Occasion,
  ownLink,
  plain,
  secret,
  toGuest,
  when,
  withToken,
} from '../emails/parts.ts'

/** R84, R117: where it takes place, without the words that would become links. */
const placeOf = ({ location }: Occasion) => about({ name: '', ...(location && { location: unlinked(location) }) })

/** R117: whoever reads it may have asked for nothing; `occasion` is what an organizer typed. */
export const codeEmail = (to: string, url: string, token: string, code: string, occasion: Occasion, guest: GuestPlace) =>
  toGuest(
    guest,
    secret(to, `Your code for “${unlinked(occasion.name)}”`, [
      { p: `Enter this code to answer the invitation to “${unlinked(occasion.name)}”:` },
      { code },
      { p: `It works for ${codeRules.lifeMinutes} minutes. This link does the same for ${codeRules.linkLifeHours} hours:` },
      { link: withToken(url, '/prove-email', token), label: 'Answer without the code' },
      ...placeOf(occasion),
      { p: ignoreHint },
    ]),
  )

/** R118: instead of a code, after too many wrong ones. */
export const proofLinkEmail = (to: string, url: string, token: string, occasion: Occasion, guest: GuestPlace) =>
  toGuest(
    guest,
    secret(to, `Your link for “${unlinked(occasion.name)}”`, [
      {
        p: `Somebody entered too many wrong codes for this email. With this link you can answer the invitation to “${unlinked(occasion.name)}” all the same:`,
      },
      { link: withToken(url, '/prove-email', token), label: 'Answer the invitation' },
      ...placeOf(occasion),
      { p: `It works for ${codeRules.linkLifeHours} hours. ${ignoreHint}` },
    ]),
  )

/** R118: in the place of the last code that an address gets within an hour. */
export const everyGroupEmail = (to: string, url: string, token: string) =>
  secret(to, 'Your link for all your invitations', [
    {
      p: 'Many codes were asked for with this email within the hour, so we send no more for now. With this link you can answer all the same:',
    },
    { link: withToken(url, '/prove-email', token), label: 'Verify my email' },
    { p: `It works for ${codeRules.linkLifeHours} hours, for every invitation. ${ignoreHint}` },
  ])

/** What an invitee gets after each change of their answer. The time is said in the event's own zone. */
export function rsvpEmail(to: string, url: string, guest: GuestPlace, occasion: Occasion, rsvp: OwnRsvp, calendar?: CalendarEntry) {
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  const blocks = [
    ...(guest.eventId ? [cover(url, guest)] : []),
    { p: rsvp.attending ? `You said yes to “${occasion.name}”${roles}.` : `You said no to “${occasion.name}”.` },
    ...(rsvp.attending && occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
    ...about(occasion),
    { p: 'This link is yours alone: with it you can see, change or confirm your answer at any time, without a code.' },
    ownLink(url, guest),
    ...linkTo(rsvp.link),
  ]
  return toGuest(guest, plain(to, `Your answer for “${occasion.name}”`, blocks), calendar)
}
