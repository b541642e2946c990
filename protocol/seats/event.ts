// What is said about an event.

import { z } from 'zod/mini'
import { del, get, patch, post, put } from '#protocol/kernel/endpoint.ts'
import { count, Email, EventId, GroupId, lineOrNothing, OrgId, UserId } from '#protocol/kernel/fields.ts'
import { eventsPerPage, mostGroups, searchLength } from '#protocol/kernel/limits.ts'
import { holdsEmail } from '#protocol/kernel/texts.ts'
import { TierLimits } from '#protocol/kernel/tier.ts'
import { Instant, ShownClock } from '#protocol/kernel/time/instants.ts'
import { TeamRole } from '#protocol/people/team-roles.ts'
import { ThemeName } from '#protocol/seats/theme/theme.ts'
import { Answers, GroupInput, GroupView, PublicGroup, RoleCoverage, RoleInput, undoable } from './group.ts'
import { created, edited, eventSettings, having, shown, typedEventSettings } from './settings.ts'

export const assignmentRules = ['', 'manual', 'singleRoleOnly'] as const
/** R9: '', 'manual' and absent all mean that several roles are allowed. R10 says what absent toggles become. */
export const AssignmentRules = z.strictObject({
  rule: z._default(z.enum(assignmentRules), ''),
  enableRoleAssignment: z.optional(z.boolean()),
  enableRoleSelfSelect: z.optional(z.boolean()),
})
export type AssignmentRules = z.infer<typeof AssignmentRules>

/** R85: what guests read of who invites. An email address is no name. */
export const HostName = lineOrNothing(100).check(z.refine<string>((text) => !holdsEmail(text), 'Please enter a name, not an email'))
/** What the three steps of creation send as `event`. `organizerEmail` is needed only when nobody is signed in (R32). */
export const EventInput = z.strictObject({
  ...created(typedEventSettings),
  /** R234: what the creator's browser shows at `start`. */
  startShown: z.optional(ShownClock),
  hostName: z.optional(HostName),
  organizerEmail: z.optional(z.union([z.literal(''), Email])),
  ownerOrgId: z.optional(z.nullable(z.union([z.literal(''), OrgId]))),
  assignmentRules: z.optional(AssignmentRules),
  /** R39: the user id of a member who may assign roles from the start. */
  grantMember: z.optional(z.nullable(z.union([z.literal(''), UserId]))),
})
export type EventInput = z.infer<typeof EventInput>

/** Event data and roles data of the edit form; what is absent stays. The revisions are those the form was opened with (R55, R107). */
export const EventEdit = z.strictObject({
  id: EventId,
  rev: z.optional(z.int()),
  settingsRev: z.optional(z.int()),
  /** The group's, where `roles` are sent. */
  groupSettingsRev: z.optional(z.int()),
  ...edited(typedEventSettings),
  startShown: z.optional(ShownClock),
  hostName: z.optional(HostName),
  organizerEmail: z.optional(z.union([z.literal(''), Email])),
  ownerOrgId: z.optional(z.nullable(z.union([z.literal(''), OrgId]))),
  assignmentRules: z.optional(AssignmentRules),
  roles: z.optional(z.array(RoleInput).check(z.maxLength(200))),
  /** R142: groups with times of their own move by the same distance as the start. */
  moveGroups: z.optional(z.boolean()),
  /** R147a: also where people then have two seats that overlap. */
  despiteOverlap: z.optional(z.boolean()),
  /** R98b: asks the guests of all its groups to confirm, from now on (R19). */
  showConfirmation: z.optional(z.literal(true)),
})
export type EventEdit = z.infer<typeof EventEdit>

export const eventStatuses = ['active', 'over', 'unpublished', 'cancelled'] as const
export const EventStatus = z.enum(eventStatuses)
export type EventStatus = z.infer<typeof EventStatus>

/** What anyone with the id may know of an event. */
export const PublicEvent = z.object({
  _id: z.string(),
  ...shown(having(eventSettings, 'forGuests')),
  organizer: z.string(),
  status: EventStatus,
  enableRoleSelfSelect: z.boolean(),
  singleRoleOnly: z.boolean(),
  /** R255: the place is on no map; absent where it may be. */
  isOffMap: z.optional(z.literal(true)),
})
export type PublicEvent = z.infer<typeof PublicEvent>

/** The event as those who manage it read it. */
export const EventView = z.object({
  ...PublicEvent.shape,
  ...shown(eventSettings),
  /** R255: the web address that was typed as the place; absent where there is none. */
  placeLink: z.optional(z.string()),
  rev: z.int(),
  /** R107: counts what organizers change in the event itself. */
  settingsRev: z.int(),
  groupIds: z.array(z.string()),
  organizerEmail: z.string(),
  ownerOrgId: z.nullable(z.string()),
  organisingOrgObj: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  enableRoleAssignment: z.boolean(),
  assignmentRules: z.object({
    rule: z.enum(assignmentRules),
    enableRoleAssignment: z.boolean(),
    enableRoleSelfSelect: z.boolean(),
  }),
  createdAt: z.string(),
  /** R151, R151a: of the invitation to all of its groups, and the short one that leads there; where it has several. */
  shareLink: z.optional(z.string()),
  shortLink: z.optional(z.string()),
})
export type EventView = z.infer<typeof EventView>

