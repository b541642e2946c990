// What is said on the way in: sign-up, verification, login, logout, magic links, password reset.
import { z } from 'zod/mini'
import { get, identify, post, signIn } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, Password, Token, TypedPassword, Username } from '#protocol/kernel/fields.ts'
import { UserView } from './account.ts'
import { SignedUp, SignUp, VerifiedEmail, VerifyEmail } from './signup.ts'

const Empty = z.strictObject({})
const Success = z.object({ success: z.literal(true) })

export const LogIn = z.strictObject({ email: Email, password: TypedPassword })
export type LogIn = z.infer<typeof LogIn>
export const EmailOnly = z.strictObject({ email: Email })
export type EmailOnly = z.infer<typeof EmailOnly>
/** R127: with the event whose page it was asked for on, to which the link then leads. */
export const LinkRequest = z.strictObject({ email: Email, eventId: z.optional(EventId) })
export type LinkRequest = z.infer<typeof LinkRequest>
export const TokenOnly = z.strictObject({ token: Token })
export const NewPassword = z.strictObject({ token: Token, newPassword: Password })
export type NewPassword = z.infer<typeof NewPassword>

export const accessApi = {
  signUp: post('/auth/signup', SignUp, SignedUp),
  checkUsername: get('/auth/check-username/:username', z.strictObject({ username: Username }), z.object({ available: z.boolean() })),
  resendVerification: post('/auth/resendVerificationEmail', EmailOnly, Success),
  verifyEmail: identify('/auth/verify-email', VerifyEmail, VerifiedEmail),
  logIn: identify('/auth/login', LogIn, z.object({ token: z.string(), user: UserView })),
  logOut: post('/auth/logout', Empty, Success),
  requestPasswordReset: post('/auth/request-password-reset', EmailOnly, Success),
  validateReset: get('/auth/reset-password', TokenOnly, Success),
  resetPassword: post('/auth/reset-password', NewPassword, Success),
  requestLink: post('/token-access/request', LinkRequest, Success),
  validateLink: get('/token-access/validate', TokenOnly, Success),
  openLink: signIn('/token-access/open', TokenOnly, Success),
}
