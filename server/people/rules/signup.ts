// Whose a sign-up is, and what proving its email makes of the person. Pure: facts in, records or a refusal out.

import { refuse } from '#server/kernel/refuse.ts'
import type { AccessToken } from '#server/people/model/access.ts'
import { type User, type UsernameClaim, usernameKey } from '#server/people/model/account.ts'
import { claimUsername, isTaken } from './access.ts'

export type ChosenSignUp = NonNullable<AccessToken['signUp']>

/** R115: the sign-up of this browser; the email for another sign-up leads to it too, since it proves the same address. */
export const signUpOfBrowser = (all: readonly AccessToken[], browser: string | undefined): ChosenSignUp | null =>
  (browser && all.find((one) => one.browser === browser)?.signUp) || null

/** What proving the email of a sign-up makes of the person: a password and a name. Refuses `username-taken`. */
export function verifySignUp(person: User, signUp: ChosenSignUp, claim: UsernameClaim | undefined, now: number) {
  if (claim && claim.userId !== person._id && isTaken(claim, person._id, now)) refuse('username-taken')
  const user: User = { ...person, verified: true, username: signUp.username, passwordHash: signUp.passwordHash }
  return { user, claim: { ...claimUsername(signUp.username, person._id, claim, now, false), _id: usernameKey(signUp.username) } }
}