/** R140: a group of an event that has several, as its card needs it. */
const CardGroup = z.object({ _id: z.string(), start: z.string(), showConfirmation: z.boolean(), unreached: z.optional(z.int()) })

/** One event on the dashboard, with its live fill: what the room `dashboard:<userId>` carries, upserted by `_id`. */
export const EventCard = z.object({
  _id: z.string(),
  rev: z.int(),
  name: z.string(),
  location: z.string(),
  theme: ThemeName,
  start: z.string(),
  end: z.string(),
  timeZone: z.string(),
  status: EventStatus,
  /** R142: when its last group is over, where that is not its own end. */
  lastEnd: z.optional(z.string()),
  /** R142: when its group starts, where that has times of its own: what is at risk goes by it. */
  groupStart: z.optional(z.string()),
  groupId: z.string(),
  groupName: z.string(),
  /** R140: all of them where there are several; then `roleCoverage` has one entry for each, with its id and its name. */
  groups: z.optional(z.array(CardGroup)),
  /** Whose it is; null where it belongs to its creator alone. */
  organization: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** R108: whether guests are asked to confirm. */
  showConfirmation: z.boolean(),
  roleCoverage: z.array(RoleCoverage),
  answers: Answers,
  /** R171: how many people come along with those who said yes; absent where nobody does. */
  companions: z.optional(z.int()),
  /** R130g: how many who haven't declined can't be reached by email; absent where all can, and where there are several groups, each with its own in `groups`. */
  unreached: z.optional(z.int()),
})
export type EventCard = z.infer<typeof EventCard>

/** E5: which of one's events are shown: those that aren't over, the others, or both. */
export const eventTimes = ['all', 'active', 'past'] as const
export type EventTimes = (typeof eventTimes)[number]
/** R108: those that need attention before the others, or by their time alone. */
export const eventOrders = ['attention', 'start'] as const
export type EventOrder = (typeof eventOrders)[number]
/** E5: `organization` is an organization's id, `own` for those of none, or '' for any. */
export interface EventFilter {
  readonly search: string
  readonly time: EventTimes
  readonly organization: string
  readonly order: EventOrder
}
export const everyEvent: EventFilter = { search: '', time: 'all', organization: '', order: 'attention' }
export const ownEvents = 'own'

const OneEvent = z.strictObject({ id: EventId })
const PublicPage = z.object({ ...PublicEvent.shape, groupIds: z.array(z.string()) })

export const eventApi = {
  createWithGroup: post(
    '/event/with-group',
    z.strictObject({
      event: EventInput,
      groups: z.array(GroupInput).check(z.minLength(1, 'An event has at least one group'), z.maxLength(mostGroups)),
    }),
    z.object({ event: EventView, groups: z.array(GroupView), groupId: z.string(), published: z.boolean() }),
  ),
  /** R140: `groups` where there are several, each as its reader may see it; `tierLimits` are those of its plan, for those who manage it. */
  read: get(
    '/event/:id',
    OneEvent,
    z.object({
      event: z.union([EventView, PublicPage]),
      canManage: z.boolean(),
      groups: z.optional(z.array(z.union([GroupView, PublicGroup]))),
      /** R200: of the caller in its team; absent for its owner and for admins. */
      role: z.optional(TeamRole),
      tierLimits: z.optional(TierLimits),
    }),
  ),
  update: put('/event/:id', EventEdit, z.object({ event: EventView, groups: z.array(GroupView), ...undoable })),
  /** R103: `holders` assigns those who held a role last time. */
  duplicate: post(
    '/event/:id/duplicate',
    z.strictObject({ id: EventId, start: Instant, holders: z._default(z.boolean(), false) }),
    z.object({ event: EventView, groups: z.array(GroupView), groupId: z.string(), published: z.boolean() }),
  ),
  /** R140: behind those there are. */
  addGroup: post(
    '/event/:id/groups',
    z.strictObject({ id: EventId, group: GroupInput }),
    z.object({ event: EventView, group: GroupView, groupId: z.string() }),
  ),
  /** R140: names each of its groups once. */
  orderGroups: patch(
    '/event/:id/groups/order',
    z.strictObject({ id: EventId, groupIds: z.array(GroupId).check(z.maxLength(mostGroups)), settingsRev: z.optional(z.int()) }),
    z.object({ event: EventView }),
  ),
  /** R140, R106: puts a group back that was deleted, where it stood, by who deleted it and as long as nobody was told. */
  restoreGroup: post(
    '/event/:id/groups/:groupId/restore',
    z.strictObject({ id: EventId, groupId: GroupId }),
    z.object({ event: EventView, group: GroupView }),
  ),
  remove: del('/event/:id', OneEvent, z.object({ success: z.literal(true) })),
  mine: get(
    '/event/mine',
    z.strictObject({
      page: z._default(count(1, 10_000), 1),
      limit: z._default(count(1, 50), eventsPerPage),
      search: z._default(z.string().check(z.maxLength(searchLength)), everyEvent.search),
      time: z._default(z.enum(eventTimes), everyEvent.time),
      organization: z._default(z.union([z.literal(['', ownEvents]), OrgId]), everyEvent.organization),
      order: z._default(z.enum(eventOrders), everyEvent.order),
    }),
    z.object({ events: z.array(EventCard) }),
  ),
}
