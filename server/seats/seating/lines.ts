// The lines of a group's roles, and one step in them: somebody joins or leaves, is offered a seat or no longer. Pure.

import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { needOf, sizeOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group, Role } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { counted, leastOn, pageKey, pageToJoin, type WaitPage, withNeed } from '#server/seats/model/waitlist.ts'

/** A group with what was read of its lines and of those on them. Revisions are counted by whoever writes it. */
export interface SeatState {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly now: number
  /** By id; undefined for one that is gone. */
  readonly rsvps: ReadonlyMap<string, Rsvp | undefined>
  readonly pages: ReadonlyMap<string, WaitPage>
  /** R90: who may not attend any more. */
  readonly barred: ReadonlySet<string>
  /** R149: whom a seat here would give more than they may hold in the groups of the event. */
  readonly clashing: ReadonlySet<string>
}

export const hourMs = 3_600_000
/** R91: how long an offer holds a seat at most. */
const offerHours = 4
export const withRole = (seating: SeatState, role: Role): SeatState => ({
  ...seating,
  group: { ...seating.group, roles: seating.group.roles.map((one) => (one._id === role._id ? role : one)) },
})
const withPage = (seating: SeatState, page: WaitPage): SeatState => ({
  ...seating,
  pages: new Map([...seating.pages, [pageKey(page.roleId, page.no), page]]),
})
export const withRsvp = (seating: SeatState, rsvp: Rsvp): SeatState => ({
  ...seating,
  rsvps: new Map([...seating.rsvps, [rsvp._id, rsvp]]),
})
export const roleOf = ({ group }: SeatState, roleId: string) => group.roles.find(({ _id }) => _id === roleId)
export const rsvpOf = ({ rsvps }: SeatState, id: string): Rsvp => rsvps.get(id) ?? refuse('rsvp-unknown')

/** A changed page of a role's line, with `step` more answers on it. */
const withLine = (seating: SeatState, role: Role, page: WaitPage, step: number): SeatState =>
  withPage(withRole(seating, { ...role, line: counted(role.line, page.no, step, leastOn(page)) }), page)

/** R89: puts somebody on the line of a role, whose page must have been read. */
export function join(seating: SeatState, id: string, roleId: string, end: 'front' | 'back' = 'back'): SeatState {
  const role = roleOf(seating, roleId)
  if (!role) return seating
  const no = pageToJoin(role, end)
  const fresh: WaitPage = { _id: '', rev: 0, groupId: seating.group._id, roleId, no, rsvpIds: [] }
  const page = seating.pages.get(pageKey(roleId, no)) ?? fresh
  const rsvpIds = end === 'front' ? [id, ...page.rsvpIds] : [...page.rsvpIds, id]
  const rsvp = rsvpOf(seating, id)
  const joined = withLine(seating, role, withNeed({ ...page, rsvpIds }, id, needOf(rsvp)), 1)
  return withRsvp(joined, { ...rsvp, waits: [...(rsvp.waits ?? []), { roleId, page: no }] })
}

/** What was said about waiting ends with the last wait and offer. */
export const tidy = (rsvp: Rsvp): Rsvp =>
  rsvp.waits || rsvp.offers ? rsvp : { ...rsvp, keepWaiting: undefined, replaceRole: undefined, atLeast: undefined }

/** Takes somebody off the line of a role. */
export function leave(seating: SeatState, id: string, roleId: string): SeatState {
  const rsvp = rsvpOf(seating, id)
  const wait = rsvp.waits?.find((one) => one.roleId === roleId)
  if (!wait) return seating
  const left = rsvp.waits?.filter((one) => one !== wait) ?? []
  return offLine(withRsvp(seating, tidy({ ...rsvp, waits: left.length > 0 ? left : undefined })), id, roleId, wait.page)
}
export function offLine(seating: SeatState, id: string, roleId: string, no: number): SeatState {
  const role = roleOf(seating, roleId)
  const page = seating.pages.get(pageKey(roleId, no))
  if (!role || !page) return seating
  return withLine(seating, role, { ...withNeed(page, id, 1), rsvpIds: page.rsvpIds.filter((one) => one !== id) }, -1)
}

