// What is emailed to let somebody in: access links and new passwords.
import { ignoreHint, linkHint, secret, withToken } from '../emails/parts.ts'

export const linkEmail = (to: string, url: string, token: string) =>
  secret(to, 'Your Rolecall access link', [
    { p: 'Open your events and groups, without a password:' },
    { link: withToken(url, '/token', token), label: 'Open Rolecall' },
    { p: `${linkHint} Do not pass it on: whoever opens it acts as you. ${ignoreHint}` },
  ])

export const resetEmail = (to: string, url: string, token: string) =>
  secret(to, 'Set a new Rolecall password', [
    { p: 'Choose a new password for your account:' },
    { link: withToken(url, '/reset-password', token), label: 'Set a new password' },
    { p: `The link works for one hour and once. ${ignoreHint}` },
  ])
