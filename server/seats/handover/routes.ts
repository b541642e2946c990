// The calls about handing a seat over: endpoint, guard, action.
import { handoverApi } from '#protocol/seats/handover.ts'
import { anyone, on, organizer } from '#server/people/http/route.ts'
import { accept, begin, decline, takeBack } from './actions.ts'
import { openHandOver, readHandOvers } from './queries.ts'

export const handoverRoutes = [
  on(handoverApi.begin, anyone, begin, { limit: 'email', readsProof: true }),
  on(handoverApi.takeBack, anyone, takeBack, { readsProof: true }),
  on(handoverApi.open, anyone, openHandOver, { limit: 'token' }),
  on(handoverApi.accept, anyone, accept, { limit: 'token', proves: (_, { groupId, email }) => ({ groupId, email }) }),
  on(handoverApi.list, organizer, readHandOvers, { limit: 'memberPages' }),
  on(handoverApi.decline, anyone, decline, { limit: 'token' }),
]
