// What people ask of a line, and what those who manage the group do with it. Pure.

import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Companion, needOf, sizeOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { freeIn, type Group, occupied, type Role } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { refuseFull, withCounts } from '#server/seats/seating/counts.ts'
import { keepHandOver, mustChoose, seat } from '#server/seats/seating/fill.ts'
import {
  dropOffer,
  join,
  leave,
  roleOf,
  rsvpOf,
  type SeatState,
  settleParty,
  tidy,
  withRole,
  withRsvp,
} from '#server/seats/seating/lines.ts'
import { roleNamed } from './group.ts'

interface Taking {
  readonly accept: boolean
  /** All that are held, where it doesn't say. */
  readonly seats?: number | undefined
}

/** R91, R173: gives the seats to whom they are held for, or as many of them as they take; or takes the offer back. Refuses `offer-over`. */
export function answerOffer(seating: SeatState, id: string, role: Role, { accept, seats }: Taking): SeatState {
  const held = rsvpOf(seating, id).offers?.find(({ roleId }) => roleId === role._id)
  if (!held || held.until <= iso(seating.now)) refuse('offer-over')
  if (!accept) return dropOffer(seating, id, role._id)
  const most = Math.min(held.seats ?? 1, sizeOf(rsvpOf(seating, id)))
  const seated = seat(seating, id, role, Math.min(seats ?? most, most))
  return withRsvp(seated, { ...rsvpOf(seated, id), cameBy: 'offer' })
}

/** R91: ends the offers of one person that have run out. */
export const endOffers = (seating: SeatState, id: string): SeatState =>
  (rsvpOf(seating, id).offers ?? [])
    .filter(({ until }) => until <= iso(seating.now))
    .reduce((done, { roleId }) => dropOffer(done, id, roleId), seating)

interface WaitRequest {
  readonly attending: boolean
  readonly waitFor?: readonly string[] | undefined
  readonly keepWaiting?: boolean | undefined
  readonly replaceRole?: boolean | undefined
  readonly atLeast?: number | undefined
}
/** R172: who says only with how many they would come says nothing else of their waits. */
export const askedOf = (asked: WaitRequest, { keepWaiting, replaceRole }: Rsvp): WaitRequest =>
  asked.waitFor || asked.atLeast === undefined ? asked : { ...asked, keepWaiting, replaceRole }

/** R89: the ids of the roles that an answer asks to wait for; undefined where that changes nothing. Refuses `role-unknown`, `waitlist-off`, `selection-disabled`. */
export function changedWaits(group: Group, event: GroupEvent | undefined, rsvp: Rsvp, asked: WaitRequest): string[] | undefined {
  if (!asked.attending || !(asked.waitFor || (asked.atLeast !== undefined && rsvp.waits))) return undefined
  const has = (id: string) => rsvp.roleIds.includes(id) || (rsvp.offers ?? []).some(({ roleId }) => roleId === id)
  const named = asked.waitFor
    ? asked.waitFor.map((name) => (roleNamed(group, name) ?? refuse('role-unknown', { role: name }))._id)
    : (rsvp.waits ?? []).map(({ roleId }) => roleId)
  const wanted = [...new Set(named)].filter((id) => !has(id))
  const isNew = wanted.some((id) => !rsvp.waits?.some(({ roleId }) => roleId === id))
  if (isNew && !group.waitlist) refuse('waitlist-off')
  if (isNew && event && !event.assignmentRules.enableRoleSelfSelect) refuse('selection-disabled')
  const waits = (rsvp.waits ?? []).filter(({ roleId }) => group.roles.some(({ _id }) => _id === roleId))
  const isSame = waits.length === wanted.length && waits.every(({ roleId }) => wanted.includes(roleId))
  const saysSame =
    (rsvp.keepWaiting ?? false) === (asked.keepWaiting ?? false) &&
    (rsvp.replaceRole ?? false) === (asked.replaceRole ?? false) &&
    needOf(rsvp) === needOf({ ...rsvp, atLeast: asked.atLeast })
  return isSame && (wanted.length === 0 || saysSame) ? undefined : wanted
}

