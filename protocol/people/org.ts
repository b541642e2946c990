// What is said about organizations and their members.
import { z } from 'zod/mini'
import { get, patch, post } from '#protocol/kernel/endpoint.ts'
import { Email, id, line, lineOrNothing, OrgId, UserId } from '#protocol/kernel/fields.ts'
import { TierLimits } from '#protocol/kernel/tier.ts'

export const memberRoles = ['owner', 'admin', 'member'] as const
export const MemberRole = z.enum(memberRoles)
export type MemberRole = z.infer<typeof MemberRole>
/** What `GET /member/rolemap` answers: role key to display label, the highest first. */
export const roleMap: Readonly<Record<MemberRole, string>> = { owner: 'Owner', admin: 'Admin', member: 'Member' }
export const defaultOrgName = 'Default Organization'
export const defaultOwnerName = 'Owner'

const MemberId = id('Invalid Member Id')

/** 'invited' until they accept (R117); 'removed' only in the message that tells so. */
const memberStatuses = ['active', 'invited', 'removed'] as const

/**
 * One member; `rev` is the organization's, which counts every change of its members. `email` and `mobile` are empty for those who don't manage
 * the organization. R117: while they are invited, `user` holds what the organization typed and nothing of any account.
 */
export const OrgMember = z.object({
  _id: z.string(),
  rev: z.int(),
  memberId: z.string(),
  orgId: z.string(),
  userId: z.string(),
  role: MemberRole,
  status: z.enum(memberStatuses),
  verified: z.boolean(),
  preserveCnxnName: z.boolean(),
  /** R117: of who is invited, for those who manage: from when on they can be invited again. */
  inviteAgainFrom: z.optional(z.string()),
  user: z.object({
    _id: z.string(),
    name: z.string(),
    username: z.string(),
    email: z.string(),
    mobile: z.string(),
    masked_email: z.string(),
    cnxnUserId: z.string(),
  }),
})
export type OrgMember = z.infer<typeof OrgMember>

/** Where the next page of members starts; null after the last. */
const nextCursor = z._default(z.nullable(z.string()), null)
/** R117: `memberCount` is everybody in the list, `invitedCount` those of them who have not accepted. */
const counts = { memberCount: z.int(), invitedCount: z._default(z.int(), 0) }
const MembersPage = z.object({ members: z.array(OrgMember), ...counts, nextCursor })
export type MembersPage = z.infer<typeof MembersPage>

/** An organization with the first page of its members, as those who manage it see it: the view of the room `org:<id>`. */
export const OrgView = z.object({
  _id: z.string(),
  rev: z.int(),
  name: z.string(),
  ...counts,
  members: z.array(OrgMember),
  nextCursor,
})
export type OrgView = z.infer<typeof OrgView>

/** One of the caller's organizations, with what they are in it. */
export const MyOrganization = z.object({
  _id: z.string(),
  name: z.string(),
  organization: z.object({ _id: z.string(), name: z.string() }),
  member: z.object({ _id: z.string(), role: MemberRole }),
  /** Whether its owner's plan still has organization features (R44: otherwise read-only). */
  isActive: z.boolean(),
})
export type MyOrganization = z.infer<typeof MyOrganization>

/** R117: an organization that the caller was invited to and has not answered; R117d: by whom, '' where that isn't known. */
export const MyInvitation = z.object({
  _id: z.string(),
  orgId: z.string(),
  name: z.string(),
  role: MemberRole,
  invitedAt: z.string(),
  invitedBy: z._default(z.string(), ''),
})
export type MyInvitation = z.infer<typeof MyInvitation>

/** The organizations that somebody belongs to, and those that invite them. */
export const MyPlaces = z.object({ organizations: z.array(MyOrganization), invitations: z._default(z.array(MyInvitation), []) })
export type MyPlaces = z.infer<typeof MyPlaces>

const short = (max: number) => z._default(lineOrNothing(max), '')
/** What became of one row of a bulk add. */
export const AddedRow = z.object({ email: z.string(), status: z.string(), message: z.string() })
export type AddedRow = z.infer<typeof AddedRow>
export const addedStatus = 'Successfully Added'
/** Rows are read one by one (R41): a malformed one fails alone. */
const looseText = z.optional(z.string().check(z.maxLength(1000)))
const NewMember = z.strictObject({
  member: z.optional(z.strictObject({ role: z.optional(MemberRole), status: looseText, preserveCnxnName: z.optional(z.boolean()) })),
  user: z.strictObject({ name: looseText, email: looseText, mobile: looseText }),
  organization: z.strictObject({ orgId: OrgId }),
})
export type NewMember = z.infer<typeof NewMember>
const BulkRow = z.strictObject({ name: looseText, email: looseText, mobile: looseText })
export type BulkRow = z.infer<typeof BulkRow>
const maxRows = 10_000
/** The time at which the last member of the page before was added, and their id. */
const MembersCursor = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[0-9a-f]{24}$/, 'Invalid cursor'))

export const orgApi = {
  mine: post('/org/mine', z.strictObject({}), MyPlaces),
  create: post(
    '/org',
    z.strictObject({
      organization: z.strictObject({
        name: z._default(z.union([z.literal(''), line(120, 'Please enter a name')]), ''),
        external: z.optional(z.nullable(z.strictObject({ app: short(60) }))),
      }),
      owner: z.optional(z.strictObject({ name: short(100), email: z.optional(Email), mobile: short(40) })),
    }),
    z.object({ orgId: z.string(), organization: z.object({ _id: z.string(), name: z.string() }) }),
  ),
  members: get('/org/:id/members', z.strictObject({ id: OrgId, cursor: z.optional(MembersCursor) }), MembersPage),
  tierLimits: get('/org/:id/tier-limits', z.strictObject({ id: OrgId }), TierLimits),
  addMembers: post(
    '/member',
    z.strictObject({ members: z.array(NewMember).check(z.minLength(1), z.maxLength(maxRows)) }),
    z.array(AddedRow),
  ),
  addBulk: post(
    '/member/bulk',
    z.strictObject({ members: z.array(BulkRow).check(z.minLength(1), z.maxLength(maxRows)), orgId: z.optional(OrgId) }),
    z.array(AddedRow),
  ),
  removeMembers: patch(
    '/member/remove-many',
    z.strictObject({
      orgId: OrgId,
      memberIds: z.array(MemberId).check(z.minLength(1), z.maxLength(maxRows)),
      removedBy: z.optional(UserId),
    }),
    z.object({ success: z.literal(true), removed: z.int() }),
  ),
  roleMap: get('/member/rolemap', z.strictObject({}), z.object({ roleMap: z.record(z.string(), z.string()) })),
  setRole: patch('/member/:id/role', z.strictObject({ id: MemberId, role: MemberRole, orgId: OrgId }), z.object({ member: OrgMember })),
}
