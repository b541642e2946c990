// The calls of organizations, and who belongs to them: endpoint, guard, action.
import { orgApi } from '#protocol/org.ts'
import { account, on } from '../http/route.ts'
import * as org from './actions.ts'

export const orgRoutes = [
  on(orgApi.mine, account, org.readMyOrgs),
  on(orgApi.create, account, org.createOrg, { limit: 'create' }),
  on(orgApi.members, account, org.readMembers, { limit: 'memberPages' }),
  on(orgApi.tierLimits, account, org.readOrgTierLimits),
  on(orgApi.roleMap, account, org.readRoleMap),
]
