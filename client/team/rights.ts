// What whoever looks at a group may do in it: by their role in the event's team (R200), or, without one, by owning or managing it.
import { rightsOf, type TeamRole } from '#protocol/people/team-roles.ts'

interface Looking {
  readonly role?: TeamRole | undefined
}
/** Of those who are shown the board: nobody without a role of the team is shown it who may not assign. */
export const mayAssign = ({ role }: Looking) => role === undefined || rightsOf[role].includes('assign')
export const mayWrite = ({ role, canManage }: Looking & { readonly canManage: boolean }) =>
  canManage || (role !== undefined && rightsOf[role].includes('write'))
/** R206 */
export const seesEmails = ({ role }: Looking) => role !== 'viewer' && role !== 'door'
