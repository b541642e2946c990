// Who hears of a changed account: its owner's open tabs. R33: its logins may have ended, R39: so may permissions that hang on its plan.
import { accountRoom } from '#protocol/live.ts'
import { planRoom } from '../identity/rights.ts'
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { type User, users, userView } from './model.ts'

export const userBroadcasts: BroadcastsOf<User> = {
  collection: users,
  tell: (user) => [
    { name: 'account', room: accountRoom(user._id), id: user._id, view: ({ clock }) => userView(user, 'account', clock.now()) },
    { recheck: `user:${user._id}` },
    { recheck: planRoom(user._id) },
  ],
}
