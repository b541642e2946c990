// How people wait for a role, and how a seat that becomes free is given on. Pure.
//
// The ways in which a seat becomes free; each passes `fillVacancies` in its own commit (R90), by `settleSeats` in `queries.ts`:
// a no or a role dropped (rsvp/actions: submitRsvp); a role taken back, moved, or moved to somebody who has it (assign/actions: outcome); a limit raised
// or a form sent by those who manage the group (group/actions: change); the event's form, or a start moved ahead after it had begun (event/actions:
// updateEvent); an offer declined or given up for another seat (waitlist/actions: answerOffer); an offer that ran out, and what a commit before couldn't
// carry (waitlist/jobs); a hand-over to somebody who has the role already, or gives one back for it (handover/actions: accept); somebody given another seat by hand (waitlist/actions: changeWaitlist). A plan never changes a limit by itself.
import type { Event } from '../event/model.ts'
import { type Group, occupied, type Role, waiting } from '../group/model.ts'
import { roleNamed } from '../group/rules.ts'
import { withoutLostHandOver } from '../handover/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { isErased, type Rsvp } from '../rsvp/model.ts'
import { hasBegun, recountSeats } from '../rsvp/rules.ts'
import {
  dropOffer,
  endAll,
  hourMs,
  join,
  leave,
  offer,
  offLine,
  roleOf,
  rsvpOf,
  type Seating,
  tell,
  tidy,
  withRole,
  withRsvp,
} from './line-rules.ts'
import { pageKey } from './model.ts'

const heldBy = (rsvp: Rsvp | undefined) => (rsvp && rsvp.attending !== false ? rsvp.roleIds : [])

/** What a changed RSVP means for what else is kept of it: R94, an offer of its seats ends with the last of them. */
export const settleChange = (seating: Seating, before: Rsvp | undefined, id: string): Seating =>
  keepHandOver(settleWaits(seating, before, id), id)

function keepHandOver(seating: Seating, id: string): Seating {
  const rsvp = rsvpOf(seating, id)
  const kept = withoutLostHandOver(rsvp, seating.group)
  return kept === rsvp ? seating : withRsvp(seating, kept)
}

/** R89: what a changed RSVP means for its waits: a no ends all; a role that is had ends that wait, and the others unless they asked to keep waiting. */
function settleWaits(seating: Seating, before: Rsvp | undefined, id: string): Seating {
  const after = rsvpOf(seating, id)
  if (after.attending === false) return endAll(seating, id)
  const fresh = after.roleIds.filter((roleId) => !heldBy(before).includes(roleId))
  if (fresh.length === 0) return seating
  const seatings = (seating.group.seatings ?? 0) + 1
  const since = after.roleIds.map((roleId): [string, number] => [
    roleId,
    fresh.includes(roleId) ? seatings : (after.seatedAt?.[roleId] ?? 0),
  ])
  const group = { ...seating.group, seatings }
  const noted = withRsvp({ ...seating, group }, { ...after, seatedAt: Object.fromEntries(since) })
  const got = fresh.filter((roleId) => [...(after.waits ?? []), ...(after.offers ?? [])].some((one) => one.roleId === roleId))
  if (got.length > 0 && !after.keepWaiting) return endAll(noted, id)
  return got.reduce((done, roleId) => dropOffer(leave(done, id, roleId), id, roleId), noted)
}

const isSingle = ({ event }: Seating) => event?.assignmentRules.rule === 'singleRoleOnly'
const rolesHeld = ({ group }: Seating, rsvp: Rsvp) => heldBy(rsvp).filter((id) => group.roles.some(({ _id }) => _id === id))
/** R89: one role is the rule, and they have one that they haven't said to give up. */
export const mustChoose = (seating: Seating, id: string) => {
  const rsvp = rsvpOf(seating, id)
  return isSingle(seating) && !rsvp.replaceRole && rolesHeld(seating, rsvp).length > 0
}

/** Gives a seat that is free to somebody, in the place of the one they have where one role is the rule. R18: a new role asks to be confirmed. */
export function seat(seating: Seating, id: string, role: Role): Seating {
  const before = rsvpOf(seating, id)
  const roleIds = isSingle(seating) ? [role._id] : [...rolesHeld(seating, before), role._id]
  const after = { ...before, roleIds, declinedRoleIds: [], confirmedEpoch: null, confirmationDate: null, updatedAt: iso(seating.now) }
  const given = withRsvp({ ...seating, group: recountSeats(seating.group, before, after) }, after)
  return settleChange(given, before, id)
}

