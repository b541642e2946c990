// R147: the seats that a row names beside its own, because they overlap it.
import type { RsvpRow } from '#protocol/seats/group.ts'
import { overlap } from '#protocol/seats/several/overlap.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'

/** R147: the other seats that a row names beside its own, as they stand now. */
export async function alsoOf(tx: Pick<Reader, 'get'>, rsvp: Rsvp): Promise<Pick<RsvpRow, 'also'>> {
  const ids = rsvp.despite?.groups.map(({ _id }) => _id) ?? []
  if (ids.length === 0 || !isSeated(rsvp)) return {}
  const [event, own, ...others] = await Promise.all([
    rsvp.eventId ? tx.get(events, rsvp.eventId) : undefined,
    ...[rsvp.groupId, ...ids].map((id) => tx.get(groups, id)),
  ])
  if (!event || !own) return {}
  const slotIn = (group: Group) => ({ ...eventFor(event, group), allowOverlap: group.allowOverlap })
  const also = others
    .filter((one): one is Group => one !== undefined && !one.cancelledAt)
    .filter((one) => overlap(slotIn(one), slotIn(own), event.bufferMinutes ?? 0))
    .map((one) => ({ groupId: one._id, name: one.name, start: slotIn(one).start, end: slotIn(one).end }))
  return also.length > 0 ? { also } : {}
}
