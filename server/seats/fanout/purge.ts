// What ends with a group, and nobody is told of: its answers, and those that are sensitive before.
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { type Activity, activities } from '#server/seats/model/activity.ts'
import { attendances, doorCounts } from '#server/seats/model/door.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { histories } from '#server/seats/model/history.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { withoutSensitive } from '#server/seats/model/rsvp-fields.ts'
import type { Fanout } from './record.ts'

/** R57: a page of the answers, with what is kept about them. */
export async function purged(tx: Reader, fanout: Fanout, page: readonly Rsvp[]): Promise<RecordWrite[]> {
  const curve = await tx.get(histories, fanout.group._id)
  return [...(curve ? [drop(histories, curve)] : []), ...(await atDoorOf(tx, fanout, page)), ...page.map((rsvp) => drop(rsvps, rsvp))]
}

/** R166: what is left of a page of the answers. */
export async function dropSensitive(tx: Reader, fanout: Fanout, page: readonly Rsvp[]): Promise<RecordWrite[]> {
  const group = await tx.get(groups, fanout.group._id)
  const current = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
  return current.flatMap((rsvp) => {
    const rest = rsvp && group && withoutSensitive(group, rsvp)
    return rest && rest !== rsvp ? [put(rsvps, rest)] : []
  })
}

/** R186: who was at the door is kept as long as their answer. */
async function atDoorOf(tx: Reader, { group }: Fanout, page: readonly Rsvp[]): Promise<RecordWrite[]> {
  const event = await tx.get(events, group.eventId ?? '')
  const [count, whole, ...there] = await Promise.all([
    tx.get(doorCounts, group._id),
    event && !event.cancelledAt ? undefined : tx.get(doorCounts, group.eventId ?? ''),
    ...page.map(({ _id }) => tx.get(attendances, _id)),
  ])
  const counts = [count, whole].flatMap((one) => (one ? [drop(doorCounts, one)] : []))
  return [...counts, ...there.flatMap((one) => (one ? [drop(attendances, one)] : []))]
}

const linesAtOnce = 100

/** R105: the activity of a group goes with it. */
export const linesToPurge = (tx: Reader, { group }: Fanout): Promise<Activity[]> =>
  tx.find(activities, { index: 'group', where: { groupId: group._id }, limit: linesAtOnce })
