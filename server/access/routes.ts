// The calls on the way in: endpoint, guard, action.
import { accessApi } from '#protocol/access.ts'
import { anyone, on } from '../http/route.ts'
import * as access from './actions.ts'

export const accessRoutes = [
  on(accessApi.signUp, anyone, access.signUp, { limit: 'signUp' }),
  on(accessApi.checkUsername, anyone, access.checkUsername, { limit: 'lookUp' }),
  on(accessApi.logIn, anyone, access.logIn, { limit: 'logIn' }),
  on(accessApi.logOut, anyone, access.logOut),
  on(accessApi.resendVerification, anyone, access.resendVerification, { limit: 'mail' }),
  on(accessApi.verifyEmail, anyone, access.verifyEmail, { limit: 'token' }),
  on(accessApi.requestPasswordReset, anyone, access.requestPasswordReset, { limit: 'mail' }),
  on(accessApi.resetPassword, anyone, access.resetPassword, { limit: 'token' }),
  on(accessApi.requestLink, anyone, access.requestLink, { limit: 'mail' }),
  on(accessApi.validateLink, anyone, access.validateLink, { limit: 'token' }),
]
