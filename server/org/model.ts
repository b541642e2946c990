// What is kept of an organization and its members, and what each audience is shown.
import type { MemberRole, MyOrganization, OrgMember } from '#protocol/org.ts'
import { maskEmail, type User } from '../account/model.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Collection, Stored } from '../store/store.ts'

/** Its `rev` counts every change of its members as well, so that two right decisions about them can't be wrong together. */
export interface Org extends Stored {
  readonly name: string
  readonly ownerId: string
  readonly externalApp: string
  readonly memberCount: number
  readonly createdAt: string
}
export const orgs: Collection<Org> = { name: 'orgs', indexes: {} }

/** A member, known by e-mail: the account, whose id follows from the e-mail, may come later. */
export interface Member extends Stored {
  readonly orgId: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly mobile: string
  readonly role: MemberRole
  /** Keeps the name the organization gave, whatever the person calls themselves. */
  readonly preserveCnxnName: boolean
  readonly createdAt: string
}
export const members: Collection<Member> = {
  name: 'members',
  indexes: { org: { fields: ['orgId', 'createdAt'] }, user: { fields: ['userId', 'createdAt'] } },
}

/** One membership per organization and e-mail; the id itself says so. */
export const memberId = (secrets: Secrets, orgId: string, email: string) => secrets.idOf('member', orgId, email)

/** `full` for those who manage the organization; other members see no e-mail or phone number. */
export const memberView = (member: Member, user: User | undefined, full: boolean): OrgMember => ({
  _id: member._id,
  memberId: member._id,
  orgId: member.orgId,
  userId: member.userId,
  role: member.role,
  status: 'active',
  verified: user?.verified ?? false,
  preserveCnxnName: member.preserveCnxnName,
  user: {
    _id: member.userId,
    name: member.preserveCnxnName ? member.name : user?.name || member.name,
    username: user?.username ?? '',
    email: full ? member.email : '',
    mobile: full ? member.mobile : '',
    masked_email: maskEmail(member.email),
    cnxnUserId: '',
  },
})

export const myOrganization = (org: Org, member: Member, isActive: boolean): MyOrganization => ({
  _id: org._id,
  name: org.name,
  organization: { _id: org._id, name: org.name },
  member: { _id: member._id, role: member.role },
  isActive,
})
