// The calls about waiting: endpoint, guard, action.
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { anyone, on, organizer } from '#server/people/http/route.ts'
import { answerOffer, changeWaitlist } from './actions.ts'
import { readWaitlist } from './queries.ts'

export const waitlistRoutes = [
  on(waitlistApi.offer, anyone, answerOffer, { readsProof: true }),
  on(waitlistApi.list, organizer, readWaitlist, { limit: 'memberPages' }),
  on(waitlistApi.change, organizer, changeWaitlist, { limit: 'edit' }),
]
