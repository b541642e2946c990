// Keeps the plan of whoever is here up to date in every open tab: their own room tells of each change.

import { receive, useWatch } from '#client/lib/live.ts'
import { putUser } from '#client/records/user.ts'
import { accountRoom } from '#protocol/live.ts'
import type { UserView } from '#protocol/people/account.ts'

receive('account', putUser)
const watcher = { onView: putUser }

/** Watches the room; who came by a magic link has no billing (R30). */
export const useAccountRoom = ({ _id, access }: UserView) => useWatch(access === 'account' ? accountRoom(_id) : null, watcher)
