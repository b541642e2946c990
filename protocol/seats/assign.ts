// What is said about assigning roles to people, and about letting others do it.
import { z } from 'zod/mini'
import { del, get, post } from '#protocol/kernel/endpoint.ts'
import { Email, GroupId, id, line, OrgId, RsvpId, UserId } from '#protocol/kernel/fields.ts'
import { GroupView, RoleName, RsvpRow, undoable } from './group.ts'

/** R42: without an event there is nothing to assign in. */
const inEvent = (what: string) => id(`Group Role ${what} is not supported yet`)
const MemberId = id('Invalid Member Id')
const PersonName = line(100, 'Please enter a name')
export const reassignMissing = 'Select a member and at least one role to reassign.'

const Assigned = z.object({ rsvps: z.array(RsvpRow), group: GroupView, ...undoable })

export const capabilities = ['ROLE_ASSIGN'] as const
/** Lets one member assign roles in one event (R39). */
export const EventGrant = z.object({
  _id: z.string(),
  userId: z.string(),
  groupId: z.string(),
  caps: z.array(z.enum(capabilities)),
  user: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
})
export type EventGrant = z.infer<typeof EventGrant>

const orgId = z.optional(z.nullable(z.union([z.literal(''), OrgId])))
export const Assignment = z.strictObject({
  id: inEvent('assign'),
  groupId: GroupId,
  name: PersonName,
  email: z.optional(Email),
  /** Names a member to those who may not see emails. */
  memberId: z.optional(MemberId),
  orgId,
  roleName: RoleName,
  /** R110: roles of theirs that are given back for it, in the same step. */
  insteadOf: z.optional(z.array(RoleName).check(z.maxLength(200))),
  /** R147: also where it overlaps what they hold, or is more than one may have. */
  despiteOverlap: z.optional(z.boolean()),
})
export type Assignment = z.infer<typeof Assignment>
export const Reassignment = z.strictObject({
  id: inEvent('reassign'),
  groupId: GroupId,
  fromRsvpId: RsvpId,
  fromName: z.optional(PersonName),
  fromEmail: z.optional(Email),
  toName: line(100, reassignMissing),
  toEmail: z.optional(Email),
  toMemberId: z.optional(MemberId),
  orgId,
  roleName: RoleName,
  /** R147 */
  despiteOverlap: z.optional(z.boolean()),
})
export type Reassignment = z.infer<typeof Reassignment>
export const Unassignment = z.strictObject({ id: inEvent('remove'), groupId: GroupId, rsvpId: RsvpId, orgId, roleName: RoleName })
export type Unassignment = z.infer<typeof Unassignment>

const EventIdHere = id('Invalid Event Id')

export const assignApi = {
  assign: post('/event/:id/assign', Assignment, Assigned),
  reassign: post('/event/:id/reassign', Reassignment, Assigned),
  remove: post('/event/:id/remove', Unassignment, Assigned),
  grant: post(
    '/event/:id/grants',
    z.strictObject({
      id: EventIdHere,
      userId: UserId,
      groupId: GroupId,
      caps: z._default(z.array(z.enum(capabilities)).check(z.minLength(1), z.maxLength(1)), ['ROLE_ASSIGN']),
    }),
    z.object({ grant: EventGrant }),
  ),
  grants: get(
    '/event/:id/group/:groupId/grants',
    z.strictObject({ id: EventIdHere, groupId: GroupId }),
    z.object({ grants: z.array(EventGrant) }),
  ),
  revoke: del(
    '/event/:id/group/:groupId/grants/:grantId',
    z.strictObject({ id: EventIdHere, groupId: GroupId, grantId: id('Invalid Grant Id') }),
    z.object({ success: z.literal(true) }),
  ),
}
