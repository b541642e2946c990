// The decisions about an event. Pure.
import type { AssignmentRules, EventInput } from '#protocol/event.ts'
import { hasTeamFeatures, type Tier } from '#protocol/limits.ts'
import type { User } from '../account/model.ts'
import type { Org } from '../org/model.ts'
import { tierAt } from '../plan/model.ts'
import { checkTimes } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { type Event, organizerNameOf } from './model.ts'

export interface Hosts {
  /** Whose plan the event counts for. */
  readonly owner: User
  /** Who invites. */
  readonly host: User
  readonly org: Org | undefined
}

/** A published event without its groups yet. */
export function newEvent(input: EventInput, { owner, host, org }: Hosts, _id: string, now: number): Event {
  const tier = tierAt(owner, now)
  checkTimes(tier, input, now)
  return {
    _id,
    rev: 1,
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
    published: true,
    pendingFor: null,
    createdAt: iso(now),
    cancelledAt: null,
    expiresAt: null,
  }
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
