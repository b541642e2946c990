// Who hears of a line of the activity: those who manage the group and look at it (R105).
import { activityRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type Activity, activities } from '#server/seats/model/activity.ts'
import { shownLines } from './queries.ts'

export const activityBroadcasts: BroadcastsOf<Activity> = {
  collection: activities,
  tell: (line, isDropped) =>
    isDropped
      ? []
      : [{ name: 'activity', room: activityRoom(line.groupId), id: line._id, view: async (_, tx) => (await shownLines(tx, [line]))[0] }],
}
