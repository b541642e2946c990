// What is emailed to an invitee: the code or link that proves their email, and what they answered.
import { code as codeRules } from '#protocol/limits.ts'
import type { OwnRsvp } from '#protocol/rsvp.ts'
import { unlinked } from '../emails/names.ts'
import {
  about,
  cover,
  formLink,
  ignoreHint,
  linkTo,
  type Occasion,
  ofOrganizer,
  type Place,
  plain,
  secret,
  when,
  withToken,
} from '../emails/parts.ts'

/** R117: whoever reads it may have asked for nothing; `occasion` is what an organizer typed. */
export const codeEmail = (to: string, url: string, token: string, code: string, occasion: string, ownerId: string) =>
  ofOrganizer(
    ownerId,
    secret(to, `Your code for “${unlinked(occasion)}”`, [
      { p: `Enter this code to answer the invitation to “${unlinked(occasion)}”:` },
      { code },
      { p: `It works for ${codeRules.lifeMinutes} minutes. This link does the same for ${codeRules.linkLifeHours} hours:` },
      { link: withToken(url, '/prove-email', token), label: 'Answer without the code' },
      { p: ignoreHint },
    ]),
  )

/** R118: instead of a code, after too many wrong ones. */
export const proofLinkEmail = (to: string, url: string, token: string, occasion: string, ownerId: string) =>
  ofOrganizer(
    ownerId,
    secret(to, `Your link for “${unlinked(occasion)}”`, [
      {
        p: `Somebody entered too many wrong codes for this email. With this link you can answer the invitation to “${unlinked(occasion)}” all the same:`,
      },
      { link: withToken(url, '/prove-email', token), label: 'Answer the invitation' },
      { p: `It works for ${codeRules.linkLifeHours} hours. ${ignoreHint}` },
    ]),
  )

/** What an invitee gets after each change of their answer. The time is said in the event's own zone. */
export function answerEmail(to: string, url: string, group: Place & { name: string }, event: Occasion | undefined, rsvp: OwnRsvp) {
  const occasion = event ?? { name: group.name }
  const roles = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  const blocks = [
    ...(event ? [cover(url, group)] : []),
    { p: rsvp.attending ? `You said yes to “${occasion.name}”${roles}.` : `You said no to “${occasion.name}”.` },
    ...(rsvp.attending && occasion.start ? [{ p: `It starts on ${when(occasion)}.` }] : []),
    ...about(occasion),
    { link: formLink(url, group), label: 'See or change your answer' },
    ...linkTo(rsvp.link),
  ]
  return ofOrganizer(group.ownerId, plain(to, `Your answer for “${occasion.name}”`, blocks))
}