/** R89: has somebody wait for these roles and no others; what they said about keeping and replacing holds for all of them. */
export function waitFor(begun: SeatState, id: string, wanted: readonly string[], asked: WaitRequest): SeatState {
  const { keepWaiting, replaceRole, atLeast } = asked
  const seating = settleParty(withRsvp(begun, { ...rsvpOf(begun, id), atLeast }), id)
  const { waits = [] } = rsvpOf(seating, id)
  const gone = waits.filter(({ roleId }) => !wanted.includes(roleId))
  const fresh = wanted.filter((roleId) => !waits.some((wait) => wait.roleId === roleId))
  const left = gone.reduce((done, { roleId }) => leave(done, id, roleId), seating)
  const again = withRsvp(left, { ...rsvpOf(left, id), atLeast })
  const joined = fresh.reduce((done, roleId) => join(done, id, roleId), again)
  return withRsvp(joined, tidy({ ...rsvpOf(joined, id), keepWaiting: keepWaiting || undefined, replaceRole: replaceRole || undefined }))
}

function toFront(seating: SeatState, id: string, role: Role): SeatState {
  const { keepWaiting, replaceRole, atLeast } = rsvpOf(seating, id)
  const left = leave(seating, id, role._id)
  const moved = join(withRsvp(left, { ...rsvpOf(left, id), atLeast }), id, role._id, 'front')
  return withRsvp(moved, { ...rsvpOf(moved, id), keepWaiting, replaceRole })
}

/** R92: what those who manage the group do with one who waits. Refuses `wait-unknown`, `role-full`, `single-role-only`. */
export function changeWait(seating: SeatState, id: string, role: Role, change: 'give' | 'front' | 'remove'): SeatState {
  if (!seating.rsvps.get(id)?.waits?.some(({ roleId }) => roleId === role._id)) refuse('wait-unknown', { role: role.name })
  if (change === 'front') return toFront(seating, id, role)
  if (change === 'remove') return leave(seating, id, role._id)
  const [needed, free] = [needOf(rsvpOf(seating, id)), freeIn(role)]
  if (needed > free) refuseFull(seating.group, [{ role, needed, free }])
  if (mustChoose(seating, id)) refuse('single-role-only')
  return seat(seating, id, role, Math.min(free, sizeOf(rsvpOf(seating, id))))
}

/** A party without its seats in a role; who had only those waits together with the guest. */
const withoutSeats = ({ roleIds, companions }: Rsvp, roleId: string): Partial<Rsvp> => ({
  roleIds: roleIds.filter((id) => id !== roleId),
  ...(companions && {
    companions: companions.map(({ roleIds: own, ...one }): Companion => {
      const kept = own?.filter((id) => id !== roleId)
      return kept && (kept.length > 0 || own?.length === 0) ? { ...one, roleIds: kept } : one
    }),
  }),
})

/** R93: lowers a limit below the seats taken: the newest of `holders` go to the front of the list. Refuses `role-under-filled` where offers hold more. */
export function moveToWaitlist(seating: SeatState, roleId: string, max: number, holders: readonly Rsvp[]): SeatState {
  const role = roleOf(seating, roleId) ?? refuse('role-unknown')
  if (max < (role.held ?? 0)) refuse('role-under-filled', { filled: role.held ?? 0, role: role.name })
  const seatedAt = (one: Rsvp) => one.seatedAt?.[roleId] ?? 0
  const newest = holders.toSorted((a, b) => seatedAt(b) - seatedAt(a) || (a.createdAt < b.createdAt ? 1 : -1))
  const unseat = (done: SeatState, before: Rsvp): SeatState => {
    if (occupied(roleOf(done, roleId) ?? role) <= max) return done
    const after = { ...before, ...withoutSeats(before, roleId), updatedAt: iso(seating.now) }
    const unseated = withRsvp({ ...done, group: withCounts(done.group, before, after) }, after)
    return join(keepHandOver(unseated, before._id), before._id, roleId, 'front')
  }
  return newest.reduce(unseat, withRole(seating, { ...role, max }))
}
