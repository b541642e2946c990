// Who hears of what happens at the doors of an event: boards and doors of how many are inside (R186), the table of answers of who came (R193), a phone that it was cut off, and who manages the event of its phones (R182).
import { groupRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import {
  type Attendance,
  attendances,
  cameOf,
  type DoorCount,
  type DoorPhone,
  doorCounts,
  doorPhones,
  phoneRoom,
  phonesRoom,
  tallyOf,
  tallyRoom,
  wholeRoom,
  wholeTally,
} from '#server/seats/model/door.ts'
import { groups } from '#server/seats/model/group.ts'
import { assignersRoom, boardOf, managersRoom, rowReaders } from '#server/seats/rights/rows.ts'

export const doorBroadcasts: BroadcastsOf<DoorCount> = {
  collection: doorCounts,
  tell: (count, isDropped) =>
    isDropped
      ? []
      : count._id === count.eventId
        ? [{ name: 'doors', room: wholeRoom(count.eventId), id: count._id, view: () => wholeTally(count.eventId, count, []) }]
        : [groupRoom(count._id), tallyRoom(count._id), ...rowReaders.map((reader) => boardOf(reader, count._id))].map((room) => ({
            name: 'door' as const,
            room,
            id: count._id,
            view: async (_, tx) => {
              const group = await tx.get(groups, count._id)
              return group && tallyOf(group, count)
            },
          })),
}

/** R193: to those who see the answers with their emails, and not to who only looks on (R206). */
export const attendanceBroadcasts: BroadcastsOf<Attendance> = {
  collection: attendances,
  tell: (one, isDropped) =>
    isDropped
      ? []
      : [managersRoom, assignersRoom].map((room) => ({
          name: 'came' as const,
          room: room(one.groupId),
          id: one._id,
          view: () => ({ _id: one._id, rev: one.rev, groupId: one.groupId, came: cameOf(one) ?? null }),
        })),
}

export const phoneBroadcasts: BroadcastsOf<DoorPhone> = {
  collection: doorPhones,
  tell: ({ _id, rev, eventId }, isDropped) => [
    { name: 'phone', room: phonesRoom(eventId), id: _id, view: () => ({ _id, rev: isDropped ? rev + 1 : rev, eventId }) },
    ...(isDropped ? [{ recheck: phoneRoom(_id) }] : []),
  ],
}
