// Signing up: the account one wants, and the proof that email and password are one person's (R115).
import { z } from 'zod/mini'
import { Email, Password, Token, TypedPassword, Username, usernameSentence } from '#protocol/kernel/fields.ts'
import { UserView } from './account.ts'

/** R72: who leaves the username out gets one that says nothing about them. */
const UsernameOrNone = z
  .string(usernameSentence)
  .check(z.refine<string>((text) => text === '' || Username.safeParse(text).success, usernameSentence))

export const SignUp = z.strictObject({ email: Email, username: z.optional(UsernameOrNone), password: Password })
export type SignUp = z.infer<typeof SignUp>
export const SignedUp = z.object({ success: z.literal(true), maskedEmail: z.string(), user: z.object({ maskedEmail: z.string() }) })

/** R115: in another browser than the one that signed up, the password that was chosen there, or a new one. */
export const VerifyEmail = z.strictObject({ token: Token, password: z.optional(TypedPassword), newPassword: z.optional(Password) })
export type VerifyEmail = z.infer<typeof VerifyEmail>
/** The first time it logs in, too. */
export const VerifiedEmail = z.object({
  success: z.literal(true),
  alreadyVerified: z.boolean(),
  token: z.optional(z.string()),
  user: z.optional(UserView),
})
