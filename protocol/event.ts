// What is said about an event.
import { z } from 'zod/mini'
import { del, get, post, put } from './endpoint.ts'
import { count, Email, EventId, Instant, LinkOrNothing, line, lineOrNothing, OrgId, prose, TimeZone, UserId } from './fields.ts'
import { Answers, GroupInput, GroupView, RoleCoverage, RoleInput, undoable } from './group.ts'
import { eventsPerPage, searchLength } from './limits.ts'
import { ThemeName } from './theme.ts'

export const assignmentRules = ['', 'manual', 'singleRoleOnly'] as const
/** R9: '', 'manual' and absent all mean that several roles are allowed. R10 says what absent toggles become. */
export const AssignmentRules = z.strictObject({
  rule: z._default(z.enum(assignmentRules), ''),
  enableRoleAssignment: z.optional(z.boolean()),
  enableRoleSelfSelect: z.optional(z.boolean()),
})
export type AssignmentRules = z.infer<typeof AssignmentRules>

/** What guests read where nobody gave a name (R85). */
export const namelessHost = 'A Rolecall organizer'
/** R84 */
export const Location = lineOrNothing(200)
/** R85: what guests read of who invites. An email address is no name. */
export const HostName = lineOrNothing(100).check(z.refine<string>((text) => !text.includes('@'), 'Please enter a name, not an email'))
const NewEventName = line(120, 'Please enter a name for the event')
/** What the three steps of creation send as `event`. `organizerEmail` is needed only when nobody is signed in (R32). */
export const EventInput = z.strictObject({
  name: NewEventName,
  description: z._default(prose(5000), ''),
  location: z._default(Location, ''),
  link: z._default(LinkOrNothing, ''),
  theme: z.optional(ThemeName),
  hostName: z.optional(HostName),
  start: Instant,
  end: Instant,
  timeZone: z._default(TimeZone, 'UTC'),
  manualEnd: z._default(z.boolean(), false),
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
  name: z.optional(NewEventName),
  description: z.optional(prose(5000)),
  location: z.optional(Location),
  link: z.optional(LinkOrNothing),
  theme: z.optional(ThemeName),
  hostName: z.optional(HostName),
  start: z.optional(Instant),
  end: z.optional(Instant),
  timeZone: z.optional(TimeZone),
  manualEnd: z.optional(z.boolean()),
  organizerEmail: z.optional(z.union([z.literal(''), Email])),
  ownerOrgId: z.optional(z.nullable(z.union([z.literal(''), OrgId]))),
  assignmentRules: z.optional(AssignmentRules),
  roles: z.optional(z.array(RoleInput).check(z.maxLength(200))),
})
export type EventEdit = z.infer<typeof EventEdit>

export const eventStatuses = ['active', 'over', 'unpublished', 'cancelled'] as const
export const EventStatus = z.enum(eventStatuses)
export type EventStatus = z.infer<typeof EventStatus>

/** What anyone with the id may know of an event. */
export const PublicEvent = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** R84: '' for none. */
  location: z.string(),
  /** R85 */
  theme: ThemeName,
  start: z.string(),
  end: z.string(),
  timeZone: z.string(),
  organizer: z.string(),
  status: EventStatus,
  enableRoleSelfSelect: z.boolean(),
  singleRoleOnly: z.boolean(),
})
export type PublicEvent = z.infer<typeof PublicEvent>

/** The event as those who manage it read it. */
export const EventView = z.object({
  ...PublicEvent.shape,
  rev: z.int(),
  /** R107: counts what organizers change in the event itself. */
  settingsRev: z.int(),
  /** R84: shown to guests who said yes; '' for none. */
  link: z.string(),
  groupIds: z.array(z.string()),
  manualEnd: z.boolean(),
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
})
export type EventView = z.infer<typeof EventView>

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
  groupId: z.string(),
  groupName: z.string(),
  /** Whose it is; null where it belongs to its creator alone. */
  organization: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** R108: whether guests are asked to confirm. */
  showConfirmation: z.boolean(),
  roleCoverage: z.array(RoleCoverage),
  answers: Answers,
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
type Sought = Pick<EventCard, 'name' | 'location'>

/** Compares without regard to case and accents. */
const plainText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** E5: whether every word of `search` is part of the event's name or place. */
function matchesSearch({ name, location }: Sought, search: string): boolean {
  const text = plainText(`${name}\n${location}`)
  return plainText(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** E5: whether the filter leaves this event; `organizationId` is null where it belongs to its creator alone. */
export const matchesFilter = (
  one: Sought & { readonly organizationId: string | null; readonly isPast: boolean },
  { search, time, organization }: Omit<EventFilter, 'order'>,
) =>
  (time === 'all' || (time === 'past') === one.isPast) &&
  (organization === '' || (one.organizationId ?? ownEvents) === organization) &&
  matchesSearch(one, search)

const OneEvent = z.strictObject({ id: EventId })
const PublicPage = z.object({ ...PublicEvent.shape, groupIds: z.array(z.string()) })

export const eventApi = {
  createWithGroup: post(
    '/event/with-group',
    z.strictObject({ event: EventInput, groups: z.array(GroupInput).check(z.maxLength(20)) }),
    z.object({ event: EventView, groups: z.array(GroupView), groupId: z.string(), published: z.boolean() }),
  ),
  read: get('/event/:id', OneEvent, z.object({ event: z.union([EventView, PublicPage]), canManage: z.boolean() })),
  update: put('/event/:id', EventEdit, z.object({ event: EventView, groups: z.array(GroupView), ...undoable })),
  /** R103: `holders` assigns those who held a role last time. */
  duplicate: post(
    '/event/:id/duplicate',
    z.strictObject({ id: EventId, start: Instant, holders: z._default(z.boolean(), false) }),
    z.object({ event: EventView, groups: z.array(GroupView), groupId: z.string(), published: z.boolean() }),
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
