// R96: the older lines about somebody whose data is erased lose the name page by page; the commit that erased them did so for the newest.

import { drop, next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { activities, forgettings, forgotten, isNamed } from '#server/seats/model/activity.ts'

const perPage = 200

/** One page of one person's lines and the place reached are one commit, so a crash leaves no line out. True if there may be more. */
export async function forgetSome(services: Services): Promise<boolean> {
  const { store } = services
  const [due] = await store.find(forgettings, { index: '_id', limit: 1 })
  if (!due) return false
  const { _id: rsvpId, reached } = due
  const after = { _id: reached, rev: 0, rsvpId }
  const page = await store.find(activities, { index: 'rsvp', where: { rsvpId }, descending: true, limit: perPage, after })
  await transact(services, due.groupId, async (tx) => {
    const place = await tx.get(forgettings, rsvpId)
    if (place?.rev !== due.rev) return { reply: undefined }
    const current = await Promise.all(page.map(({ _id }) => tx.get(activities, _id)))
    const lines = current.flatMap((line) => (line && isNamed(line) ? [put(activities, forgotten(line))] : []))
    const last = page.at(-1)
    const isDone = !last || page.length < perPage
    return {
      writes: [isDone ? drop(forgettings, place) : put(forgettings, next(place, { reached: last._id })), ...lines],
      reply: undefined,
    }
  })
  return true
}
