// The call of a phone that keeps seats: endpoint, guard, action.
import { doorApi } from '#protocol/seats/door/door.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { leaseSeats } from './actions.ts'

export const leaseRoutes = [on(doorApi.lease, anyone, leaseSeats, { general: 'door' })]
