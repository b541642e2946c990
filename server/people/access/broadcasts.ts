// R33: the sockets of a login or link that ended are looked at anew.
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type AccessToken, tokens } from '#server/people/model/access.ts'

export const tokenBroadcasts: BroadcastsOf<AccessToken> = {
  collection: tokens,
  tell: ({ _id }, isDropped) => (isDropped ? [{ recheck: `token:${_id}` }] : []),
}
