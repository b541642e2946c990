// The call for who comes without an answer: endpoint, guard, action. Who stands at the door is looked at by the action.
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { addWalkin } from './actions.ts'

export const walkinRoutes = [on(walkinApi.add, anyone, addWalkin, { general: 'door' })]
