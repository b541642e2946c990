// R39: a permission that was taken away ends on open sockets too.
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { type Grant, grants } from './model.ts'

export const grantBroadcasts: BroadcastsOf<Grant> = {
  collection: grants,
  tell: ({ userId }, isDropped) => (isDropped ? [{ recheck: `user:${userId}` }] : []),
}
