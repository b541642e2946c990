// What may become of an event. Pure.
import type { AssignmentRules } from '#protocol/event.ts'
import { hasTeamFeatures, type Tier } from '#protocol/limits.ts'
import { refuse } from '../refuse.ts'
import type { Event } from './model.ts'

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
