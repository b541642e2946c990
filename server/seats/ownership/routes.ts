// The call that passes an event on: endpoint, guard, action. It is accepted as any invitation to a team is.
import { ownershipApi } from '#protocol/people/ownership.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { offerEvent } from './actions.ts'

export const ownershipRoutes = [on(ownershipApi.offer, organizer, offerEvent, { limit: 'members' })]
