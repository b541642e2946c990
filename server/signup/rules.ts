// Whose a sign-up is, and what proving its email makes of the person. Pure: facts in, records or a refusal out.
import type { AccessToken } from '../access/model.ts'
import { claimUsername, isTaken } from '../access/rules.ts'
import { type User, type UsernameClaim, usernameKey } from '../account/model.ts'
import { refuse } from '../refuse.ts'

export type ChosenSignUp = NonNullable<AccessToken['signUp']>

/** R115: the sign-up of this browser; an email of somebody else's leads to it too, since it proves the same email. */
export const signUpOfBrowser = (all: readonly AccessToken[], browser: string | undefined): ChosenSignUp | null =>
  (browser && all.find((one) => one.browser === browser)?.signUp) || null

/** What proving the email of a sign-up makes of the person: a password and a name. Refuses `username-taken`. */
export function verifySignUp(person: User, signUp: ChosenSignUp, claim: UsernameClaim | undefined, now: number) {
  if (claim && claim.userId !== person._id && isTaken(claim, person._id, now)) refuse('username-taken')
  const user: User = { ...person, verified: true, username: signUp.username, passwordHash: signUp.passwordHash }
  return { user, claim: { ...claimUsername(signUp.username, person._id, claim, now, false), _id: usernameKey(signUp.username) } }
}
