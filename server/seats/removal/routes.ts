// The calls of taking away answers, and of addresses that may not answer again: endpoint, guard, action.
import { removalApi } from '#protocol/seats/removal.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { removeAnswer, unblock } from './actions.ts'
import { readBlocked } from './queries.ts'

export const removalRoutes = [
  on(removalApi.remove, organizer, removeAnswer, { limit: 'edit' }),
  on(removalApi.blocked, organizer, readBlocked, { limit: 'memberPages' }),
  on(removalApi.unblock, organizer, unblock, { limit: 'edit' }),
]
