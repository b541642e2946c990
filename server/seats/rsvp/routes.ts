// The invitee's calls: endpoint, guard, action.
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { anyone, on, onEncoded } from '#server/people/http/route.ts'
import { submitRsvp } from './actions.ts'
import { checkRsvp, readForm } from './queries.ts'

export const rsvpRoutes = [
  onEncoded(rsvpApi.form, anyone, readForm, { readsProof: true }),
  on(rsvpApi.check, anyone, checkRsvp, { limit: 'lookUp' }),
  on(rsvpApi.checkEmail, anyone, checkRsvp, { limit: 'lookUp' }),
  on(rsvpApi.submit, anyone, submitRsvp, { readsProof: true }),
]
