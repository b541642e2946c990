// What is emailed to let somebody in: sign-in links and new passwords.
import { linkLifeHours } from '#protocol/kernel/limits.ts'
import { ignoreHint, linkHint, secret, withToken } from '#server/kernel/emails/parts.ts'

/** `eventId`: it leads to that event (R127). */
export const linkEmail = (to: string, url: string, token: string, eventId?: string) =>
  secret(
    to,
    'Your Rolecall sign-in link',
    [
      { p: 'This link signs you in, without a password:' },
      { link: `${withToken(url, '/token', token)}${eventId ? `&event=${eventId}` : ''}`, label: 'Open Rolecall' },
      { p: `${linkHint} Please don’t forward it. Anyone who opens it is signed in as you. ${ignoreHint}` },
    ],
    linkLifeHours,
  )

export const resetEmail = (to: string, url: string, token: string) =>
  secret(
    to,
    'Set a new Rolecall password',
    [
      { p: 'Choose a new password for your account:' },
      { link: withToken(url, '/reset-password', token), label: 'Set a new password' },
      { p: `The link works once, within the next hour. ${ignoreHint}` },
    ],
    1,
  )
