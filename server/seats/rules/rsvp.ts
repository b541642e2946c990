// How an RSVP changes a group's seats. Pure.

import { answersPerHour } from '#protocol/kernel/limits.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { formatThere } from '#protocol/kernel/time/dates.ts'
import type { RsvpAnswer } from '#protocol/seats/rsvp.ts'
import { shutAt } from '#protocol/seats/several/window.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { secondsUntil, since } from '#server/people/rules/access.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { isConfirmed, isRemoved, livingRsvp, type Rsvp } from '#server/seats/model/rsvp.ts'
import { versionOf } from '#server/seats/model/rsvp-fields.ts'
import { applyToSeats, hasBegun } from '#server/seats/seating/counts.ts'
import { companionsAfter } from './companion.ts'
import { roleNamed } from './group.ts'
import { answersAfter } from './question.ts'

/** Refuses `event-cancelled` and `event-unpublished`. */
export function checkHeld(group: Group, event: GroupEvent | undefined) {
  if (group.cancelledAt || event?.cancelledAt) refuse('event-cancelled')
  if (event && !event.published) refuse('event-unpublished')
}

/** R21, R32, R57: refuses an answer to what is over, cancelled or not published. */
export function checkOpen(group: Group, event: GroupEvent | undefined, now: number) {
  checkHeld(group, event)
  if (event && event.end <= iso(now)) refuse('event-ended')
}

/** What an answer adds to what stood before: its coming, roles, seats for companions, or a place in line. */
const addsTo = (before: Rsvp | undefined, after: Rsvp, waits: readonly string[]): boolean => {
  const stood = before && !isRemoved(before) && before.attending !== false ? before : undefined
  const had = stood?.roleIds ?? []
  if (after.attending === true && stood?.attending !== true && had.length === 0) return true
  if (after.roleIds.some((id) => !had.includes(id))) return true
  if ((after.companions?.length ?? 0) > (stood?.companions?.length ?? 0)) return true
  return waits.some((id) => !stood?.waits?.some(({ roleId }) => roleId === id))
}
interface Adding {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly before: Rsvp | undefined
  readonly after: Rsvp
  /** The roles (ids) that it waits for. */
  readonly waits: readonly string[]
  readonly now: number
}
/** R141a: before and after a group takes answers nobody comes anew, and nothing more is taken; what one has may be confirmed or given back. */
export function checkWindow({ group, event, before, after, waits, now }: Adding) {
  const shut = shutAt(group, now)
  if (!shut || !addsTo(before, after, waits)) return
  refuse(shut.why === 'early' ? 'answers-early' : 'answers-late', { at: shut.at, time: formatThere(shut.at, event?.timeZone ?? 'UTC') })
}

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

/** R9, R11: the role ids a yes asks for. Refuses `role-unknown`, `single-role-only`, `selection-disabled`. */
function chosenRoles(group: Group, event: GroupEvent | undefined, held: readonly string[], names: readonly string[]): string[] {
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
  readonly event: GroupEvent | undefined
  readonly before: Rsvp | undefined
  readonly answer: Pick<RsvpAnswer, 'name' | 'attending' | 'roles' | 'confirmed' | 'note' | 'answers' | 'companions' | 'atLeast'>
  readonly email: string
  readonly _id: string
  readonly now: number
  /** Makes the id of a new companion. */
  readonly randomId: () => string
}

/** R13: the RSVP after this answer; the very same record when nothing changes. */
function answered(placing: Placing): Rsvp {
  const { group, event, before, answer, email, _id, now } = placing
  if (before?.blockedAt) refuse('answer-blocked')
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
  const { note, answers: _, companions: __, ...kept } = versionOf(group, before, { _id, email, now })
  const companions = companionsAfter({ ...placing, attending: answer.attending, roleIds })
  const answers = answersAfter(group, { attending: answer.attending, roleIds }, answer.answers, before)
  const noteNow = answer.note ?? note ?? ''
  const same =
    before !== undefined &&
    !isRemoved(before) &&
    before.name === after.name &&
    before.attending === after.attending &&
    sameIds(before.roleIds, roleIds) &&
    isConfirmed(before, group) === confirmed &&
    noteNow === (note ?? '') &&
    JSON.stringify(answers) === JSON.stringify(before.answers ?? []) &&
    JSON.stringify(companions) === JSON.stringify(before.companions ?? [])
  if (same) return before
  return {
    ...kept,
    ...after,
    ...(noteNow && { note: noteNow }),
    ...(answers.length > 0 && { answers }),
    ...(companions.length > 0 && { companions }),
  }
}

/** R1, R2, R3: gives back the seats held before, then takes the chosen ones, all or none. Refuses `role-full` and names the full roles. */
export function placeRsvp(placing: Placing): { group: Group; rsvp: Rsvp } {
  const { group, before } = placing
  const rsvp = answered(placing)
  if (rsvp === before) return { group, rsvp }
  return { rsvp, group: applyToSeats(group, before, rsvp, hasBegun(placing.event, placing.now)) }
}

const hourMs = 3_600_000
/** R119: `after` with one change more that its holder made. Refuses `rate-limited`. */
export function countAnswer(before: Rsvp | undefined, after: Rsvp, now: number): Rsvp {
  const from = since(before?.changes?.since, hourMs, now)
  const count = (from === before?.changes?.since ? before.changes.count : 0) + 1
  if (count > answersPerHour)
    refuse('rate-limited', { seconds: secondsUntil(iso(Date.parse(from) + hourMs), now), instead: 'Your last answer stands.' })
  return { ...after, changes: { since: from, count } }
}

interface Walking {
  readonly group: Group
  readonly event: GroupEvent
  readonly before: Rsvp | undefined
  readonly walkin: { readonly _id: string; readonly name: string; readonly email: string; readonly role: string }
  readonly now: number
  /** Whether the seat was kept for them: then it is nobody else’s, whoever waits. */
  readonly isKept?: boolean
}
/**
 * R192: a yes with a seat in this role, confirmed where the group asks for that: they stand there. Refuses `walkin-known` whom the list has already,
 * `address-blocked`, and `role-full`, also while somebody waits for the seats that are free (R90).
 */
export function walkedIn({ group, event, before, walkin, now, isKept = false }: Walking): { group: Group; rsvp: Rsvp } {
  const { _id, name, email } = walkin
  if (before?.blockedAt) refuse('address-blocked')
  if (livingRsvp(before)) refuse('walkin-known')
  const role = roleNamed(group, walkin.role) ?? refuse('role-unknown', { role: walkin.role })
  const rsvp: Rsvp = {
    ...versionOf(group, before, { _id, email, now }),
    name,
    attending: true,
    roleIds: [role._id],
    declinedRoleIds: [],
    confirmedEpoch: group.showConfirmation ? group.confirmEpoch : null,
    confirmationDate: group.showConfirmation ? iso(now) : null,
    cameBy: 'door',
  }
  return { rsvp, group: applyToSeats(group, before, rsvp, isKept || hasBegun(event, now)) }
}
