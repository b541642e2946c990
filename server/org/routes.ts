// The calls of organizations and members: endpoint, guard, action.
import { orgApi } from '#protocol/org.ts'
import { account, on } from '../http/route.ts'
import * as org from './actions.ts'

export const orgRoutes = [
  on(orgApi.mine, account, org.readMyOrgs),
  on(orgApi.create, account, org.createOrg, { limit: 'create' }),
  on(orgApi.members, account, org.readMembers, { limit: 'lookUp' }),
  on(orgApi.tierLimits, account, org.readOrgTierLimits),
  on(orgApi.addMembers, account, org.addMembers, { limit: 'members' }),
  on(orgApi.addBulk, account, org.addBulk, { limit: 'members' }),
  on(orgApi.removeMembers, account, org.removeMembers),
  on(orgApi.roleMap, account, org.readRoleMap),
  on(orgApi.setRole, account, org.setRole),
]
