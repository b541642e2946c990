// R39, R205: a role in a team that was taken away, or became another, ends on open sockets too.
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type Teammate, teammates } from '#server/people/model/team.ts'
import { teamRoom } from '#server/seats/rights/rights.ts'

export const teamBroadcasts: BroadcastsOf<Teammate> = {
  collection: teammates,
  // R203: who had an event watches it by this record from now on.
  tell: ({ _id, role, userId }) => [{ recheck: teamRoom(_id) }, ...(role && userId ? [{ recheck: `user:${userId}` }] : [])],
}
