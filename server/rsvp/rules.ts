// How an RSVP changes a group's seats. Pure.
import type { DetailedCounts } from '#protocol/group.ts'
import { answersPerHour } from '#protocol/limits.ts'
import type { RsvpAnswer } from '#protocol/rsvp.ts'
import { roleKey } from '#protocol/texts.ts'
import { secondsUntil, since } from '../access/rules.ts'
import type { Event } from '../event/model.ts'
import { type Group, occupied, type Role, waiting } from '../group/model.ts'
import { countInvitation, isOnlyInvited } from '../invitation/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { retally } from '../reminder/rules.ts'
import { isConfirmed, type Rsvp, versionOf } from './model.ts'

/** R21, R32, R57: refuses an answer to what is over, cancelled or not published. */
export function checkOpen(group: Group, event: Event | undefined, now: number) {
  if (group.cancelledAt || event?.cancelledAt) refuse('event-cancelled')
  if (event && !event.published) refuse('event-unpublished')
  if (event && event.end <= iso(now)) refuse('event-ended')
}

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

/** R9, R11: the role ids a yes asks for. Refuses `role-unknown`, `single-role-only`, `selection-disabled`. */
function chosenRoles(group: Group, event: Event | undefined, held: readonly string[], names: readonly string[]): string[] {
  const byKey = new Map(group.roles.map((role) => [roleKey(role.name), role._id]))
  const chosen = [...new Set(names.map((name) => byKey.get(roleKey(name)) ?? refuse('role-unknown', { role: name })))]
  if (event && !event.assignmentRules.enableRoleSelfSelect) {
    return chosen.some((id) => !held.includes(id)) ? refuse('selection-disabled') : [...held]
  }
  if (event?.assignmentRules.rule === 'singleRoleOnly' && chosen.length > 1) refuse('single-role-only')
  return chosen
}

interface Placing {
  readonly group: Group
  readonly event: Event | undefined
  readonly before: Rsvp | undefined
  readonly answer: Pick<RsvpAnswer, 'name' | 'attending' | 'roles' | 'confirmed' | 'note'>
  readonly email: string
  readonly _id: string
  readonly now: number
}

/** R13: the RSVP after this answer; the very same record when nothing changes. */
function answered({ group, event, before, answer, email, _id, now }: Placing): Rsvp {
  const held = (before?.roleIds ?? []).filter((id) => group.roles.some((role) => role._id === id))
  const roleIds = answer.attending ? chosenRoles(group, event, held, answer.roles) : []
  // R18: a new role asks again; otherwise a confirmation once given stays.
  const still = before !== undefined && isConfirmed(before, group) && roleIds.every((id) => held.includes(id))
  const confirmed = answer.attending && group.showConfirmation && (answer.confirmed || still)
  const after = {
    name: answer.name,
    attending: answer.attending,
    roleIds,
    declinedRoleIds: answer.attending ? [] : before?.attending === false ? before.declinedRoleIds : held,
    confirmedEpoch: confirmed ? group.confirmEpoch : null,
    confirmationDate: confirmed ? (still ? (before?.confirmationDate ?? iso(now)) : iso(now)) : null,
  }
  const { note, ...kept } = versionOf(group, before, { _id, email, now })
  const noteNow = answer.note ?? note ?? ''
  const same =
    before !== undefined &&
    before.name === after.name &&
    before.attending === after.attending &&
    sameIds(before.roleIds, roleIds) &&
    isConfirmed(before, group) === confirmed &&
    noteNow === (note ?? '')
  if (same) return before
  return { ...kept, ...after, ...(noteNow && { note: noteNow }) }
}

/** R1, R2, R3: gives back the seats held before, then takes the chosen ones, all or none. Refuses `role-full` and names the full roles. */
export function placeRsvp(placing: Placing): { group: Group; rsvp: Rsvp } {
  const { group, before } = placing
  const rsvp = answered(placing)
  if (rsvp === before) return { group, rsvp }
  return { rsvp, group: applyToSeats(group, before, rsvp, hasBegun(placing.event, placing.now)) }
}

export const hasBegun = (event: Event | undefined, now: number) => event !== undefined && event.start <= iso(now)

/**
 * R1, R3: the group after an RSVP changed from `before` to `after`. Refuses `role-full` if a newly taken seat isn't free, or if somebody waits for it
 * and this one may not overtake them (R90): who is moved a seat may, and anyone once the event has begun.
 */
export function applyToSeats(group: Group, before: Rsvp | undefined, after: Rsvp, mayOvertake: boolean): Group {
  const held = before?.attending === false ? [] : (before?.roleIds ?? [])
  const counted = recountSeats(group, before, after)
  const isFull = (role: Role) => occupied(role) > role.max || (!mayOvertake && waiting(role) > 0)
  const full = counted.roles.filter((role) => isFull(role) && !held.includes(role._id) && after.roleIds.includes(role._id))
  const names = full.map((role) => role.name)
  if (full.length > 0) refuse('role-full', { role: names.join('", "'), roles: names })
  return { ...counted, rev: group.rev + 1 }
}

/** R1: the seats and answers as they are counted after an RSVP changed; whether they are free is for the caller to know. */
export const recountSeats = (group: Group, before: Rsvp | undefined, after: Rsvp): Group => ({
  ...group,
  roles: group.roles.map((role) => recount(role, group, before, after)),
  answers: reanswer(group, before, after),
  ...countInvitation(group, before, after),
  ...retally(group, before, after),
})

/** How `rsvp` stands in a role it counts in. */
function standing(rsvp: Rsvp, group: Group): keyof DetailedCounts {
  if (rsvp.attending === false) return 'declined'
  if (rsvp.attending === null) return 'assignedNoResponse'
  return isConfirmed(rsvp, group) ? 'confirmedAndYes' : 'yesNotConfirmed'
}

function recount(role: Role, group: Group, before: Rsvp | undefined, after: Rsvp): Role {
  const counts = { ...role.counts }
  for (const [rsvp, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    const counted = rsvp?.attending === false ? rsvp.declinedRoleIds : rsvp?.roleIds
    if (rsvp && counted?.includes(role._id)) counts[standing(rsvp, group)] += step
  }
  return { ...role, counts }
}

const answerKey = (attending: boolean | null) => (attending === null ? 'none' : attending ? 'yes' : 'no')
/** R97: who was only invited has answered nothing, and counts as invited alone. */
function reanswer(group: Group, before: Rsvp | undefined, after: Rsvp): Group['answers'] {
  const counts = { ...group.answers }
  if (before && !isOnlyInvited(before, group)) counts[answerKey(before.attending)] -= 1
  if (!isOnlyInvited(after, group)) counts[answerKey(after.attending)] += 1
  return counts
}

const hourMs = 3_600_000
/** R119: `after` with one change more that its holder made. Refuses `rate-limited`. */
export function countAnswer(before: Rsvp | undefined, after: Rsvp, now: number): Rsvp {
  const from = since(before?.changes?.since, hourMs, now)
  const count = (from === before?.changes?.since ? before.changes.count : 0) + 1
  if (count > answersPerHour) refuse('rate-limited', { seconds: secondsUntil(iso(Date.parse(from) + hourMs), now) })
  return { ...after, changes: { since: from, count } }
}
