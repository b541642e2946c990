// The calls of organizations, and who belongs to them: endpoint, guard, action.
import { orgApi } from '#protocol/people/org.ts'
import { account, on } from '#server/people/http/route.ts'
import * as org from './actions.ts'
import { readMembers, readMyOrgs, readOrgTierLimits, readRoleMap } from './queries.ts'

export const orgRoutes = [
  on(orgApi.mine, account, readMyOrgs),
  on(orgApi.create, account, org.createOrg, { limit: 'create' }),
  on(orgApi.members, account, readMembers, { limit: 'memberPages' }),
  on(orgApi.tierLimits, account, readOrgTierLimits),
  on(orgApi.roleMap, account, readRoleMap),
]
