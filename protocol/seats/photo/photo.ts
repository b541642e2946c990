// What is said about the cover photo of an event (R224).
import { z } from 'zod/mini'
import { del, putPicture } from '#protocol/kernel/endpoint.ts'
import { EventId, PictureBytes } from '#protocol/kernel/fields.ts'
import { pictureLimits } from '#protocol/kernel/limits.ts'
import { EventView } from '#protocol/seats/event.ts'
import { undoable } from '#protocol/seats/group.ts'

const PhotoReply = z.object({ event: EventView, ...undoable })

export const photoApi = {
  set: putPicture('/event/:id/photo', z.strictObject({ id: EventId, bytes: PictureBytes }), PhotoReply, pictureLimits.photo.bytes),
  remove: del('/event/:id/photo', z.strictObject({ id: EventId }), PhotoReply),
}
