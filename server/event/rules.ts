// The decisions about an event. Pure.

import { endAsLong } from '#protocol/clocks.ts'
import type { AssignmentRules, EventEdit, EventInput } from '#protocol/event.ts'
import type { GroupInput } from '#protocol/group.ts'
import { hasTeamFeatures, type Tier } from '#protocol/limits.ts'
import type { User } from '../account/model.ts'
import { nextLook, standingOf } from '../digest/rules.ts'
import type { Group } from '../group/model.ts'
import { given, newGroup, nextEdit, shapeRoles, unconfirmed } from '../group/rules.ts'
import type { Org } from '../org/model.ts'
import { groupTierAt, tierAt } from '../plan/model.ts'
import { checkTimes, countMovedEvent, countNewEvent } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { rulesOf } from '../reminder/model.ts'
import { askedNow, planned } from '../reminder/rules.ts'
import { type Event, organizerNameOf, placeKey, themeOf } from './model.ts'

export interface Hosts {
  /** Whose plan the event counts for. */
  readonly owner: User
  /** Who invites. */
  readonly host: User
  readonly org: Org | undefined
}

/** R61: an event is created with exactly one group. */
export const onlyGroup = ([group, ...more]: readonly GroupInput[]) => (group && more.length === 0 ? group : refuse('one-group-only'))

/** A published event with its group, as it counts for its owner's plan. */
export function createEvent(input: EventInput, groupInput: GroupInput, hosts: Hosts, randomId: () => string, now: number) {
  const { event, group } = newEvent(input, groupInput, hosts, randomId, now)
  return { event, group, counts: countNewEvent(hosts.owner, { id: event._id, end: event.end, createdAt: event.createdAt }, now) }
}

type Publishing = Pick<Event, 'published' | 'pendingFor' | 'expiresAt'>
const atOnce: Publishing = { published: true, pendingFor: null, expiresAt: null }

/** An event with its group, which counts for nobody's plan yet. */
export function newEvent(
  input: EventInput,
  groupInput: GroupInput,
  { owner, host, org }: Hosts,
  randomId: () => string,
  now: number,
  publishing = atOnce,
): { event: Event; group: Group } {
  const tier = tierAt(owner, now)
  checkTimes(tier, input, now)
  const event: Event = {
    _id: randomId(),
    rev: 1,
    settingsRev: 1,
    ownerId: owner._id,
    ownerOrgId: org?._id ?? null,
    ownerOrgName: org?.name ?? '',
    name: input.name,
    description: input.description,
    location: input.location,
    link: input.link,
    ...(input.theme && { theme: input.theme }),
    start: input.start,
    end: input.end,
    timeZone: input.timeZone,
    manualEnd: input.manualEnd,
    organizerEmail: input.organizerEmail || host.email,
    organizerName: organizerNameOf(host, org, input.hostName),
    assignmentRules: settleAssignment(tier, input.assignmentRules),
    groupIds: [],
    createdAt: iso(now),
    cancelledAt: null,
    ...publishing,
  }
  const group = newGroup(groupInput, owner, event, randomId, now)
  return {
    event: { ...event, groupIds: [group._id] },
    group: { ...group, ...planned(group, event, now), digested: standingOf(group), ...nextLook(event, now) },
  }
}

/** R103: what a form would send to create this event again at another start, and its group. */
export const copyOf = (event: Event, group: Group, start: string): { input: EventInput; groupInput: GroupInput } => ({
  input: {
    name: event.name,
    description: event.description,
    location: event.location,
    link: event.link,
    theme: themeOf(event),
    ...(event.organizerName && !event.organizerName.includes('@') && { hostName: event.organizerName }),
    start,
    end: endAsLong(start, event, event.timeZone),
    timeZone: event.timeZone,
    manualEnd: event.manualEnd,
    organizerEmail: event.organizerEmail,
    ownerOrgId: event.ownerOrgId,
    assignmentRules: event.assignmentRules,
  },
  groupInput: {
    name: group.name,
    description: group.description,
    displayRSVPToAll: group.displayRSVPToAll,
    showConfirmation: group.showConfirmation,
    limitToMembers: group.limitToMembers,
    waitlist: group.waitlist,
    waitlistCutoffHours: group.waitlistCutoffHours,
    handOver: group.handOver,
    attendingOrgIds: [...group.attendingOrgIds],
    roles: group.roles.map(({ name, max, min }) => ({ name, max, ...(min && { min }) })),
  },
})

/** R103, R99: its reminders are set as those of `from`; where that has none they are off, as they are shown there. */
export function remindedAs(group: Group, from: Group, event: Event, now: number): Group {
  const reminded = { ...group, reminders: rulesOf(from) }
  return { ...reminded, ...planned(reminded, event, now) }
}

