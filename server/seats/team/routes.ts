// The calls of an event's team: endpoint, guard, action.
import { teamApi } from '#protocol/people/team.ts'
import { needsNoAccount } from '#protocol/people/team-roles.ts'
import { account, anyone, helper, on, organizer } from '#server/people/http/route.ts'
import * as team from './actions.ts'
import { openInvitation, readShared, readTeam } from './queries.ts'

export const teamRoutes = [
  on(teamApi.shared, account, readShared, { limit: 'lists' }),
  on(teamApi.list, organizer, readTeam),
  on(teamApi.add, organizer, team.addTeammate, { limit: 'members' }),
  on(teamApi.leave, helper, team.leaveTeam, { limit: 'edit' }),
  on(teamApi.change, organizer, team.changeTeammate, { limit: 'edit' }),
  on(teamApi.remove, organizer, team.removeTeammate, { limit: 'edit' }),
  on(teamApi.restore, organizer, team.restoreTeammate, { limit: 'edit' }),
  on(teamApi.open, anyone, openInvitation, { limit: 'token' }),
  on(teamApi.accept, anyone, team.acceptInvitation, {
    limit: 'token',
    admits: ({ eventId, acceptedAt, member: { _id, role, until } }) =>
      needsNoAccount(role) ? { _id, eventId, acceptedAt, until } : undefined,
  }),
]
