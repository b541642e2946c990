// What is emailed to prove an address: a code, and the links that do the same: whoever uses up a guest's codes leaves a way in with each (R118).
import { code as codeRules } from '#protocol/kernel/limits.ts'
import { unlinked, withUnlinkedName } from '#server/kernel/emails/names.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { cover, type EventSummary, facts, type GuestPlace, ignoreHint, secret, toGuest, withToken } from '#server/kernel/emails/parts.ts'

/** R117: what it is for, without the words that would become links. */
const factsOf = (occasion: EventSummary) => facts(withUnlinkedName(occasion))
const coverOf = (url: string, guest: GuestPlace) => (guest.eventId ? [cover(url, guest)] : [])

/** R217: there may be no answer yet by which to find the group. */
const aboutGroup = (guest: GuestPlace, draft: EmailDraft): EmailDraft => ({ ...toGuest(guest, draft), groupId: guest._id })

/** R117: whoever reads it may have asked for nothing; `occasion` is what an organizer typed. */
export const codeEmail = (to: string, url: string, token: string, code: string, occasion: EventSummary, guest: GuestPlace) =>
  aboutGroup(
    guest,
    secret(
      to,
      `Your code for “${unlinked(occasion.name)}”`,
      [
        ...coverOf(url, guest),
        { p: `Enter this code to answer the invitation to “${unlinked(occasion.name)}”:` },
        { code },
        { p: `It works for ${codeRules.lifeMinutes} minutes. This link does the same for ${codeRules.linkLifeHours} hours:` },
        { link: withToken(url, '/prove-email', token), label: 'Answer without the code' },
        ...factsOf(occasion),
        { p: ignoreHint },
      ],
      codeRules.linkLifeHours,
    ),
  )

/** R118: instead of a code, after too many wrong ones. */
export const proofLinkEmail = (to: string, url: string, token: string, occasion: EventSummary, guest: GuestPlace) =>
  aboutGroup(
    guest,
    secret(
      to,
      `Your link for “${unlinked(occasion.name)}”`,
      [
        ...coverOf(url, guest),
        {
          p: `Someone entered too many wrong codes for this email address. You can still answer the invitation to “${unlinked(occasion.name)}” with this link:`,
        },
        { link: withToken(url, '/prove-email', token), label: 'Answer the invitation' },
        ...factsOf(occasion),
        { p: `It works for ${codeRules.linkLifeHours} hours. ${ignoreHint}` },
      ],
      codeRules.linkLifeHours,
    ),
  )

/** R118: in the place of the last code that an address gets within an hour. */
export const everyGroupEmail = (to: string, url: string, token: string) =>
  secret(
    to,
    'Your link for all your invitations',
    [
      {
        p: 'Too many codes were requested for this email address in the last hour, so we paused them. You can still answer with this link:',
      },
      { link: withToken(url, '/prove-email', token), label: 'Verify my email' },
      { p: `It works for ${codeRules.linkLifeHours} hours, for every invitation. ${ignoreHint}` },
    ],
    codeRules.linkLifeHours,
  )
