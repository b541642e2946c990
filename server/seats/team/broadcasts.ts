// R39, R205, R207: a role in a team that was taken away, or became another, ends on open sockets too; dashboards hear of it.
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type Teammate, teammates } from '#server/people/model/team.ts'
import { helperRoom, teamRoom } from '#server/seats/rights/rights.ts'

export const teamBroadcasts: BroadcastsOf<Teammate> = {
  collection: teammates,
  // R203: who had an event watches it by this record from now on.
  tell: ({ _id, rev, email, role, userId }, isDropped) => [
    { recheck: teamRoom(_id) },
    ...(role && userId ? [{ recheck: `user:${userId}` }] : []),
    { recheck: helperRoom(email) }, // it may be for another event
    { name: 'shared', room: helperRoom(email), id: _id, view: () => ({ _id, rev: isDropped ? rev + 1 : rev }) },
  ],
}
