// What is emailed when somebody signs up.
import { ignoreHint, linkHint, secret, withToken } from '../emails/parts.ts'

export const verifyEmail = (to: string, url: string, token: string) =>
  secret(to, 'Verify your email for Rolecall', [
    { p: 'Welcome! Please confirm that this email belongs to your new account.' },
    { link: withToken(url, '/verify-email', token), label: 'Verify email' },
    { p: 'In another browser than the one you signed up with, the page asks for the password you chose, or a new one.' },
    { p: `${linkHint} ${ignoreHint}` },
  ])

/** R34: what the owner of a known email gets when somebody signs up with it again; kept like an email with a link, to take as long. */
export const accountExistsEmail = (to: string, url: string, hasPassword: boolean) =>
  secret(to, 'You already have a Rolecall account', [
    { p: 'Somebody, probably you, tried to sign up with this email. You already have an account, so nothing has changed.' },
    hasPassword ? { link: `${url}/login`, label: 'Log in' } : { link: `${url}/request-token`, label: 'Get an access link' },
    { p: `${hasPassword ? 'Forgot your password? Ask for a new one' : 'To log in with a password, set one'} at ${url}/forgot-password` },
  ])
