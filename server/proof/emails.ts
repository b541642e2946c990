// What is emailed to prove an address: a code, and the links that do the same.
import { code as codeRules } from '#protocol/limits.ts'
import { unlinked } from '../emails/names.ts'
import { about, type GuestPlace, ignoreHint, type Occasion, secret, toGuest, withToken } from '../emails/parts.ts'

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
