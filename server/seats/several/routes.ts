// The calls of the invitation to several groups: endpoint, guard, action.
import { severalApi } from '#protocol/seats/several/several.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { eraseAllMyData, readAllMyData } from './actions.ts'
import { readFeedAddress, readSeveral } from './queries.ts'

export const severalRoutes = [
  on(severalApi.form, anyone, readSeveral, { readsProof: true }),
  on(severalApi.feed, anyone, readFeedAddress, { limit: 'lookUp', readsProof: true }),
  on(severalApi.myData, anyone, readAllMyData, { limit: 'lookUp', readsProof: true }),
  on(severalApi.erase, anyone, eraseAllMyData, { limit: 'email', readsProof: true }),
]
