// The decisions about an event. Pure.

import { hasTeamFeatures, type Tier } from '#protocol/kernel/limits.ts'
import { holdsEmail } from '#protocol/kernel/texts.ts'
import { endAsLong } from '#protocol/kernel/time/clocks.ts'
import { hasOwnTimes } from '#protocol/kernel/time/times.ts'
import type { AssignmentRules, EventEdit, EventInput } from '#protocol/seats/event.ts'
import { type GroupInput, madeUpGroup } from '#protocol/seats/group.ts'
import { settingsIn, typedEventSettings } from '#protocol/seats/settings.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import type { Org } from '#server/people/model/org.ts'
import { groupTierAt, tierAt } from '#server/people/model/plan.ts'
import { checkGroupsOfEvent, checkTimes, countNewEvent } from '#server/people/rules/plan.ts'
import { type Event, eventFor, organizerNameOf, overAt, themed } from '#server/seats/model/event.ts'
import { type Group, settingsOf } from '#server/seats/model/group.ts'
import { rulesOf } from '#server/seats/model/reminder.ts'
import { hasBegun } from '#server/seats/seating/counts.ts'
import { answerCounts, nextLook } from './digest.ts'
import { definedFields, newGroup, nextEdit, shapeRoles, shortCodeOf } from './group.ts'
import { askedAgain, checkOwnTimes, countedAfter, isMoved, movedAnswers, movedTimes, movedWith, withLastEnd } from './group-times.ts'
import { copiedQuestions } from './question.ts'
import { askedNow, planned } from './reminder.ts'

export interface Hosts {
  /** Whose plan the event counts for. */
  readonly owner: User
  /** Who invites. */
  readonly host: User
  readonly org: Org | undefined
}

/** A published event with its groups, as it counts for its owner's plan. */
export function createEvent(input: EventInput, groupInputs: readonly GroupInput[], hosts: Hosts, randomId: () => string, now: number) {
  const made = newEvent(input, groupInputs, hosts, randomId, now)
  const { _id: id, createdAt, groupIds } = made.event
  const groups = groupIds.length > 1 ? groupIds.length : undefined
  return { ...made, counts: countNewEvent(hosts.owner, { id, end: overAt(made.event), createdAt, groups }, now) }
}

type Publishing = Pick<Event, 'published' | 'pendingFor' | 'expiresAt'>
const atOnce: Publishing = { published: true, pendingFor: null, expiresAt: null }

/** An event with its groups, which counts for nobody's plan yet. */
export function newEvent(
  input: EventInput,
  groupInputs: readonly GroupInput[],
  { owner, host, org }: Hosts,
  randomId: () => string,
  now: number,
  publishing = atOnce,
): { event: Event; groups: readonly Group[] } {
  const tier = tierAt(owner, now)
  checkGroupsOfEvent(tier, groupInputs.length)
  checkTimes(tier, input, now)
  const event: Event = {
    _id: randomId(),
    rev: 1,
    settingsRev: 1,
    ownerId: owner._id,
    ownerOrgId: org?._id ?? null,
    ownerOrgName: org?.name ?? '',
    ...settingsIn(typedEventSettings, input),
    organizerEmail: input.organizerEmail || host.email,
    organizerName: organizerNameOf(host, org, input.hostName),
    assignmentRules: settleAssignment(tier, input.assignmentRules),
    groupIds: [],
    createdAt: iso(now),
    cancelledAt: null,
    ...publishing,
  }
  const groups = groupInputs.map((one) => newGroupOf(one, owner, event, randomId, now))
  const [first, ...more] = groups.map(({ _id }) => _id)
  return {
    event: {
      ...withLastEnd(event, groups),
      groupIds: first ? [first, ...more] : [],
      ...(first && more.length > 0 && { firstGroupId: first, shortCode: shortCodeOf(randomId()) }),
    },
    groups,
  }
}

/** A new group of an event. */
export function newGroupOf(input: GroupInput, owner: User, event: Event, randomId: () => string, now: number): Group {
  const group = newGroup(input, owner, event, randomId, now)
  checkOwnTimes(group, event, owner, now, true)
  const its = eventFor(event, group)
  return { ...group, ...planned(group, its, now), digested: answerCounts(group), ...nextLook(its, now) }
}

/** R103, R155: what a form would send to create this event again at another start, and its groups. */
export const copyOf = (event: Event, groups: readonly Group[], start: string): { input: EventInput; groupInputs: GroupInput[] } => ({
  input: {
    ...settingsIn(typedEventSettings, themed(event)),
    ...(event.organizerName && !holdsEmail(event.organizerName) && { hostName: event.organizerName }),
    start,
    end: endAsLong(start, event, event.timeZone),
    organizerEmail: event.organizerEmail,
    ownerOrgId: event.ownerOrgId,
    assignmentRules: event.assignmentRules,
  },
  groupInputs: groups.map((group) => ({
    ...settingsOf(group),
    ...movedTimes(group, event.start, start, event.timeZone),
    ...movedAnswers(group, event.start, start, event.timeZone),
    questions: copiedQuestions(group),
    roles: group.roles.map(({ _id, name, max, min }) => ({ _id, name, max, ...(min && { min }) })),
  })),
})

/** R103, R99: its reminders are set as those of `from`; where that has none they are off, as they are shown there. */
export function remindedAs(group: Group, from: Group, event: Event, now: number): Group {
  const reminded = { ...group, reminders: rulesOf(from) }
  return { ...reminded, ...planned(reminded, eventFor(event, reminded), now) }
}

