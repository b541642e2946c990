// What whoever manages an event can do with its cover photo (R224).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { photoApi } from '#protocol/seats/photo/photo.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { keepPicture } from '#server/people/picture/actions.ts'
import { managed } from '#server/seats/event/queries.ts'
import { type Event, events, eventView } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { nextEdit } from '#server/seats/rules/group.ts'

/** Of an event that is published: one that waits has nobody yet who answers for its picture. */
async function photographed(services: Services, tx: Reader, id: string, caller: SignedIn) {
  const found = await managed(services, tx, id, caller)
  return found.event.published ? found : refuse('event-unpublished')
}

/** The event with this photo. Its groups are written along, since cards and boards go by their revisions. */
async function withPhoto(services: Services, tx: Reader, id: string, caller: SignedIn, photo: Event['photo']) {
  const { event: before, groups: its } = await photographed(services, tx, id, caller)
  const event = nextEdit(before, { photo }, caller.user._id)
  const writes = [put(events, event), ...its.map((group) => put(groups, { ...group, rev: group.rev + 1 }))]
  return { writes, namesAct: true, reply: { event: eventView(event, services.clock.now(), services.publicUrl) } }
}

/** R224: the picture is decoded before the decision, since that takes a while. */
export async function setPhoto(services: Services, { id, bytes }: Input<typeof photoApi.set>, caller: SignedIn) {
  await photographed(services, services.store, id, caller)
  const made = await services.makePicture(bytes, 'photo', caller.user._id)
  return transact(services, id, async (tx) => {
    const { event } = await photographed(services, tx, id, caller)
    const { hash, writes } = await keepPicture(services, tx, made, { ownerId: event.ownerId, kind: 'photo' })
    const done = await withPhoto(services, tx, id, caller, { hash, blur: made.blur, hue: made.hue })
    return { ...done, writes: [...writes, ...done.writes] }
  })
}

/** R224 */
export const removePhoto = (services: Services, { id }: Input<typeof photoApi.remove>, caller: SignedIn) =>
  transact(services, id, (tx) => withPhoto(services, tx, id, caller, null))