/** R91: gives the one it is held for the seat, or takes the offer back. Refuses `offer-over`. */
export function answerOffer(seating: Seating, id: string, role: Role, accept: boolean): Seating {
  const held = rsvpOf(seating, id).offers?.find(({ roleId }) => roleId === role._id)
  if (!held || held.until <= iso(seating.now)) refuse('offer-over')
  return accept ? seat(seating, id, role) : dropOffer(seating, id, role._id)
}

/** R91: ends the offers of one person that have run out. */
export const endOffers = (seating: Seating, id: string): Seating =>
  (rsvpOf(seating, id).offers ?? [])
    .filter(({ until }) => until <= iso(seating.now))
    .reduce((done, { roleId }) => {
      const role = roleOf(done, roleId)
      const ended = dropOffer(done, id, roleId)
      return role && !seating.group.cancelledAt ? tell(ended, 'over', id, role) : ended
    }, seating)

/** R90, R91: whether free seats go to those who wait. */
const isServed = ({ group, event, now }: Pick<Seating, 'group' | 'event' | 'now'>) =>
  !group.cancelledAt && !event?.cancelledAt && event?.published !== false && !hasBegun(event, now)
const isVacant = (role: Role) => occupied(role) < role.max && waiting(role) > 0

/** R90: the roles with a free seat that somebody waits for: none, once a commit is through. */
export const vacancies = (seating: Pick<Seating, 'group' | 'event' | 'now'>): Role[] =>
  isServed(seating) ? seating.group.roles.filter(isVacant) : []

const isPastCutoff = ({ group, event, now }: Seating) =>
  event !== undefined && now >= Date.parse(event.start) - group.waitlistCutoffHours * hourMs

/** What must be read before a free seat of this role can be given on: pages by key, RSVPs by id. */
export function unread(seating: Seating, role: Role, most: number) {
  const head = pageKey(role._id, role.line?.first ?? 0)
  const page = seating.pages.get(head)
  if (!page) return { pages: [{ roleId: role._id, no: role.line?.first ?? 0 }], rsvps: [] }
  const next = page.rsvpIds.slice(0, Math.min(role.max - occupied(role), most))
  const waits = next.flatMap((id) => seating.rsvps.get(id)?.waits ?? [])
  const pages = waits.filter((wait) => roleOf(seating, wait.roleId) && !seating.pages.has(pageKey(wait.roleId, wait.page)))
  return { pages: pages.map((wait) => ({ roleId: wait.roleId, no: wait.page })), rsvps: next.filter((id) => !seating.rsvps.has(id)) }
}

function serve(seating: Seating, role: Role, id: string): Seating {
  if (!seating.rsvps.get(id)) return offLine(seating, id, role._id, role.line?.first ?? 0)
  if (isErased(rsvpOf(seating, id))) return leave(seating, id, role._id) // R96: nobody is left to be told
  if (seating.barred.has(id)) return tell(leave(seating, id, role._id), 'ended', id, role)
  if (isPastCutoff(seating) || mustChoose(seating, id)) return offer(seating, id, role)
  return tell(seat(seating, id, role), 'given', id, role)
}

/** R90: gives every free seat to whoever is next, up to `most` of them and as far as what is needed has been read (`unread`). */
export function fillVacancies(seating: Seating, most: number): { readonly seating: Seating; readonly given: number } {
  let done = seating
  for (let given = 0; ; given++) {
    const known = (one: Role) => Object.values(unread(done, one, 1)).every((missing) => missing.length === 0)
    const role = given < most ? vacancies(done).find(known) : undefined
    const id = role && done.pages.get(pageKey(role._id, role.line?.first ?? 0))?.rsvpIds[0]
    if (!role || id === undefined) return { seating: done, given }
    done = serve(done, role, id)
  }
}

