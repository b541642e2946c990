// The calls about links of one's own for who comes along: endpoint, guard, action.
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { accept, link, takeBack } from './actions.ts'
import { openClaim } from './queries.ts'

export const companionRoutes = [
  on(companionApi.link, anyone, link, { limit: 'email', readsProof: true }),
  on(companionApi.takeBack, anyone, takeBack, { readsProof: true }),
  on(companionApi.open, anyone, openClaim, { limit: 'token' }),
  on(companionApi.accept, anyone, accept, { limit: 'token', proves: (_, { groupId, email }) => ({ groupId, email }) }),
]
