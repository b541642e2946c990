// What is emailed when somebody signs up.
import { linkLifeHours } from '#protocol/kernel/limits.ts'
import { ignoreHint, linkHint, plain, secret, withToken } from '#server/kernel/emails/parts.ts'

export const verifyEmail = (to: string, url: string, token: string) =>
  secret(
    to,
    'Verify your email for Rolecall',
    [
      { p: 'Welcome! Please confirm that this email address is yours.' },
      { link: withToken(url, '/verify-email', token), label: 'Verify email' },
      { p: 'If you open it in another browser than the one you signed up with, you are asked for your password.' },
      { p: `${linkHint} ${ignoreHint}` },
    ],
    linkLifeHours,
  )

/** R34: the email to the owner of a known address when somebody signs up with it again; stored like an email with a link, to take as long. */
export const accountExistsEmail = (to: string, url: string, hasPassword: boolean) =>
  secret(to, 'You already have a Rolecall account', [
    { p: 'Someone, probably you, tried to sign up with this email address. It already has an account, so nothing has changed.' },
    hasPassword ? { link: `${url}/login`, label: 'Log in' } : { link: `${url}/request-token`, label: 'Get a sign-in link' },
    { link: `${url}/forgot-password`, label: hasPassword ? 'Forgot your password?' : 'Set a password', isQuiet: true },
  ])

/** R201a: to the address that an invitation's link has made an account for: whoever had the link chose its password. */
export const accountMadeEmail = (to: string, url: string) =>
  plain(to, 'Your Rolecall account', [
    { p: 'An account was made for this email address, by accepting an invitation that was sent to it.' },
    { link: `${url}/login`, label: 'Log in' },
    { p: 'If that wasn’t you, someone else has your invitation. Set a password of your own, and theirs is over.' },
    { link: `${url}/forgot-password`, label: 'Set a password', isQuiet: true },
  ])
