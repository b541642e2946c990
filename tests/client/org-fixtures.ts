// An organization and its members, as the server gives them to those who manage it.
import type { UserView } from '#protocol/people/account.ts'
import { type MyOrganization, type OrgMember, roleMap } from '#protocol/people/org.ts'
import { aUser } from './event-fixtures.ts'
import type { Answer } from './page-kit.tsx'

export const orgId = 'c'.repeat(24)
const hex = (number: number) => number.toString(16).padStart(24, '0')

export const teamUser: UserView = { ...aUser, tier: 'team' }

export const aMember = (number: number, part: Partial<OrgMember> = {}, name = `Person ${number}`): OrgMember => ({
  _id: hex(number),
  rev: 1,
  memberId: hex(number),
  orgId,
  userId: hex(number + 1_000_000),
  role: 'member',
  status: 'active',
  verified: false,
  preserveCnxnName: false,
  user: {
    _id: hex(number + 1_000_000),
    name,
    username: '',
    email: `p${number}@example.org`,
    mobile: '',
    masked_email: 'p***@example.org',
    cnxnUserId: '',
  },
  ...part,
})

/** The person on screen, as a member. */
export const self = (role: OrgMember['role'] = 'owner') => aMember(0, { role, userId: aUser._id, verified: true }, 'Ada')

export const anOrg = (role: OrgMember['role'] = 'owner', part: Partial<MyOrganization> = {}): MyOrganization => ({
  _id: orgId,
  name: 'City Choir',
  organization: { _id: orgId, name: 'City Choir' },
  member: { _id: hex(0), role },
  isActive: true,
  ...part,
})

/** Answers what the Members tab reads. */
export const serveOrg =
  (organizations: readonly MyOrganization[], members: readonly OrgMember[] = []): Answer =>
  ({ path }) => {
    if (path === '/org/mine') return { body: { organizations } }
    if (path === `/org/${orgId}/members`) return { body: { members, memberCount: members.length } }
    return path === '/member/rolemap' ? { body: { roleMap } } : undefined
  }
