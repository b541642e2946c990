// A person's own calls: endpoint, guard, action. R30: an organizer token opens none but the first.
import { accountApi } from '#protocol/people/account.ts'
import { account, on, organizer } from '#server/people/http/route.ts'
import { renameUser, revokeOthers, updateName, updateNews } from './actions.ts'
import { readMe, readPerson, readSessions } from './queries.ts'

export const accountRoutes = [
  on(accountApi.me, organizer, readMe),
  on(accountApi.profile, account, readMe),
  on(accountApi.updateName, account, updateName, { limit: 'edit' }),
  on(accountApi.updateNews, account, updateNews, { limit: 'edit' }),
  on(accountApi.updateUsername, account, renameUser, { limit: 'lookUp' }),
  on(accountApi.sessions, account, readSessions),
  on(accountApi.revokeOthers, account, revokeOthers),
  // After the paths that it would match as well.
  on(accountApi.person, account, readPerson),
]
