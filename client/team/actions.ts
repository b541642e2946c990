// What one does about the team of an event: invite, change, take off and put back; accept, leave.
import { call } from '#client/lib/call.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { type TeamRole, teamApi } from '#protocol/people/team.ts'

export const loadTeam = (id: string) => call(teamApi.list, { id })

export interface TeamInvite {
  readonly email: string
  readonly role: TeamRole
  /** Absent for a week after the event. */
  readonly until?: string
}
export const inviteHelper = (id: string, asked: TeamInvite) => call(teamApi.add, { id, ...asked })
export const changeHelper = (id: string, teamId: string, role: TeamRole) => call(teamApi.change, { id, teamId, role })
export const takeOff = (id: string, teamId: string) => call(teamApi.remove, { id, teamId })
export const putBack = (id: string, teamId: string) => call(teamApi.restore, { id, teamId })
export const offerEvent = (id: string, email: string) => call(ownershipApi.offer, { id, email })
export const leaveTeam = (id: string) => call(teamApi.leave, { id })

export const openInvitation = async (token: string) => (await call(teamApi.open, { token })).invitation
export const acceptInvitation = (token: string) => call(teamApi.accept, { token })
export const loadShared = async () => (await call(teamApi.shared, {})).events
