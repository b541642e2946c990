// What a person may change of themselves. Pure: facts in, records or a refusal out.

import { undoSeconds } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type User, type UsernameClaim, type UserPhoto, usernameKey } from '#server/people/model/account.ts'
import { claimUsername, isTaken } from './access.ts'

interface By {
  readonly act: string
  readonly now: number
}
const faced = (user: User, face: UserPhoto): User => ({ ...user, rev: user.rev + 1, face })
const nextRev = ({ face }: User) => (face?.rev ?? 0) + 1

/** R224: the person with this picture, and what takes that back. */
export const withPhoto = (user: User, photo: string | null, { act, now }: By): User =>
  faced(user, { photo, rev: nextRev(user), before: { act, at: iso(now), stood: user.face?.photo ?? null } })

/** R219: as it stood. Refuses who comes late, or after another change. */
export function photoUndone(user: User, { act, now }: By): User {
  const { face } = user
  if (!face?.before) return refuse('activity-unknown')
  if (face.before.act !== act) refuse('undo-changed', { what: 'The picture' })
  if (Date.parse(face.before.at) + undoSeconds * 1_000 <= now) refuse('undo-late', { seconds: undoSeconds })
  return faced(user, { photo: face.before.stood, rev: nextRev(user) })
}

/** R220: without it, and with nothing to take that back by. */
export const withoutPhoto = (user: User): User => faced(user, { photo: null, rev: nextRev(user) })

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
