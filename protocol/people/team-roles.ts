// What those who help with an event may do (R200). Apart from their calls, since nearly every page names a role.
import { z } from 'zod/mini'

export const teamRoles = ['manager', 'assigner', 'messenger', 'viewer', 'door'] as const
export const TeamRole = z.enum(teamRoles, 'Please choose a role')
export type TeamRole = z.infer<typeof TeamRole>
/** R203: what somebody can be asked to be. An offer of ownership stands in the team until it is accepted, taken back, or over. */
export const AskedRole = z.enum([...teamRoles, 'owner'])
export type AskedRole = z.infer<typeof AskedRole>

/** What somebody may do in a group. `own` is the owner's and the admins' alone: deleting, plans, and making somebody a manager. */
export type Right = 'own' | 'manage' | 'assign' | 'write' | 'look' | 'door'
/** R200: what each role lets its holder do. */
export const rightsOf: Readonly<Record<TeamRole, readonly Right[]>> = {
  manager: ['manage', 'assign', 'write', 'look', 'door'],
  assigner: ['assign', 'look'],
  messenger: ['write', 'look'],
  viewer: ['look'],
  door: ['door'],
}
/** R201: roles that are accepted without an account. */
export const needsNoAccount = (role: AskedRole) => role === 'viewer' || role === 'door'

/** R137: something about the events that somebody helps with has changed, by a team's record or an event's (`_id`): their dashboard reads them again. */
export const SharedNow = z.object({ _id: z.string(), rev: z.int() })
export type SharedNow = z.infer<typeof SharedNow>
