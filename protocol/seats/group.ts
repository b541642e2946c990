// What is said about a group: its roles with their seats, its settings, its coverage.
import { z } from 'zod/mini'
import { del, get, patch, post, put } from '#protocol/kernel/endpoint.ts'
import { GroupId, line, lineOrNothing } from '#protocol/kernel/fields.ts'
import { TierLimits } from '#protocol/kernel/tier.ts'
import { TeamRole } from '#protocol/people/team-roles.ts'
import { Companion } from './companions/companion.ts'
import { QuestionAnswer, QuestionCounts } from './questions/question.ts'
import { AskingView, RemindersView } from './reminder-rules.ts'
import { created, edited, groupSettings, having, shown } from './settings.ts'
import { Came, DoorSums } from './tally/tally.ts'

/** R1: how the holders of one role stand; all but `declined` take a seat. */
export const DetailedCounts = z.object({
  confirmedAndYes: z.int(),
  yesNotConfirmed: z.int(),
  assignedNoResponse: z.int(),
  declined: z.int(),
})
export type DetailedCounts = z.infer<typeof DetailedCounts>

/** One role's seats: `total` there are, `count` are taken or held by an offer (R91). `detailedCounts` only for those who may see them (R27). */
export const RoleCoverage = z.object({
  _id: z.string(),
  name: z.string(),
  total: z.int(),
  count: z.int(),
  /** R92: how many wait for it; absent where nobody does. */
  waiting: z.optional(z.int()),
  detailedCounts: z.optional(DetailedCounts),
  /** R130: how many of `count` are held by offers; only for organizers, and absent where none is. */
  held: z.optional(z.int()),
  /** R108: how many it needs at least; only for organizers, and absent where it needs none. */
  min: z.optional(z.int()),
})
export type RoleCoverage = z.infer<typeof RoleCoverage>

export const RoleView = z.object({ _id: z.string(), name: z.string(), max: z.int() })
export type RoleView = z.infer<typeof RoleView>
/** A role as organizers see it. R108: `min` is how many it needs at least; absent where it needs none. */
export const ManagedRole = z.object({ ...RoleView.shape, min: z.optional(z.int()) })
export type ManagedRole = z.infer<typeof ManagedRole>

/** How many people answered what; assigned people without an answer are `none`. Those who are only invited are in none of them (R97). */
export const Answers = z.object({ yes: z.int(), no: z.int(), none: z.int() })
export type Answers = z.infer<typeof Answers>

export const invitationStates = ['invited', 'opened', 'answered'] as const
export type InvitationState = (typeof invitationStates)[number]
/** R97: how many were invited by email, each in one state; `silent` are those of them who neither answered nor were assigned a role. */
export const InvitationCounts = z.object({ invited: z.int(), opened: z.int(), answered: z.int(), silent: z.int() })
export type InvitationCounts = z.infer<typeof InvitationCounts>

/** The group as those who manage it see it: the view of the room `group:<id>`. */
export const GroupView = z.object({
  _id: z.string(),
  rev: z.int(),
  /** R107: counts what organizers change, and is what an edit names; `rev` counts every answer too. */
  settingsRev: z.int(),
  eventId: z.nullable(z.string()),
  email: z.string(),
  ...shown(groupSettings),
  /** Whose members may get roles, besides those of the organizations that attend; null where anybody may. */
  ownerOrgId: z.nullable(z.string()),
  roles: z.array(ManagedRole),
  roleCoverage: z.array(RoleCoverage),
  answers: Answers,
  /** R171: how many people come along with those who said yes; absent where nobody does. */
  companions: z.optional(z.int()),
  /** R165: absent where nobody has answered a question. */
  questionCounts: z.optional(QuestionCounts),
  /** R186: when it is read; what changes later comes as `door`. */
  door: z.optional(DoorSums),
  /** R97: absent where nobody was invited. */
  invitations: z.optional(InvitationCounts),
  /** R130g: how many who haven't declined can't be reached by email; only for those who manage it, and absent where all can. */
  unreached: z.optional(z.int()),
  /** R98: once confirmation is on. */
  asking: z.optional(AskingView),
  /** R99: in the group of an event. */
  reminders: z.optional(RemindersView),
  shareLink: z.string(),
  /** R128: leads to it. The same where the group is older than short links. */
  shortLink: z.string(),
})
export type GroupView = z.infer<typeof GroupView>