export interface EditedEvent {
  readonly event: Event
  readonly groups: readonly Group[]
  /** R98b: those of them whose guests are asked to confirm now; a move asks by its own email (R98). */
  readonly asking: readonly Group[]
  /** What its owner's plan counts, where it ends at another time. */
  readonly countedEvents: User['countedEvents'] | undefined
}

/** R85: another name for who invites; that of an organization is not changed here. */
const hostOf = (owner: User, { ownerOrgId }: Event, hostName: string | undefined): Partial<Event> =>
  hostName === undefined || ownerOrgId ? {} : { organizerName: organizerNameOf(owner, undefined, hostName) }

interface Shaping {
  readonly owner: User
  readonly editor: User
  readonly randomId: () => string
  readonly now: number
  readonly before: Event
  readonly event: Event
  readonly movesAlong: (group: Group) => boolean
  readonly confirms: boolean
}
/** R140b */
const renamedWith = ({ name }: Group, before: Event, event: Event): Partial<Group> =>
  name === madeUpGroup(before.name) && before.name !== event.name ? { name: madeUpGroup(event.name) } : {}

/** A group after the edit of its event; with `roles` where these are edited with it. */
function groupAfter(group: Group, roles: EventEdit['roles'], { owner, editor, randomId, now, before, event, ...shaping }: Shaping) {
  const along = { ...renamedWith(group, before, event), ...(shaping.movesAlong(group) && movedWith(group, before, event)) }
  const confirms = shaping.confirms && !group.showConfirmation
  const isChanged = roles !== undefined || confirms || Object.keys(along).length > 0
  const change = {
    ...(roles && { roles: shapeRoles(group.roles, roles, groupTierAt(group, owner, now), randomId) }),
    ...(confirms && { showConfirmation: true }),
    ...along,
  }
  const shaped = isChanged ? nextEdit(group, change, editor._id) : group
  checkOwnTimes(shaped, event, owner, now, shaped.start !== group.start)
  const hasMoved = isMoved({ event: before, group }, { event, group: shaped })
  const its = eventFor(event, shaped)
  const asks = confirms && !hasBegun(its, now)
  const asked = hasMoved ? askedAgain(shaped, now) : asks ? { ...shaped, ...askedNow(shaped, now) } : shaped
  const digested = group.digested ?? answerCounts(group)
  return { ...asked, ...planned(asked, its, now), digested, ...(group.digestAt ? {} : nextLook(its, now)), rev: group.rev + 1 }
}

const isEmpty = (change: object) => Object.values(change).every((one) => one === undefined)

/** R22, R54: an event and its groups as an organizer's edit leaves them; `roles` are those of the first group. What is absent stays. */
export function editEvent(
  before: { readonly event: Event; readonly groups: readonly Group[] },
  {
    roles,
    ownerOrgId,
    organizerEmail,
    assignmentRules,
    hostName,
    moveGroups = false,
    showConfirmation,
    ...fields
  }: Omit<EventEdit, 'id' | 'rev' | 'settingsRev' | 'groupSettingsRev'>,
  {
    owner,
    editor,
    movesAlong = (group) => moveGroups || !hasOwnTimes(group),
  }: { readonly owner: User; readonly editor: User; readonly movesAlong?: Shaping['movesAlong'] },
  randomId: () => string,
  now: number,
): EditedEvent {
  if (ownerOrgId !== undefined && (ownerOrgId || null) !== before.event.ownerOrgId) refuse('organization-fixed')
  const tier = tierAt(owner, now)
  const given = definedFields(fields)
  const changed = {
    ...given,
    organizerEmail: organizerEmail || before.event.organizerEmail,
    assignmentRules: settleAssignment(tier, assignmentRules, before.event.assignmentRules),
    ...hostOf(owner, before.event, hostName),
  }
  // R107: where only the groups ask for confirmation, nobody's open edit of the event is stale.
  const isOnlyAsking = showConfirmation && isEmpty({ ...given, organizerEmail, assignmentRules, hostName, roles })
  const event = isOnlyAsking ? { ...before.event, rev: before.event.rev + 1 } : nextEdit(before.event, changed, editor._id)
  const hasMoved = event.start !== before.event.start
  if (hasMoved || event.end !== before.event.end) checkTimes(tier, event, now, hasMoved)
  const shaping = { owner, editor, randomId, now, before: before.event, event, movesAlong, confirms: showConfirmation === true }
  const groups = before.groups.map((group, nth) => groupAfter(group, nth === 0 ? roles : undefined, shaping))
  const whole = withLastEnd(event, groups)
  const asking = showConfirmation ? askedFirst(before, { event: whole, groups }, now) : []
  return { event: whole, groups, asking, countedEvents: countedAfter(owner, before.event, whole, now) }
}

type Whole = Parameters<typeof editEvent>[0]
/** R98b: the groups that ask for a confirmation from now on, but those that have begun, and those that have moved: these ask for another reason. */
const askedFirst = (before: Whole, { event, groups }: Whole, now: number): readonly Group[] =>
  groups.filter((group, nth) => {
    const was = before.groups[nth]
    return (
      was &&
      !was.showConfirmation &&
      !hasBegun(eventFor(event, group), now) &&
      !isMoved({ event: before.event, group: was }, { event, group })
    )
  })

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
