// What assigning, moving and taking away a role does to a person's answer. Pure.
import { hasTeamFeatures, type Tier } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group, Role } from '#server/seats/model/group.ts'
import { livingRsvp, type Rsvp, unconfirmed } from '#server/seats/model/rsvp.ts'
import { versionOf } from '#server/seats/model/rsvp-fields.ts'
import { applyToSeats, hasBegun } from '#server/seats/seating/counts.ts'
import { roleNamed } from './group.ts'

/** R10, R44: assignment is a matter of the plan and of the event's own switch. */
export function checkAssignable(tier: Tier, event: GroupEvent) {
  if (!hasTeamFeatures(tier)) refuse('team-plan-needed')
  if (!event.assignmentRules.enableRoleAssignment) refuse('assignment-disabled')
}

interface Assignee {
  readonly _id: string
  readonly name: string
  readonly email: string
  readonly orgId: string | null
}

/** R119: who has neither answered here nor joined the organization has agreed to no email. */
export const isStranger = ({ hasAgreed }: { readonly hasAgreed: boolean }, before: Rsvp | undefined) =>
  !hasAgreed && typeof before?.attending !== 'boolean'

const role = (group: Group, name: string): Role => roleNamed(group, name) ?? refuse('role-unknown', { role: name })

/** R9, R12: the person's answer with one role more; a new role asks a yes to be confirmed again (R18), a no becomes "no response". */
function withRole(
  group: Group,
  event: GroupEvent,
  before: Rsvp | undefined,
  { _id, name, email, orgId }: Assignee,
  roleId: string,
  now: number,
): Rsvp {
  if (before?.blockedAt) refuse('address-blocked')
  const held = before?.attending === false ? [] : (before?.roleIds ?? []).filter((id) => group.roles.some((one) => one._id === id))
  if (event.assignmentRules.rule === 'singleRoleOnly' && held.length > 0) refuse('single-role-only')
  return {
    ...versionOf(group, before, { _id, email, now }),
    name: livingRsvp(before)?.name || name,
    attending: before?.attending === true ? true : null,
    roleIds: [...held, roleId],
    ...unconfirmed,
    ...(orgId && { orgId }),
  }
}

/** Takes one role from an answer, which stays. Refuses `role-not-held`. */
function withoutRole(before: Rsvp, { _id, name }: Role, now: number): Rsvp {
  if (before.attending === false || !before.roleIds.includes(_id)) refuse('role-not-held', { role: name })
  return { ...before, rev: before.rev + 1, roleIds: before.roleIds.filter((id) => id !== _id), updatedAt: iso(now) }
}

interface Assigning {
  readonly group: Group
  readonly event: GroupEvent
  readonly before: Rsvp | undefined
  readonly assignee: Assignee
  readonly roleName: string
  readonly now: number
}

const holds = (rsvp: Rsvp | undefined, roleId: string) => rsvp !== undefined && rsvp.attending !== false && rsvp.roleIds.includes(roleId)

/**
 * R3, R12: refuses `role-full`. The same assignment again changes nothing. R110: `insteadOf` are roles that the person gives back for it, in one step,
 * so that whom one role is the rule for can be moved as well, and nobody is left without where the new one is full; refuses `role-not-held`.
 */
export function assignRole({ insteadOf = [], ...assigning }: Assigning & { readonly insteadOf?: readonly string[] }): {
  group: Group
  rsvp: Rsvp
  /** Those that were given back. */
  left: readonly string[]
} {
  const { group, event, before, assignee, roleName, now } = assigning
  const { _id } = role(group, roleName)
  const given = insteadOf.map((name) => role(group, name)).filter((one) => one._id !== _id)
  const rest = given.reduce((one, old) => (one ? withoutRole(one, old, now) : refuse('role-not-held', { role: old.name })), before)
  const after = holds(rest, _id) && rest ? rest : withRole(group, event, rest, assignee, _id, now)
  if (after === before) return { group, rsvp: before, left: [] }
  const rsvp = { ...after, rev: (before?.rev ?? 0) + 1 }
  return { group: applyToSeats(group, before, rsvp, hasBegun(event, now)), rsvp, left: given.map(({ name }) => name) }
}

/** R40: one atomic move; the seat is given back and taken in one step, so a full role can be moved. */
export function moveRole({ giver, ...assigning }: Assigning & { giver: Rsvp }): { group: Group; giver: Rsvp; rsvp: Rsvp } {
  const { group, event, before, assignee, roleName, now } = assigning
  const moved = role(group, roleName)
  const left = withoutRole(giver, moved, now)
  const freed = applyToSeats(group, giver, left, true)
  if (before && holds(before, moved._id)) return { group: freed, giver: left, rsvp: before }
  const rsvp = withRole(freed, event, before, assignee, moved._id, now)
  return { group: { ...applyToSeats(freed, before, rsvp, true), rev: group.rev + 1 }, giver: left, rsvp }
}

export function takeRole(group: Group, before: Rsvp, roleName: string, now: number): { group: Group; rsvp: Rsvp } {
  const rsvp = withoutRole(before, role(group, roleName), now)
  return { group: applyToSeats(group, before, rsvp, true), rsvp }
}