/** R28: what everyone else may know of a group. */
export const PublicGroup = z.object({
  _id: z.string(),
  rev: z.int(),
  eventId: z.nullable(z.string()),
  ...shown(having(groupSettings, 'forGuests')),
  roles: z.array(RoleView),
  roleCoverage: z.array(RoleCoverage),
})
export type PublicGroup = z.infer<typeof PublicGroup>

/** R102: why no emails are sent to an address: they can't be delivered, or were reported as spam. */
export const AddressFault = z.enum(['undeliverable', 'complained'])
export type AddressFault = z.infer<typeof AddressFault>

/** What both its holder and those who manage the group see of an answer. `roles` are names. */
export const answerFields = {
  _id: z.string(),
  rev: z.int(),
  eventId: z.nullable(z.string()),
  groupId: z.string(),
  /** The organization as whose member they were assigned. */
  orgId: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  maskedEmail: z.string(),
  attending: z.nullable(z.boolean()),
  roles: z.array(z.string()),
  confirmed: z.boolean(),
  confirmationDate: z.nullable(z.string()),
  /** R133: absent where there is none. */
  note: z.optional(z.string()),
  /** R162: to the questions; absent where there are none. */
  answers: z.optional(z.array(QuestionAnswer)),
  /** R170: who comes along; absent where nobody does. */
  companions: z.optional(z.array(Companion)),
  /** R172: with how many of them they would come while they wait, themselves included; absent where with all. */
  atLeast: z.optional(z.int()),
}

/** R147, R147b: the groups in which they have a seat that overlaps this one; absent where there is none. */
export const Also = z.optional(z.array(z.object({ groupId: z.string(), name: z.string(), start: z.string(), end: z.string() })))

/** One person's answer as the organizer's list shows it. */
export const RsvpRow = z.object({
  ...answerFields,
  /** R92: the roles they wait for, and those held for them by an offer; absent where there are none. */
  waitingFor: z.optional(z.array(z.string())),
  offered: z.optional(z.array(z.string())),
  /** R102: absent while emails reach them. */
  addressFault: z.optional(AddressFault),
  /** R97: absent where they were not invited. `at` is when they were last asked. */
  invitation: z.optional(z.object({ state: z.enum(invitationStates), at: z.string() })),
  /** R97: only in the message that tells that an invitation was taken back. */
  isGone: z.optional(z.literal(true)),
  /** R94: whom their seats are offered to; absent where nobody is. */
  handOver: z.optional(z.object({ name: z.string(), email: z.string(), until: z.string() })),
  /** R193: once somebody came to the door; null for who didn't. What changes later comes as `came`. */
  came: z.optional(z.nullable(Came)),
  also: Also,
  updatedAt: z.string(),
  /** R38: assigned as a member of an organization that they no longer belong to. */
  formerMember: z.boolean(),
})
export type RsvpRow = z.infer<typeof RsvpRow>

export const roleNameMissing = 'Role name is required'
export const RoleName = line(60, roleNameMissing)
const maxSentence = 'The limit must be a whole number, at least 1'
export const RoleMax = z.int(maxSentence).check(z.gte(1, maxSentence), z.lte(100_000, maxSentence))
const minSentence = 'The minimum must be a whole number, 0 or more'
/** R108: what is absent stays, and is 0 for a new role. */
export const RoleMin = z.optional(z.int(minSentence).check(z.gte(0, minSentence), z.lte(100_000, minSentence)))
/** A role as it is sent: `_id` keeps its holders when it is renamed (R7). */
export const RoleInput = z.strictObject({
  _id: z.optional(z.string().check(z.maxLength(24))),
  name: RoleName,
  max: RoleMax,
  min: RoleMin,
})
export type RoleInput = z.infer<typeof RoleInput>

/** R140b: what a group of an event is called where no name was given, as long as a name may be. */
export const madeUpGroup = (event: string) =>
  `Group for ${event}`
    .slice(0, 120)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()

