// What is said about who did what in a group (R105): lines that are only ever added, for those who manage it and nobody else.
import { z } from 'zod/mini'
import { get } from '#protocol/kernel/endpoint.ts'
import { GroupId } from '#protocol/kernel/fields.ts'
import { AskedRole } from '#protocol/people/team-roles.ts'
import { ReminderRule } from '#protocol/seats/reminder-rules.ts'
import { eventSettings, groupSettings, shown } from '#protocol/seats/settings.ts'

/** The kinds of line, by what changed; an act of several kinds is several lines of one `act`. */
export const activityKinds = [
  'create',
  'answer',
  'confirm',
  'erase',
  'assign',
  'unassign',
  'reassign',
  'remove',
  'unblock',
  'hand-over',
  'wait',
  'seat',
  'invite',
  'uninvite',
  'role-add',
  'role-change',
  'role-remove',
  'limit',
  'settings',
  'event',
  'grant',
  'remind',
  'message',
  'let-in',
  'no-show',
  'upgrade',
  'cancel',
] as const
export const ActivityKind = z.enum(activityKinds)
export type ActivityKind = z.infer<typeof ActivityKind>

/** Who did it. Names are as they were; a guest whose data was erased has none ('' stands for "a guest"). */
export const ActivityBy = z.union([
  z.object({ type: z.literal('person'), userId: z.string(), name: z.string() }),
  z.object({ type: z.literal('guest'), rsvpId: z.string(), name: z.string() }),
  z.object({ type: z.literal('rolecall') }),
  z.object({ type: z.literal('payments') }),
])
export type ActivityBy = z.infer<typeof ActivityBy>

/** The way in: a login, an organizer's link by email, a guest's own (proven) email or personal link, by itself, or the payment provider. */
export const activityWays = ['account', 'organizer', 'guest', 'job', 'payments'] as const
export type ActivityWay = (typeof activityWays)[number]

/** A role as it was named then. */
export const RoleThen = z.object({ _id: z.string(), name: z.string() })
export type RoleThen = z.infer<typeof RoleThen>
/** A role with its limit and, unless it is 0, its minimum (R108); `at` is its place among the roles. */
export const SeatsThen = z.object({ _id: z.string(), name: z.string(), max: z.int(), min: z.optional(z.int()), at: z.int() })
export type SeatsThen = z.infer<typeof SeatsThen>

/** Of the settings of a group and its event those that changed. */
export const SettingsThen = z.partial(
  z.object({
    ...shown(groupSettings),
    reminders: z.object({ confirmation: ReminderRule, reminder: ReminderRule, nudge: ReminderRule }),
    /** The ids of the roles, where only their order changed. */
    roleOrder: z.array(z.string()),
    ...shown(eventSettings),
    organizerName: z.string(),
    /** R140: the groups of the event, where there are more, less, or in another order. */
    groupIds: z.array(z.string()),
    assignmentRules: z.object({ rule: z.string(), enableRoleAssignment: z.boolean(), enableRoleSelfSelect: z.boolean() }),
  }),
)
export type SettingsThen = z.infer<typeof SettingsThen>

/**
 * One side of a change: of what changed, and of nothing else, how it was (`from`) or is (`to`). Lists hold what only this side has: roles of an answer
 * in `from` were lost and those in `to` gained, so taking `to` away and adding `from` gives what stood before.
 */