const soonest = (offers: Rsvp['offers']) => offers?.map(({ until }) => until).sort()[0]

/** R91: takes back what is held for somebody. */
export function dropOffer(seating: SeatState, id: string, roleId: string): SeatState {
  const rsvp = rsvpOf(seating, id)
  const offer = rsvp.offers?.find((one) => one.roleId === roleId)
  if (!rsvp.offers || !offer) return seating
  const kept = rsvp.offers.filter((one) => one.roleId !== roleId)
  const offers = kept.length > 0 ? kept : undefined
  const dropped = withRsvp(seating, tidy({ ...rsvp, offers, offerUntil: soonest(offers) }))
  const role = roleOf(seating, roleId)
  return role ? withRole(dropped, { ...role, held: (role.held ?? 0) - (offer.seats ?? 1) || undefined }) : dropped
}

/** R91: until when an offer that is heard of now holds a seat. Without an event nothing ends. */
export const offerEnd = (event: GroupEvent | undefined, now: number) => {
  const left = event ? (Date.parse(event.start) - now) / 2 : Infinity
  return iso(now + Math.min(offerHours * hourMs, left))
}

/** R91, R173: holds so many seats for somebody who waits. */
export function offer(seating: SeatState, id: string, role: Role, seats: number): SeatState {
  const until = offerEnd(seating.event, seating.now)
  const { keepWaiting, replaceRole, atLeast } = rsvpOf(seating, id)
  const left = leave(seating, id, role._id)
  const rsvp = { ...rsvpOf(left, id), keepWaiting, replaceRole, atLeast }
  const offers = [...(rsvp.offers ?? []), { roleId: role._id, until, ...(seats > 1 && { seats }) }]
  const current = roleOf(left, role._id) ?? role
  return withRole(withRsvp(left, { ...rsvp, offers, offerUntil: soonest(offers) }), { ...current, held: (current.held ?? 0) + seats })
}

/** R251: holds what is offered to somebody until then. */
export function holdUntil(seating: SeatState, id: string, roleId: string, until: string): SeatState {
  const rsvp = rsvpOf(seating, id)
  const offers = rsvp.offers?.map((one) => (one.roleId === roleId ? { ...one, until } : one))
  return withRsvp(seating, { ...rsvp, offers, offerUntil: soonest(offers) })
}

/** R172, R173: what a party of another size waits for, and no more seats held for it than it takes. */
export function settleParty(seating: SeatState, id: string): SeatState {
  const { waits = [], offers = [], ...rsvp } = rsvpOf(seating, id)
  const inLine = waits.reduce((done, { roleId, page: no }) => {
    const [role, page] = [roleOf(done, roleId), done.pages.get(pageKey(roleId, no))]
    const settled = page && withNeed(page, id, needOf(rsvp))
    return role && settled && settled !== page ? withLine(done, role, settled, 0) : done
  }, seating)
  const size = sizeOf(rsvp)
  if (offers.every(({ seats = 1 }) => seats <= size)) return inLine
  const kept = offers.map(({ roleId, until, seats = 1 }) => ({
    roleId,
    until,
    ...(size > 1 && seats > 1 && { seats: Math.min(seats, size) }),
  }))
  const spare = (roleId: string) => offers.reduce((sum, one) => sum + (one.roleId === roleId ? Math.max(0, (one.seats ?? 1) - size) : 0), 0)
  const roles = inLine.group.roles.map((role) => (role.held ? { ...role, held: role.held - spare(role._id) } : role))
  return withRsvp({ ...inLine, group: { ...inLine.group, roles } }, { ...rsvpOf(inLine, id), offers: kept })
}

/** Ends every wait and offer of a person. */
export function endAll(seating: SeatState, id: string): SeatState {
  const { waits = [], offers = [] } = rsvpOf(seating, id)
  const left = waits.reduce((done, { roleId }) => leave(done, id, roleId), seating)
  return offers.reduce((done, { roleId }) => dropOffer(done, id, roleId), left)
}
