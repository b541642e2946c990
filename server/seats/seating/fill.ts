// How a seat that becomes free is given on, and what a changed answer means for its waits and its hand-over. Pure.

import { iso } from '#server/kernel/ports/clock.ts'
import { partySeated, sizeOf } from '#server/seats/model/companion.ts'
import { freeIn, type Role } from '#server/seats/model/group.ts'
import { withoutHandOver } from '#server/seats/model/handover.ts'
import { handOverOf, isErased, type Rsvp, unconfirmed } from '#server/seats/model/rsvp.ts'
import { needOn, pageKey, pageToServe, type WaitPage } from '#server/seats/model/waitlist.ts'
import { hasBegun, withCounts } from './counts.ts'
import { dropOffer, endAll, hourMs, leave, offer, offLine, roleOf, rsvpOf, type SeatState, settleParty, withRsvp } from './lines.ts'

const heldBy = (rsvp: Rsvp | undefined) => (rsvp && rsvp.attending !== false ? rsvp.roleIds : [])

/** What a changed answer means for what else is kept of it: its waits and offers, and the hand-over. */
export const settleChange = (seating: SeatState, before: Rsvp | undefined, id: string): SeatState =>
  keepHandOver(settleParty(settleWaits(seating, before, id), id), id)

/** R94: a hand-over ends with the last of its seats. */
export function keepHandOver(seating: SeatState, id: string): SeatState {
  const rsvp = rsvpOf(seating, id)
  return rsvp.handOver && !handOverOf(rsvp, seating.group) ? withRsvp(seating, withoutHandOver(rsvp)) : seating
}

/** R89: what a changed RSVP means for its waits: a no ends all; a role that is had ends that wait, and the others unless they asked to keep waiting. */
function settleWaits(seating: SeatState, before: Rsvp | undefined, id: string): SeatState {
  const after = rsvpOf(seating, id)
  if (after.attending === false) return endAll(seating, id)
  const fresh = after.roleIds.filter((roleId) => !heldBy(before).includes(roleId))
  if (fresh.length === 0) return seating
  const seatings = (seating.group.seatings ?? 0) + 1
  // R106f: that of a role given up stays, for whoever has it back.
  const earlier = Object.entries(after.seatedAt ?? {}).filter(([roleId]) => roleOf(seating, roleId) || after.roleIds.includes(roleId))
  const seatedAt = { ...Object.fromEntries(earlier), ...Object.fromEntries(fresh.map((roleId) => [roleId, seatings])) }
  const group = { ...seating.group, seatings }
  const noted = withRsvp({ ...seating, group }, { ...after, seatedAt })
  const got = fresh.filter((roleId) => [...(after.waits ?? []), ...(after.offers ?? [])].some((one) => one.roleId === roleId))
  if (got.length > 0 && !after.keepWaiting) return endAll(noted, id)
  return got.reduce((done, roleId) => dropOffer(leave(done, id, roleId), id, roleId), noted)
}

const isSingle = ({ event }: SeatState) => event?.assignmentRules.rule === 'singleRoleOnly'
const rolesHeld = ({ group }: SeatState, rsvp: Rsvp) => heldBy(rsvp).filter((id) => group.roles.some(({ _id }) => _id === id))
/** R89: one role is the rule, and they have one that they haven't said to give up. */
export const mustChoose = (seating: SeatState, id: string) => {
  const rsvp = rsvpOf(seating, id)
  return isSingle(seating) && !rsvp.replaceRole && rolesHeld(seating, rsvp).length > 0
}

/** Gives seats that are free to somebody and, where `seats` are more than one, to who comes along (R172), in the place of those they have where one role is the rule. R18: a new role asks to be confirmed. */
export function seat(seating: SeatState, id: string, role: Role, seats: number): SeatState {
  const before = rsvpOf(seating, id)
  const had = rolesHeld(seating, before)
  const after = {
    ...partySeated(before, isSingle(seating) ? [role._id] : [...had, role._id], seats, had),
    cameBy: 'waitlist' as const,
    ...unconfirmed,
    updatedAt: iso(seating.now),
  }
  const given = withRsvp({ ...seating, group: withCounts(seating.group, before, after) }, after)
  return settleChange(given, before, id)
}

/** R90, R91: whether free seats go to those who wait. */
const isServed = ({ group, event, now }: Pick<SeatState, 'group' | 'event' | 'now'>) =>
  !group.cancelledAt && !event?.cancelledAt && event?.published !== false && !hasBegun(event, now)
/** R90, R172: the roles with free seats for which somebody waits who would come with as many: none, once a commit is through. */
export const vacancies = (seating: Pick<SeatState, 'group' | 'event' | 'now'>): Role[] =>
  isServed(seating) ? seating.group.roles.filter((role) => pageToServe(role) !== undefined) : []

const isPastCutoff = ({ group, event, now }: SeatState) =>
  event !== undefined && now >= Date.parse(event.start) - group.waitlistCutoffHours * hourMs

/** R172: who is next on a page for so many free seats, `most` of them at most. */
function nextOn(page: WaitPage, free: number, most: number): string[] {
  const next: string[] = []
  let left = free
  for (const id of page.rsvpIds) {
    if (left === 0 || next.length === most) break
    if (needOn(page, id) > left) continue
    next.push(id)
    left -= needOn(page, id)
  }
  return next
}

/** What must be read before a free seat of this role can be given on: pages by key, RSVPs by id. */
export function unread(seating: SeatState, role: Role, most: number) {
  const no = pageToServe(role) ?? 0
  const page = seating.pages.get(pageKey(role._id, no))
  if (!page) return { pages: [{ roleId: role._id, no }], rsvps: [] }
  const next = nextOn(page, freeIn(role), most)
  const waits = next.flatMap((id) => seating.rsvps.get(id)?.waits ?? [])
  const pages = waits.filter((wait) => roleOf(seating, wait.roleId) && !seating.pages.has(pageKey(wait.roleId, wait.page)))
  return { pages: pages.map((wait) => ({ roleId: wait.roleId, no: wait.page })), rsvps: next.filter((id) => !seating.rsvps.has(id)) }
}

function serve(seating: SeatState, role: Role, id: string, no: number): SeatState {
  if (!seating.rsvps.get(id)) return offLine(seating, id, role._id, no)
  if (isErased(rsvpOf(seating, id))) return leave(seating, id, role._id) // R96: nobody is left to be told
  if (seating.barred.has(id)) return leave(seating, id, role._id)
  const seats = Math.min(freeIn(role), sizeOf(rsvpOf(seating, id)))
  if (isPastCutoff(seating) || mustChoose(seating, id) || seating.clashing.has(id)) return offer(seating, id, role, seats)
  return seat(seating, id, role, seats)
}

/** R90, R172: gives every free seat to whoever is next and would come with what is free, up to `most` of them and as far as what is needed has been read (`unread`). */
export function fillVacancies(seating: SeatState, most: number): { readonly seating: SeatState; readonly given: number } {
  let done = seating
  for (let given = 0; ; given++) {
    const known = (one: Role) => Object.values(unread(done, one, 1)).every((missing) => missing.length === 0)
    const role = given < most ? vacancies(done).find(known) : undefined
    const no = role && pageToServe(role)
    const page = role && no !== undefined ? done.pages.get(pageKey(role._id, no)) : undefined
    const [id] = page ? nextOn(page, freeIn(role as Role), 1) : []
    if (!role || no === undefined || id === undefined) return { seating: done, given }
    done = serve(done, role, id, no)
  }
}