/** The fields of the group form. An empty name becomes 'Group for {event name}' or 'My Group'. */
export const GroupInput = z.strictObject({
  ...created(groupSettings),
  name: z._default(lineOrNothing(120), ''),
  roles: z._default(z.array(RoleInput).check(z.maxLength(200)), []),
})
export type GroupInput = z.infer<typeof GroupInput>
/** R55, R107: `rev` and `settingsRev` are those the form was opened with. */
export const GroupEdit = z.strictObject({
  id: GroupId,
  rev: z.optional(z.int()),
  settingsRev: z.optional(z.int()),
  ...edited(groupSettings),
  roles: z.optional(z.array(RoleInput).check(z.maxLength(200))),
  /** R147a: also where people then have two seats that overlap. */
  despiteOverlap: z.optional(z.boolean()),
})
export type GroupEdit = z.infer<typeof GroupEdit>

const OneGroup = z.strictObject({ id: GroupId })
/** Everything the organizer's page opens with; for others `group` is the public view, without rsvps. */
export const GroupPage = z.object({
  group: z.union([GroupView, PublicGroup]),
  canManage: z.boolean(),
  /** R39: may assign roles, by managing the group or by a grant. */
  canAssign: z.boolean(),
  /** R200: of the caller in the event's team; absent for its owner, for admins, and for everybody who is not of it. */
  role: z.optional(TeamRole),
  /** Only for those who manage it: they tell the owner's plan. */
  tierLimits: z.optional(TierLimits),
  roleCoverage: z.array(RoleCoverage),
  rsvps: z.array(RsvpRow),
  nextCursor: z.nullable(z.string()),
  /** R130: the answers that emails don't reach (a page of them at most), wherever they lie; only for those who manage it, and absent where all are reached. */
  unreached: z.optional(z.array(RsvpRow)),
})
export type GroupPage = z.infer<typeof GroupPage>
/** R106: what is named here as `act` can be taken back under this id for some seconds; absent where nothing changed. */
export const undoable = { act: z.optional(z.string()) }
const GroupReply = z.object({ group: GroupView, ...undoable })

export const groupApi = {
  /** R69: the newest first; there are more as long as there is a `nextCursor`. */
  mine: get(
    '/group/mine',
    z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^[\d.:TZ-]{24}_[0-9a-f]{24}$/))) }),
    z.object({ groups: z.array(GroupView), nextCursor: z.nullable(z.string()) }),
  ),
  read: get('/group/:id', OneGroup, GroupPage),
  rsvps: get(
    '/group/:id/rsvps',
    z.strictObject({ id: GroupId, cursor: z.optional(z.string().check(z.regex(/^[0-9a-f]{24}$/))) }),
    z.object({ rsvps: z.array(RsvpRow), nextCursor: z.nullable(z.string()) }),
  ),
  create: post('/group', GroupInput, z.object({ groupId: z.string(), group: GroupView })),
  update: put('/group/:id', GroupEdit, GroupReply),
  remove: del('/group/:id', OneGroup, z.object({ success: z.literal(true) })),
  settings: patch('/group/:id/settings', z.strictObject({ id: GroupId, ...edited(having(groupSettings, 'atOnce')) }), GroupReply),
  addRole: post('/group/:id/roles', z.strictObject({ id: GroupId, name: RoleName, max: RoleMax, min: RoleMin }), GroupReply),
  setRoleMax: patch(
    '/group/:id/roles/:name',
    z
      .strictObject({
        id: GroupId,
        name: RoleName,
        max: z.optional(RoleMax),
        min: RoleMin,
        settingsRev: z.optional(z.int()),
        /** R93: moves the newest holders to the front of the waitlist where the limit is below the seats taken. */
        moveToWaitlist: z.optional(z.boolean()),
      })
      .check(
        z.refine(({ max, min }) => max !== undefined || min !== undefined, { error: 'Please give a limit or a minimum', path: ['max'] }),
      ),
    GroupReply,
  ),
  removeRole: del('/group/:id/roles', z.strictObject({ id: GroupId, name: RoleName }), GroupReply),
}
