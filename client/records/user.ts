// What one may know and change of oneself. The person on screen is the session's: there is only one.

import { call } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { accountApi, type NewName, type NewUsername, type UserView } from '#protocol/people/account.ts'
import type { NewNews } from '#protocol/people/digest.ts'
import { faceApi } from '#protocol/people/face.ts'

/** The only way in: an older rev never overwrites a newer one, and nobody comes back after a logout or in another's place. */
export function putUser(user: UserView) {
  useSession.setState((now) => {
    const isOther = now.user !== null && (now.user._id !== user._id || now.user.rev > user.rev)
    return accessOf(now) === 'none' || isOther ? now : { user }
  })
}

export async function loadProfile() {
  putUser((await call(accountApi.profile, {})).user)
}

/** Asks again who is here, for what they may have changed in another tab. */
export async function refreshUser() {
  putUser((await call(accountApi.me, {})).user)
}

export async function rename(input: NewUsername) {
  putUser((await call(accountApi.updateUsername, input)).user)
}

export async function setName(input: NewName) {
  putUser((await call(accountApi.updateName, input)).user)
}

export async function setNews(input: NewNews) {
  putUser((await call(accountApi.updateNews, input)).user)
}

/** R224: gives the act by which it can be taken back. */
export async function setFace(bytes: Uint8Array<ArrayBuffer>, send = call) {
  const { user, act } = await send(faceApi.set, { bytes })
  putUser(user)
  return act
}

export async function removeFace() {
  const { user, act } = await call(faceApi.remove, {})
  putUser(user)
  return act
}

export async function undoFace(act: string) {
  putUser((await call(faceApi.undo, { act })).user)
}

export const loadSessions = async () => (await call(accountApi.sessions, {})).sessions
/** Ends every other login and link of the account; gives what is left. */
export const revokeOthers = async () => (await call(accountApi.revokeOthers, {})).sessions
