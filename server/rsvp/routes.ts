// The invitee's calls: endpoint, guard, action.
import { proofApi } from '#protocol/proof.ts'
import { rsvpApi } from '#protocol/rsvp.ts'
import { anyone, on, onEncoded } from '../http/route.ts'
import { sendCode, submitRsvp, verifyCode, verifyLink } from './actions.ts'
import { checkRsvp, readForm } from './queries.ts'

export const rsvpRoutes = [
  onEncoded(rsvpApi.form, anyone, readForm),
  on(rsvpApi.check, anyone, checkRsvp, { limit: 'lookUp' }),
  on(rsvpApi.checkEmail, anyone, checkRsvp, { limit: 'lookUp' }),
  on(rsvpApi.sendCode, anyone, sendCode, { limit: 'code' }),
  on(rsvpApi.verifyCode, anyone, verifyCode, { limit: 'token', proves: ({ groupId, email }) => ({ groupId, email }) }),
  on(proofApi.verifyLink, anyone, verifyLink, {
    limit: 'token',
    proves: (_, { groupId, email }) => ({ groupId, email }),
  }),
  on(rsvpApi.submit, anyone, submitRsvp),
]
