// A group's calls: endpoint, guard, action.
import { groupApi } from '#protocol/seats/group.ts'
import { anyone, helper, on, organizer } from '#server/people/http/route.ts'
import * as group from './actions.ts'
import { readGroup, readMyGroups, readRsvps } from './queries.ts'

export const groupRoutes = [
  on(groupApi.mine, organizer, readMyGroups, { limit: 'lists' }),
  on(groupApi.read, anyone, readGroup, { limit: 'memberPages' }),
  on(groupApi.rsvps, helper, readRsvps, { limit: 'memberPages' }),
  on(groupApi.create, organizer, group.createGroup, { limit: 'create' }),
  on(groupApi.update, organizer, group.updateGroup, { limit: 'edit' }),
  on(groupApi.remove, organizer, group.deleteGroup, { limit: 'edit' }),
  on(groupApi.settings, organizer, group.changeSettings, { limit: 'edit' }),
  on(groupApi.addRole, organizer, group.addRole, { limit: 'edit' }),
  on(groupApi.setRoleMax, organizer, group.setRoleMax, { limit: 'edit' }),
  on(groupApi.removeRole, organizer, group.removeRole, { limit: 'edit' }),
]
