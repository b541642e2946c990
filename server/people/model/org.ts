// What is kept of an organization and its members, and what each audience is shown.
import { inviteAgainDays } from '#protocol/kernel/limits.ts'
import type { MemberRole, MyInvitation, MyOrganization, OrgMember } from '#protocol/people/org.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { maskEmail, type User } from './account.ts'

/** Its `rev` counts every change of its members as well, so that two right decisions about them can't be wrong together. */
export interface Org extends Stored {
  readonly name: string
  readonly ownerId: string
  readonly externalApp: string
  /** Everybody in the list of members, the invited too. */
  readonly memberCount: number
  /** R117: how many of them have not accepted. Absent where release 0.1.0 wrote it: there everybody belonged at once. */
  readonly invitedCount?: number
  readonly createdAt: string
}
export const orgs: Collection<Org> = { name: 'orgs', indexes: {} }

/** A member, known by email: the account, whose id follows from the email, may come later. */
export interface Member extends Stored {
  readonly orgId: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly mobile: string
  readonly role: MemberRole
  /** R117: absent for those who were added before people were asked; they belong. */
  readonly status?: 'invited' | 'active'
  /** When they were last written to; absent while it was only when they were added. */
  readonly invitedAt?: string
  /** The account that wrote to them last; absent where release 0.1.0 did. */
  readonly invitedBy?: string
  /** Keeps the name the organization gave, whatever the person calls themselves. */
  readonly preserveCnxnName: boolean
  readonly createdAt: string
}
export const members: Collection<Member> = {
  name: 'members',
  indexes: { org: { fields: ['orgId', 'createdAt'] }, user: { fields: ['userId', 'createdAt'] } },
}

/** One membership per organization and email; the id itself says so. */
export const memberId = (secrets: Secrets, orgId: string, email: string) => secrets.idOf('member', orgId, email)

/** R117: until they accept, nothing but seats is theirs. */
export const isActive = (member: Member) => member.status !== 'invited'

/** R117: how many there are after some members came in, accepted or left. */
export const countMembers = ({ memberCount, invitedCount = 0 }: Org, { more = 0, invited = 0 }) => ({
  memberCount: memberCount + more,
  invitedCount: Math.max(0, invitedCount + invited),
})

/**
 * How many emails went to people who haven't agreed to hear from somebody, until `expiresAt`. Written in the
 * commit that sends them, so that sending at once passes no limit.
 */
export interface EmailCount extends Stored {
  readonly count: number
  readonly expiresAt: string
}
export const emailCounts: Collection<EmailCount> = { name: 'emailCounts', indexes: { expiry: { fields: ['expiresAt'] } } }

/** R117: a further email waits for a week after the last one. In milliseconds. */
export const inviteAgainFrom = ({ invitedAt, createdAt }: Member) => Date.parse(invitedAt ?? createdAt) + inviteAgainDays * 86_400_000

/**
 * `full` for those who manage the organization; other members see no email or phone number. R117: of an account only once they accept.
 * Its `rev` is the organization's: that of somebody removed and added again would begin anew, and be taken for old news.
 */
export const memberView = (org: Pick<Org, 'rev'>, member: Member, account: User | undefined, full: boolean): OrgMember => {
  const user = isActive(member) ? account : undefined
  return {
    _id: member._id,
    rev: org.rev,
    memberId: member._id,
    orgId: member.orgId,
    userId: member.userId,
    role: member.role,
    status: member.status ?? 'active',
    verified: user?.verified ?? false,
    preserveCnxnName: member.preserveCnxnName,
    ...(full && !isActive(member) && { inviteAgainFrom: iso(inviteAgainFrom(member)) }),
    user: {
      _id: member.userId,
      name: member.preserveCnxnName ? member.name : user?.name || member.name,
      username: user?.username ?? '',
      email: full ? member.email : '',
      mobile: full ? member.mobile : '',
      masked_email: maskEmail(member.email),
      cnxnUserId: '',
    },
  }
}

/** What tells that somebody no longer belongs: their ids alone. */
export const removedView = (org: Pick<Org, 'rev'>, { _id, orgId, userId, role }: Member): OrgMember => ({
  _id,
  rev: org.rev,
  memberId: _id,
  orgId,
  userId,
  role,
  status: 'removed',
  verified: false,
  preserveCnxnName: false,
  user: { _id: userId, name: '', username: '', email: '', mobile: '', masked_email: '', cnxnUserId: '' },
})

export const myOrganization = (org: Org, member: Member, isActive: boolean): MyOrganization => ({
  _id: org._id,
  name: org.name,
  organization: { _id: org._id, name: org.name },
  member: { _id: member._id, role: member.role },
  isActive,
})

export const myInvitation = (org: Org, { _id, role, createdAt }: Member, invitedBy: string): MyInvitation => ({
  _id,
  orgId: org._id,
  name: org.name,
  role,
  invitedAt: createdAt,
  invitedBy,
})
