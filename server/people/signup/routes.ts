// The calls of a sign-up: endpoint, guard, action.
import { accessApi } from '#protocol/people/access.ts'
import { anyone, on } from '#server/people/http/route.ts'
import { resendVerification, signUp, verifyEmail } from './actions.ts'
import { checkUsername } from './queries.ts'

export const signUpRoutes = [
  on(accessApi.signUp, anyone, signUp, { limit: 'signUp', keepsBrowser: true }),
  on(accessApi.checkUsername, anyone, checkUsername, { limit: 'lookUp' }),
  on(accessApi.resendVerification, anyone, resendVerification, { limit: 'email' }),
  on(accessApi.verifyEmail, anyone, verifyEmail, { limit: 'guess', keepsBrowser: true }),
]
