// What one does about the team of an event: invite, change, take off and put back; accept, leave.
import { call } from '#client/lib/call.ts'
import { keepLogin } from '#client/lib/session.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { type TeamView, teamApi } from '#protocol/people/team.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'

export const loadTeam = (id: string): Promise<TeamView> => call(teamApi.list, { id })

export interface TeamInvite {
  readonly email: string
  readonly role: TeamRole
  /** Absent for all groups. */
  readonly groupIds?: string[]
  /** Absent for a week after the event. */
  readonly until?: string
  /** R209: the organization, for all its events that are to come. */
  readonly allOf?: string
}
/** What isn't named stays; `until` null: a week after the event. */
export type TeamChange = Partial<Omit<TeamInvite, 'email' | 'until' | 'allOf'> & { readonly until: string | null }>
export const inviteHelper = (id: string, asked: TeamInvite) => call(teamApi.add, { id, ...asked })
export const changeHelper = (id: string, teamId: string, change: TeamChange) => call(teamApi.change, { id, teamId, ...change })
export const takeOff = (id: string, teamId: string) => call(teamApi.remove, { id, teamId })
export const putBack = (id: string, teamId: string) => call(teamApi.restore, { id, teamId })
export const offerEvent = (id: string, email: string) => call(ownershipApi.offer, { id, email })
export const leaveTeam = (id: string) => call(teamApi.leave, { id })

export const openInvitation = async (token: string) => (await call(teamApi.open, { token })).invitation
/** With a password the account that it takes is made, and logged in to. */
export async function acceptInvitation(token: string, password?: string) {
  const reply = await call(teamApi.accept, { token, ...(password !== undefined && { password }) })
  if (reply.token && reply.user) keepLogin(reply.token, reply.user)
  return reply
}
export const loadShared = async () => (await call(teamApi.shared, {})).events