export interface EditedEvent {
  readonly event: Event
  readonly groups: readonly Group[]
  /** What its guests are to be told: another time (R54), or another place (R84). */
  readonly news: 'moved' | 'relocated' | undefined
  /** What its owner's plan counts, where it ends at another time. */
  readonly countedEvents: User['countedEvents'] | undefined
}

/** R85: another name for who invites; that of an organization is not changed here. */
const hostOf = (owner: User, { ownerOrgId }: Event, hostName: string | undefined): Partial<Event> =>
  hostName === undefined || ownerOrgId ? {} : { organizerName: organizerNameOf(owner, undefined, hostName) }

/** R54, R98: the email that tells of another start asks who has to confirm, where people confirm. */
function askedAgain(group: Group, now: number): Group {
  const after = { ...group, ...unconfirmed(group) }
  return after.showConfirmation ? { ...after, ...askedNow(after, now) } : after
}

interface Shaping {
  readonly owner: User
  readonly editor: User
  readonly randomId: () => string
  readonly now: number
}
/** A group after the edit of its event; with `roles` where these are edited with it. */
function groupAfter(
  group: Group,
  event: Event,
  isMoved: boolean,
  roles: EventEdit['roles'],
  { owner, editor, randomId, now }: Shaping,
): Group {
  const shaped = roles
    ? nextEdit(group, { roles: shapeRoles(group.roles, roles, groupTierAt(group, owner, now), randomId) }, editor._id)
    : group
  const asked = isMoved ? askedAgain(shaped, now) : shaped
  const digested = group.digested ?? standingOf(group)
  return { ...asked, ...planned(asked, event, now), digested, ...(group.digestAt ? {} : nextLook(event, now)), rev: group.rev + 1 }
}

/** R22, R54: an event and its groups as an organizer's edit leaves them; `roles` are those of the first group. What is absent stays. */
export function editEvent(
  before: { readonly event: Event; readonly groups: readonly Group[] },
  {
    roles,
    ownerOrgId,
    organizerEmail,
    assignmentRules,
    hostName,
    ...fields
  }: Omit<EventEdit, 'id' | 'rev' | 'settingsRev' | 'groupSettingsRev'>,
  { owner, editor }: { readonly owner: User; readonly editor: User },
  randomId: () => string,
  now: number,
): EditedEvent {
  if (ownerOrgId !== undefined && (ownerOrgId || null) !== before.event.ownerOrgId) refuse('organization-fixed')
  const tier = tierAt(owner, now)
  const event = nextEdit(
    before.event,
    {
      ...given(fields),
      organizerEmail: organizerEmail || before.event.organizerEmail,
      assignmentRules: settleAssignment(tier, assignmentRules, before.event.assignmentRules),
      ...hostOf(owner, before.event, hostName),
    },
    editor._id,
  )
  const isMoved = event.start !== before.event.start
  const endsOtherwise = event.end !== before.event.end
  if (isMoved || endsOtherwise) checkTimes(tier, event, now, isMoved)
  const shaping = { owner, editor, randomId, now }
  const groups = before.groups.map((group, nth) => groupAfter(group, event, isMoved, nth === 0 ? roles : undefined, shaping))
  const countedEvents = endsOtherwise ? countMovedEvent(owner, event._id, event.end, event.createdAt, now) : undefined
  const news = isMoved ? 'moved' : placeKey(event) !== placeKey(before.event) ? 'relocated' : undefined
  return { event, groups, news, countedEvents }
}

/** R9, R10: the toggles as they will stand; what is absent stays as it was, or becomes the plan's default. */
export function settleAssignment(
  tier: Tier,
  wanted: AssignmentRules | undefined,
  before?: Event['assignmentRules'],
): Event['assignmentRules'] {
  const team = hasTeamFeatures(tier)
  const fallback = before ?? { rule: '' as const, enableRoleAssignment: team, enableRoleSelfSelect: !team }
  const enableRoleAssignment = wanted?.enableRoleAssignment ?? (wanted?.enableRoleSelfSelect ? false : fallback.enableRoleAssignment)
  const enableRoleSelfSelect = wanted?.enableRoleSelfSelect ?? (wanted?.enableRoleAssignment ? false : fallback.enableRoleSelfSelect)
  if (enableRoleAssignment && enableRoleSelfSelect) refuse('toggles-both')
  if (enableRoleAssignment && !team && !before?.enableRoleAssignment) refuse('team-plan-needed')
  return { rule: wanted?.rule ?? fallback.rule, enableRoleAssignment, enableRoleSelfSelect }
}
