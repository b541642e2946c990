// Who may do what in an organization, and what a bulk add makes of its rows. Pure.
import { isEmail, isLine } from '#protocol/fields.ts'
import { hasTeamFeatures } from '#protocol/limits.ts'
import { type AddedRow, addedStatus, type MemberRole, memberRoles } from '#protocol/org.ts'
import type { User } from '../account/model.ts'
import { tierAt } from '../plan/model.ts'
import { refuse } from '../refuse.ts'
import type { Member } from './model.ts'

/** 0 for the owner; higher numbers may do less. */
const rank = (role: MemberRole) => memberRoles.indexOf(role)

/** R36: admin or owner. */
export const isAdmin = (member: Member | undefined): member is Member => member !== undefined && rank(member.role) <= rank('admin')

/** R37: one owned organization per account, from the Team plan on. */
export function checkMayFound(user: User, now: number) {
  if (user.ownedOrgId) refuse('org-owned')
  if (!hasTeamFeatures(tierAt(user, now))) refuse('org-team-only')
}

/** R36: nobody gives a role above their own or touches somebody above them; there is one owner, who stays. */
export function checkMaySetRole(actor: Member, target: Member, role: MemberRole) {
  if (role === 'owner' || target.role === 'owner') refuse('member-owner')
  if (rank(role) < rank(actor.role) || rank(target.role) < rank(actor.role)) refuse('member-above')
}

/** R36: the owner can't be removed, nor anybody above oneself. */
export function checkMayRemove(actor: Member, target: Member) {
  if (target.role === 'owner') refuse('member-owner')
  if (rank(target.role) < rank(actor.role)) refuse('member-above')
}

export interface WantedMember {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly role: MemberRole
  readonly preserveCnxnName: boolean
}

const said = (email: string, status: string, message: string): AddedRow => ({ email, status, message })
// The client tells rows apart by words in `message` (R41).
const [invalidEmail, invalidRow, duplicate] = ['Invalid email', 'Validation failed', 'Duplicate: already a member']

/** R41: which rows become members, and what each row is told. `isMember` says who already belongs. */
export function sortRows(actor: Member, wanted: readonly WantedMember[], isMember: (email: string) => boolean) {
  const added = new Map<string, WantedMember>()
  const rows = wanted.map((row): AddedRow => {
    const email = row.email.trim().toLowerCase()
    if (!isEmail(email)) return said(row.email, 'Invalid', invalidEmail)
    if (!isLine(row.name, 100) || !isLine(row.mobile, 40)) return said(email, 'Invalid', invalidRow)
    if (row.role === 'owner' || rank(row.role) < rank(actor.role)) return said(email, 'Not Allowed', 'This role is above your own.')
    if (added.has(email) || isMember(email)) return said(email, 'Already Member', duplicate)
    added.set(email, { ...row, email })
    return said(email, addedStatus, '')
  })
  return { rows, added: [...added.values()] }
}
