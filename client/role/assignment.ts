// Who fills the roles: the two toggles that exclude each other, and the rule (R9, R10).

import { hasTeamFeatures, type Tier } from '#protocol/kernel/limits.ts'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import type { EventInput, EventView } from '#protocol/seats/event.ts'

export type AssignmentRule = '' | 'manual' | 'singleRoleOnly'

/** What the roles form holds (R9, R10). */
export interface Assignment {
  enableRoleAssignment: boolean
  enableRoleSelfSelect: boolean
  assignmentRule: AssignmentRule
}

export const teamPlanNeeded = organizerRefusals['team-plan-needed'][1]

/** Team and enterprise start with assignment on, lower tiers with self-select. */
export const defaultAssignment = (tier: Tier): Assignment => ({
  enableRoleAssignment: hasTeamFeatures(tier),
  enableRoleSelfSelect: !hasTeamFeatures(tier),
  assignmentRule: '',
})

/** Locked for a signed-out user and for a tier below team. */
export const isAssignmentLocked = (isSignedIn: boolean, tier: Tier) => !isSignedIn || !hasTeamFeatures(tier)

/** What holds in the draft: the plan's default until it is touched, and wherever it is locked. */
export const assignmentIn = (held: Assignment | null, isSignedIn: boolean, tier: Tier): Assignment =>
  isAssignmentLocked(isSignedIn, tier) || !held ? defaultAssignment(isSignedIn ? tier : 'free') : held

/** The two exclude each other, and turning off the only enabled one switches on the other. */
export const switchAssignment = (held: Assignment, isOn: boolean): Assignment => ({
  ...held,
  enableRoleAssignment: isOn,
  enableRoleSelfSelect: !isOn,
})

/** When loaded, the rule defaults to manual. */
export const assignmentOf = ({ assignmentRules }: EventView): Assignment => ({
  enableRoleAssignment: assignmentRules.enableRoleAssignment,
  enableRoleSelfSelect: assignmentRules.enableRoleSelfSelect,
  assignmentRule: assignmentRules.rule || 'manual',
})

export const rulesOf = (held: Assignment): NonNullable<EventInput['assignmentRules']> => ({
  rule: held.assignmentRule,
  enableRoleAssignment: held.enableRoleAssignment,
  enableRoleSelfSelect: held.enableRoleSelfSelect,
})

/** The explanation under the toggles; it varies with what is on, and with the organization if there is one. */
export function explainAssignment(held: Assignment, organization?: string): string {
  const one = held.assignmentRule === 'singleRoleOnly'
  if (held.enableRoleAssignment) {
    const who = organization ? `Admins of ${organization} give its members roles.` : 'Only you, the creator, assign roles.'
    return `${who} ${one ? 'Each person has one role at most.' : 'A person may have several roles.'}`
  }
  if (held.enableRoleSelfSelect) {
    const whose = organization ? `Guests of ${organization}` : 'Guests'
    return `${whose} pick, first come, first served. ${one ? 'Each person takes one role at most.' : 'A person may take several roles.'}`
  }
  return `Roles are locked: ${organization ? `guests of ${organization}` : 'guests'} can answer, but no one can pick or be given a role.`
}
