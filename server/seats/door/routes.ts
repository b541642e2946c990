// The calls of the door: endpoint, guard, action. Who stands at a door is looked at by each of them: a paired phone is nobody who is signed in.
import { doorApi } from '#protocol/seats/door/door.ts'
import { anyone, on, onEncoded, onPairing, organizer } from '#server/people/http/route.ts'
import { endPhone, giveList, makePhone, pairPhone, unpairPhone } from './actions.ts'
import { readPhones } from './queries.ts'

export const doorRoutes = [
  on(doorApi.makePhone, organizer, makePhone, { limit: 'edit' }),
  on(doorApi.phones, organizer, readPhones, { limit: 'lists' }),
  on(doorApi.endPhone, organizer, endPhone, { limit: 'edit' }),
  onPairing(doorApi.pair, anyone, pairPhone, { limit: 'token' }),
  onPairing(doorApi.unpair, anyone, unpairPhone, { general: 'door' }),
  onEncoded(doorApi.list, anyone, giveList, { general: 'door' }),
]
