// What the ways in and out do, and what they remember between two pages.
import { create } from 'zustand'
import { forgetLinkToken } from '#client/access/links/link-token.ts'
import { call } from '#client/lib/call.ts'
import { accessOf, forgetTokens, keepLogin, keepOrganizerToken, useSession } from '#client/lib/session.ts'
import { accessApi, type EmailOnly, type LinkRequest, type LogIn, type NewPassword } from '#protocol/people/access.ts'
import type { SignUp, VerifyEmail } from '#protocol/people/signup.ts'

export interface AccessState {
  /** Signed up, with the email still to be verified. `maskedEmail` is '' if the server named none. */
  pending: { email: string; maskedEmail: string } | null
}

export const useAccess = create<AccessState>(() => ({ pending: null }))

export async function logIn(input: LogIn) {
  const { token, user } = await call(accessApi.logIn, input)
  keepLogin(token, user)
}

/** Signs up; the account can be used once its email is verified. */
export async function signUp(input: SignUp) {
  const reply = await call(accessApi.signUp, input)
  useAccess.setState({ pending: { email: input.email, maskedEmail: reply.user.maskedEmail || reply.maskedEmail } })
}

/** Forgets every token here at once; the server revokes them (R33), each by a call that carries it. */
export async function logOut() {
  const { token, organizerToken } = useSession.getState()
  const revoked = accessOf({ token, organizerToken }) === 'none' ? [] : [call(accessApi.logOut, {})]
  if (token && organizerToken) {
    useSession.setState({ token: null })
    revoked.push(call(accessApi.logOut, {}))
  }
  forgetTokens()
  useAccess.setState({ pending: null })
  const left = import('#client/lib/files/door-box.ts').then(({ emptyBoxes }) => emptyBoxes())
  await Promise.allSettled([...revoked, left])
}

export const resendVerification = (input: EmailOnly) => call(accessApi.resendVerification, input)
export const requestLink = (input: LinkRequest) => call(accessApi.requestLink, input)
export const requestPasswordReset = (input: EmailOnly) => call(accessApi.requestPasswordReset, input)
/** Throws CallFailed `reset-invalid` if the link sets no password any more. */
export const validateReset = (token: string) => call(accessApi.validateReset, { token })
export const resetPassword = (input: NewPassword) => call(accessApi.resetPassword, input)

/** Proves the email of a sign-up; the first time that logs in, too. Throws CallFailed `password-needed` in another browser (R115). */
export async function verifyEmail(input: VerifyEmail) {
  const reply = await call(accessApi.verifyEmail, input)
  if (reply.token && reply.user) keepLogin(reply.token, reply.user)
  useAccess.setState({ pending: null })
  return reply
}

/** Checks the token of the magic link, begins its session and keeps it. Throws CallFailed if it is none. */
export async function openLink(token: string) {
  await call(accessApi.validateLink, { token })
  await call(accessApi.openLink, { token })
  keepOrganizerToken(token)
  forgetLinkToken()
}
