// What is said of the picture that stands beside a person's name (R224).
import { z } from 'zod/mini'
import { del, post, putPicture } from '#protocol/kernel/endpoint.ts'
import { id, PictureBytes } from '#protocol/kernel/fields.ts'
import { pictureLimits } from '#protocol/kernel/limits.ts'
import { UserView } from './account.ts'

/** Who hosts an event, as far as a picture of theirs goes: what its files are named by, null for none now. `_id` tells nobody who it is. */
export const HostFace = z.object({ _id: z.string(), rev: z.int(), photo: z.nullable(z.string()) })
export type HostFace = z.infer<typeof HostFace>

const OneUser = z.object({ user: UserView })
/** `act`: what undoes it, within 30 seconds. */
const WithAct = z.extend(OneUser, { act: z.optional(z.string()) })

export const faceApi = {
  set: putPicture('/user/photo', z.strictObject({ bytes: PictureBytes }), WithAct, pictureLimits.photo.bytes),
  remove: del('/user/photo', z.strictObject({}), WithAct),
  undo: post('/user/photo/undo', z.strictObject({ act: id('Invalid Activity Id') }), OneUser),
}
