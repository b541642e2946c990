// What a person may change of themselves. Pure: facts in, records or a refusal out.
import { claimUsername, isTaken } from '../access/rules.ts'
import { refuse } from '../refuse.ts'
import { type User, type UsernameClaim, usernameKey } from './model.ts'

interface Renaming {
  readonly username: string
  /** Who holds the new name, and the claim on the old one. */
  readonly held: UsernameClaim | undefined
  readonly own: UsernameClaim | undefined
}

/** R58: the claim to make and the one to release; neither when only the case of the letters changes. Refuses `username-taken`. */
export function moveUsername(user: User, { username, held, own }: Renaming, now: number) {
  if (user.username !== null && usernameKey(username) === usernameKey(user.username)) return { claim: undefined, release: undefined }
  if (isTaken(held, user._id, now)) refuse('username-taken', { fields: { username: 'Username is taken' } })
  return { claim: claimUsername(username, user._id, held, now, false), release: own?.userId === user._id ? own : undefined }
}
