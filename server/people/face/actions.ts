// How a person sets, removes and takes back the picture that stands beside their name (R224).

import type { Input } from '#protocol/kernel/endpoint.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { faceApi } from '#protocol/people/face.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { type Outcome, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { type User, users, userView } from '#server/people/model/account.ts'
import { keepPicture } from '#server/people/picture/actions.ts'
import { photoUndone, withPhoto } from '#server/people/rules/account.ts'

interface FaceReply {
  readonly user: UserView
  readonly act?: string
}

const current = async (tx: Reader, { _id }: User): Promise<User> => (await tx.get(users, _id)) ?? refuse('user-unknown')

/** One act; nothing where it is the one that stands there. */
function changed(services: Services, before: User, photo: string | null): Outcome<FaceReply> {
  const { secrets, clock } = services
  if ((before.face?.photo ?? null) === photo) return { reply: { user: userView(before, 'account', services) } }
  const act = secrets.randomId()
  const after = withPhoto(before, photo, { act, now: clock.now() })
  return { writes: [put(users, after)], reply: { user: userView(after, 'account', services), act } }
}

/** The picture is decoded before the decision, since that takes a while. */
export async function setFace(services: Services, { bytes }: Input<typeof faceApi.set>, { user }: SignedIn) {
  const made = await services.makePicture(bytes, 'face', user._id)
  return transact(services, user._id, async (tx) => {
    const before = await current(tx, user)
    const { hash, writes } = await keepPicture(services, tx, made, { ownerId: user._id, kind: 'face' })
    const done = changed(services, before, hash)
    return done.writes ? { ...done, writes: [...writes, ...done.writes] } : done
  })
}

export const removeFace = (services: Services, _: object, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => changed(services, await current(tx, user), null))

/** R219 */
export const undoFace = (services: Services, { act }: Input<typeof faceApi.undo>, { user }: SignedIn) =>
  transact(services, user._id, async (tx) => {
    const after = photoUndone(await current(tx, user), { act, now: services.clock.now() })
    return { writes: [put(users, after)], reply: { user: userView(after, 'account', services) } }
  })
