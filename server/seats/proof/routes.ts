// How an email is proven: endpoint, guard, action.
import { proofApi } from '#protocol/people/proof.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { sendCode, verifyCode, verifyLink } from './actions.ts'

export const proofRoutes = [
  on(rsvpApi.sendCode, anyone, sendCode, { limit: 'code' }),
  on(rsvpApi.verifyCode, anyone, verifyCode, { limit: 'guess', proves: ({ groupId, email }) => ({ groupId, email }) }),
  on(proofApi.verifyLink, anyone, verifyLink, {
    limit: 'token',
    proves: (_, { groupId, email }) => ({ groupId, email }),
  }),
]
