// The calls on the way in: endpoint, guard, action.
import { accessApi } from '#protocol/people/access.ts'
import { anyone, on, onSession } from '#server/people/http/route.ts'
import * as access from './actions.ts'
import { validateLink, validateReset } from './queries.ts'

export const accessRoutes = [
  on(accessApi.logIn, anyone, access.logIn, {
    limit: 'logIn',
    knowsBrowser: access.knowsBrowser,
    hashesFor: ({ email }) => email,
    keepsBrowser: true,
  }),
  onSession(accessApi.logOut, anyone, access.logOut),
  on(accessApi.requestPasswordReset, anyone, access.requestPasswordReset, { limit: 'email' }),
  on(accessApi.validateReset, anyone, validateReset, { limit: 'token' }),
  on(accessApi.resetPassword, anyone, access.resetPassword, { limit: 'token', keepsBrowser: true }),
  on(accessApi.requestLink, anyone, access.requestLink, { limit: 'email' }),
  on(accessApi.validateLink, anyone, validateLink, { limit: 'token' }),
  onSession(accessApi.openLink, anyone, access.openLink, { limit: 'token', keepsBrowser: true }),
]
