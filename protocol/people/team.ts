// What is said about an event's team: who helps with it, as what, in which of its groups and until when (R200 to R208).
import { z } from 'zod/mini'
import { del, get, identify, patch, post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId, GroupId, id, linkToken, OrgId, Password } from '#protocol/kernel/fields.ts'
import { Instant } from '#protocol/kernel/time/instants.ts'
import { UserView } from './account.ts'
import { hereAs } from './here-as.ts'
import { AskedRole, TeamRole } from './team-roles.ts'

/** R202: how long a role lasts after the event, unless it says otherwise; R204: how many people a team has at most; R203: how long ownership is offered; R209: to how many events one invitation is at most. */
export const team = { daysAfterEvent: 7, people: 100, offerHours: 48, eventsAtOnce: 50 } as const

export const Teammate = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  role: AskedRole,
  /** R202: of these groups only; of all where there are none. */
  groupIds: z.array(z.string()),
  until: z.string(),
  /** Whether that was chosen; otherwise it moves along with the event's end. */
  isUntilChosen: z._default(z.boolean(), false),
  state: z.enum(['invited', 'accepted']),
  /** R39: a member's permission to assign in one group, which is given and taken away but not changed. */
  isGrant: z.optional(z.literal(true)),
})
export type Teammate = z.infer<typeof Teammate>

const groupIds = z.optional(z.array(GroupId).check(z.maxLength(100)))
const TeamId = id('Invalid Team Id')
/** Signed, and longer than a secret: R209: it says whose invitation it is. */
const TeamToken = linkToken(400, 'Invalid or expired token')
const OneMember = z.strictObject({ id: EventId, teamId: TeamId })
export const Member = z.object({ member: Teammate })

/** What the page behind the emailed link shows before anything is accepted. */
export const TeamInvitation = z.object({
  event: z.string(),
  /** R209: how many other events of the organization it is for as well. */
  moreEvents: z.optional(z.int()),
  /** '' where nobody has named them. */
  invitedBy: z.string(),
  role: AskedRole,
  maskedEmail: z.string(),
  /** R202: of these groups only; all where there are none. */
  groups: z._default(z.array(z.object({ _id: z.string(), name: z.string() })), []),
  until: z.string(),
  timeZone: z._default(z.string(), 'UTC'),
  isAccepted: z.boolean(),
  /** R201a: it takes an account, and that address has none: one is made by accepting. */
  makesAccount: z.optional(z.literal(true)),
  ...hereAs,
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** R207: an event that somebody helps with, as their dashboard shows it. */
export const SharedEvent = z.object({
  _id: z.string(),
  groupId: z.string(),
  name: z.string(),
  organizer: z.string(),
  start: z.string(),
  end: z.string(),
  timeZone: z.string(),
  role: TeamRole,
  /** R202: when the role ends by itself. */
  until: z.optional(z.string()),
})
export type SharedEvent = z.infer<typeof SharedEvent>

/**
 * `groups`: what a role can be limited to (R202), in the event's order; its ends are days in `timeZone`. `isPart`: whoever asks manages no others, so the team
 * is that of these groups, and whoever they invite helps in some of them.
 */
export const TeamView = z.object({
  team: z.array(Teammate),
  mayMakeManagers: z.boolean(),
  groups: z._default(z.array(z.object({ _id: z.string(), name: z.string() })), []),
  isPart: z.optional(z.literal(true)),
  timeZone: z._default(z.string(), 'UTC'),
  /** R209: the organization of the event, for its admins, who may ask members to help with all its events. */
  allOf: z.optional(z.object({ _id: z.string(), name: z.string() })),
})
export type TeamView = z.infer<typeof TeamView>

export const teamApi = {
  list: get('/event/:id/team', z.strictObject({ id: EventId }), TeamView),
  /** R209: with `allOf`, the id of the event's organization, one of its members is asked for all its events that are to come, but where they help already (`leftOut`). */
  add: post(
    '/event/:id/team',
    z.strictObject({ id: EventId, email: Email, role: TeamRole, groupIds, until: z.optional(Instant), allOf: z.optional(OrgId) }),
    z.extend(Member, { asked: z.optional(z.array(z.object({ id: z.string(), teamId: z.string() }))), leftOut: z.optional(z.int()) }),
  ),
  change: patch(
    '/event/:id/team/:teamId',
    /** `until` null: as long as without one. */
    z.extend(OneMember, { role: z.optional(TeamRole), groupIds, until: z.optional(z.nullable(Instant)) }),
    Member,
  ),
  remove: del('/event/:id/team/:teamId', OneMember, z.object({ success: z.literal(true) })),
  /** R208: what was just taken away, by who may take it away. */
  restore: post('/event/:id/team/:teamId/restore', OneMember, Member),
  leave: post('/event/:id/team/leave', z.strictObject({ id: EventId }), z.object({ success: z.literal(true) })),
  open: post('/team/open', z.strictObject({ token: TeamToken }), z.object({ invitation: TeamInvitation })),
  /** With a `password` the account that it takes is made, for the address that the link proves, and logged in to. */
  accept: identify(
    '/team/accept',
    z.strictObject({ token: TeamToken, password: z.optional(Password) }),
    z.object({
      eventId: z.string(),
      groupId: z.string(),
      acceptedAt: z.string(),
      member: Teammate,
      token: z.optional(z.string()),
      user: z.optional(UserView),
    }),
  ),
  shared: get('/team/mine', z.strictObject({}), z.object({ events: z.array(SharedEvent) })),
}