export const ChangedFields = z.partial(
  z.object({
    /** Of an answer; null for no response, absent on the side where there was none. */
    attending: z.nullable(z.boolean()),
    roles: z.array(RoleThen),
    declinedRoles: z.array(RoleThen),
    confirmed: z.boolean(),
    /** Beside `confirmed: true`: when they had, and under which number (R54). */
    confirmedAt: z.string(),
    confirmedEpoch: z.int(),
    waits: z.array(RoleThen),
    offers: z.array(RoleThen),
    /** The seats are offered to somebody. */
    handOver: z.boolean(),
    /** Was invited by email; on both sides: was asked again. */
    invited: z.boolean(),
    /** A note for the organizers stands; on both sides: another one. */
    note: z.boolean(),
    /** Answers to questions stand; on both sides: others. R166: what they say is never here. */
    answers: z.boolean(),
    /** R171: how many come along; absent on the side where nobody does. */
    companions: z.int(),
    /** R175: how many of them were sent a link of their own; absent likewise. */
    companionLinks: z.int(),
    name: z.string(),
    /** R96: its holder's data had been erased; now it is somebody's again. */
    erased: z.boolean(),
    /** R129: taken away by those who manage the group, and whether the address may not answer again. */
    removed: z.boolean(),
    blocked: z.boolean(),
    /** Of a group: the roles that were changed, removed or added. */
    seats: z.array(SeatsThen),
    settings: SettingsThen,
    /** R147: a seat was given although they have one at that time in these groups, or beyond the number that one may have. */
    despite: z.object({ groups: z.array(z.string()), most: z.optional(z.int()) }),
    /** R54: confirmations given before have ended. */
    confirmEpoch: z.int(),
    /** Of a group that is canceled, or was paid for. */
    cancelled: z.boolean(),
    upgraded: z.boolean(),
    /**
     * Who helps: by a permission to assign roles, or as the `role` of a team (R208). No line keeps an address: `email` is that of who still has no name, as
     * long as they are invited or help.
     */
    grant: z.object({
      userId: z.string(),
      name: z.string(),
      role: z.optional(AskedRole),
      _id: z.optional(z.string()),
      email: z.optional(z.string()),
      until: z.optional(z.string()),
      isAccepted: z.optional(z.boolean()),
    }),
    /** R185: what the door had said of who was let in all the same. */
    scanned: z.string(),
    /** R191: where they were let in twice, the first one first. */
    doors: z.array(z.string()),
    /** What was sent: the subject of a message, or the kind of a reminder. */
    sent: z.string(),
    /** R193: how many people had said that they would come. */
    expected: z.int(),
  }),
)
export type ChangedFields = z.infer<typeof ChangedFields>

/** One line. `rev` grows only when its person's data is erased. */
export const ActivityLine = z.object({
  _id: z.string(),
  rev: z.int(),
  groupId: z.string(),
  /** The same for all that was written by one act: what one undo takes back. */
  act: z.string(),
  at: z.string(),
  by: ActivityBy,
  via: z.enum(activityWays),
  kind: ActivityKind,
  /** Whose answer it is about; name '' once erased. */
  rsvp: z.optional(z.object({ _id: z.string(), name: z.string() })),
  /** In place of `rsvp` where the same happened to several people. */
  rsvpIds: z.optional(z.array(z.string())),
  /** How many people it is about, where that isn't one: several answers, the holders of a removed role, recipients. */
  count: z.optional(z.int()),
  from: ChangedFields,
  to: ChangedFields,
  /** R106: the act that this one took back. */
  undoes: z.optional(z.string()),
})
export type ActivityLine = z.infer<typeof ActivityLine>

export const activityPerPage = 50

export const activityApi = {
  /** The newest first. With a filter a page may hold fewer lines than there are: go on as long as there is a `next`. */
  list: get(
    '/group/:id/activity',
    z.strictObject({
      id: GroupId,
      cursor: z.optional(z.string().check(z.regex(/^\d{1,16}_[0-9a-f]{24}$/))),
      /** The id of an account or of an answer: what this person did, or what it is about. */
      person: z.optional(z.string().check(z.regex(/^[0-9a-f]{24}$/))),
      kind: z.optional(ActivityKind),
    }),
    z.object({ activity: z.array(ActivityLine), next: z.nullable(z.string()) }),
  ),
}

/** R105: the view of the room `activity:<groupId>`: the newest lines; `rev` is the group's. */
export const ActivityView = z.object({ _id: z.string(), rev: z.int(), activity: z.array(ActivityLine), next: z.nullable(z.string()) })
export type ActivityView = z.infer<typeof ActivityView>
