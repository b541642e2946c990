// R33: the sockets of a login or link that ended are looked at anew.
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { type AccessToken, tokens } from './model.ts'

export const tokenBroadcasts: BroadcastsOf<AccessToken> = {
  collection: tokens,
  tell: ({ _id }, isDropped) => (isDropped ? [{ recheck: `token:${_id}` }] : []),
}
