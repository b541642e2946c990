// The calls of role assignment and of permissions for it: endpoint, guard, action.
import { assignApi } from '#protocol/seats/assign.ts'
import { account, on, organizer } from '#server/people/http/route.ts'
import * as to from './actions.ts'
import { readGrants } from './queries.ts'

export const assignRoutes = [
  on(assignApi.assign, organizer, to.assign, { limit: 'edit' }),
  on(assignApi.reassign, organizer, to.reassign, { limit: 'edit' }),
  on(assignApi.remove, organizer, to.unassign, { limit: 'edit' }),
  on(assignApi.grant, account, to.giveGrant, { limit: 'edit' }),
  on(assignApi.grants, account, readGrants),
  on(assignApi.revoke, account, to.revokeGrant, { limit: 'edit' }),
]