interface Asked {
  readonly attending: boolean
  readonly waitFor?: readonly string[] | undefined
  readonly keepWaiting?: boolean | undefined
  readonly replaceRole?: boolean | undefined
}
/** R89: the ids of the roles that an answer asks to wait for; undefined where it leaves the waits alone. Refuses `role-unknown`, `waitlist-off`, `selection-disabled`. */
export function rolesToWaitFor(group: Group, event: Event | undefined, rsvp: Rsvp, { attending, waitFor }: Asked): string[] | undefined {
  if (!attending || !waitFor) return undefined
  const has = (id: string) => rsvp.roleIds.includes(id) || (rsvp.offers ?? []).some(({ roleId }) => roleId === id)
  const named = waitFor.map((name) => (roleNamed(group, name) ?? refuse('role-unknown', { role: name }))._id)
  const wanted = [...new Set(named)].filter((id) => !has(id))
  const isNew = wanted.some((id) => !rsvp.waits?.some(({ roleId }) => roleId === id))
  if (isNew && !group.waitlist) refuse('waitlist-off')
  if (isNew && event && !event.assignmentRules.enableRoleSelfSelect) refuse('selection-disabled')
  return wanted
}

/** Whether an answer changes how somebody waits. */
export function changesWaits(group: Group, rsvp: Rsvp, wanted: readonly string[] | undefined, asked: Asked): boolean {
  if (!wanted) return false
  const waits = (rsvp.waits ?? []).filter(({ roleId }) => group.roles.some(({ _id }) => _id === roleId))
  const isSame = waits.length === wanted.length && waits.every(({ roleId }) => wanted.includes(roleId))
  const saysSame =
    (rsvp.keepWaiting ?? false) === (asked.keepWaiting ?? false) && (rsvp.replaceRole ?? false) === (asked.replaceRole ?? false)
  return !isSame || (wanted.length > 0 && !saysSame)
}

/** R89: has somebody wait for these roles and no others; what they said about keeping and replacing holds for all of them. */
export function waitFor(seating: Seating, id: string, wanted: readonly string[], { keepWaiting, replaceRole }: Asked): Seating {
  const { waits = [] } = rsvpOf(seating, id)
  const gone = waits.filter(({ roleId }) => !wanted.includes(roleId))
  const fresh = wanted.filter((roleId) => !waits.some((wait) => wait.roleId === roleId))
  const left = gone.reduce((done, { roleId }) => leave(done, id, roleId), seating)
  const joined = fresh.reduce((done, roleId) => join(done, id, roleId), left)
  return withRsvp(joined, tidy({ ...rsvpOf(joined, id), keepWaiting: keepWaiting || undefined, replaceRole: replaceRole || undefined }))
}

function toFront(seating: Seating, id: string, role: Role): Seating {
  const { keepWaiting, replaceRole } = rsvpOf(seating, id)
  const moved = join(leave(seating, id, role._id), id, role._id, 'front')
  return withRsvp(moved, { ...rsvpOf(moved, id), keepWaiting, replaceRole })
}

/** R92: what those who manage the group do with one who waits. Refuses `wait-unknown`, `role-full`, `single-role-only`. */
export function changeWait(seating: Seating, id: string, role: Role, change: 'give' | 'front' | 'remove'): Seating {
  if (!seating.rsvps.get(id)?.waits?.some(({ roleId }) => roleId === role._id)) refuse('wait-unknown', { role: role.name })
  if (change === 'front') return toFront(seating, id, role)
  if (change === 'remove') return tell(leave(seating, id, role._id), 'ended', id, role)
  if (occupied(role) >= role.max) refuse('role-full', { role: role.name, roles: [role.name] })
  if (mustChoose(seating, id)) refuse('single-role-only')
  return tell(seat(seating, id, role), 'given', id, role)
}

/** R93: lowers a limit below the seats taken: the newest of `holders` go to the front of the list. Refuses `role-under-filled` where offers hold more. */
export function moveToWaitlist(seating: Seating, roleId: string, max: number, holders: readonly Rsvp[]): Seating {
  const role = roleOf(seating, roleId) ?? refuse('role-unknown')
  if (max < (role.held ?? 0)) refuse('role-under-filled', { filled: role.held ?? 0, role: role.name })
  const seatedAt = (one: Rsvp) => one.seatedAt?.[roleId] ?? 0
  const newest = holders
    .toSorted((a, b) => seatedAt(b) - seatedAt(a) || (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, occupied(role) - max)
  const unseat = (done: Seating, before: Rsvp): Seating => {
    const after = { ...before, roleIds: before.roleIds.filter((id) => id !== roleId), updatedAt: iso(seating.now) }
    const unseated = withRsvp({ ...done, group: recountSeats(done.group, before, after) }, after)
    return tell(join(keepHandOver(unseated, before._id), before._id, roleId, 'front'), 'moved', before._id, role)
  }
  return newest.reduce(unseat, withRole(seating, { ...role, max }))
}
