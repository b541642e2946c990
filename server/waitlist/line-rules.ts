// The lines of a group's roles, and one step in them: somebody joins or leaves, is offered a seat or no longer. Pure.
import type { Event } from '../event/model.ts'
import type { Group, Role } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Rsvp } from '../rsvp/model.ts'
import { counted, pageKey, pageToJoin, type Telling, type WaitPage } from './model.ts'

/** A group with what was read of its lines and of those on them. Revisions are counted by whoever writes it. */
export interface Seating {
  readonly group: Group
  readonly event: Event | undefined
  readonly now: number
  /** By id; undefined for one that is gone. */
  readonly rsvps: ReadonlyMap<string, Rsvp | undefined>
  readonly pages: ReadonlyMap<string, WaitPage>
  /** R90: who may not attend any more. */
  readonly barred: ReadonlySet<string>
  readonly tellings: readonly Telling[]
}

export const hourMs = 3_600_000
/** R91: how long an offer holds a seat at most. */
const offerHours = 4
export const withRole = (seating: Seating, role: Role): Seating => ({
  ...seating,
  group: { ...seating.group, roles: seating.group.roles.map((one) => (one._id === role._id ? role : one)) },
})
const withPage = (seating: Seating, page: WaitPage): Seating => ({
  ...seating,
  pages: new Map([...seating.pages, [pageKey(page.roleId, page.no), page]]),
})
export const withRsvp = (seating: Seating, rsvp: Rsvp): Seating => ({ ...seating, rsvps: new Map([...seating.rsvps, [rsvp._id, rsvp]]) })
export const tell = (seating: Seating, kind: Telling['kind'], id: string, role: Role, until?: string): Seating => ({
  ...seating,
  tellings: [...seating.tellings, { kind, rsvp: rsvpOf(seating, id), role, ...(until !== undefined && { until }) }],
})
export const roleOf = ({ group }: Seating, roleId: string) => group.roles.find(({ _id }) => _id === roleId)
export const rsvpOf = ({ rsvps }: Seating, id: string): Rsvp => rsvps.get(id) ?? refuse('rsvp-unknown')

/** R89: puts somebody on the line of a role, whose page must have been read. */
export function join(seating: Seating, id: string, roleId: string, end: 'front' | 'back' = 'back'): Seating {
  const role = roleOf(seating, roleId)
  if (!role) return seating
  const no = pageToJoin(role, end)
  const fresh: WaitPage = { _id: '', rev: 0, groupId: seating.group._id, roleId, no, rsvpIds: [] }
  const page = seating.pages.get(pageKey(roleId, no)) ?? fresh
  const rsvpIds = end === 'front' ? [id, ...page.rsvpIds] : [...page.rsvpIds, id]
  const rsvp = rsvpOf(seating, id)
  const joined = withPage(withRole(seating, { ...role, line: counted(role.line, no, 1) }), { ...page, rsvpIds })
  return withRsvp(joined, { ...rsvp, waits: [...(rsvp.waits ?? []), { roleId, page: no }] })
}

/** What was said about waiting ends with the last wait and offer. */
export const tidy = (rsvp: Rsvp): Rsvp => (rsvp.waits || rsvp.offers ? rsvp : { ...rsvp, keepWaiting: undefined, replaceRole: undefined })

/** Takes somebody off the line of a role. */
export function leave(seating: Seating, id: string, roleId: string): Seating {
  const rsvp = rsvpOf(seating, id)
  const wait = rsvp.waits?.find((one) => one.roleId === roleId)
  if (!wait) return seating
  const left = rsvp.waits?.filter((one) => one !== wait) ?? []
  return offLine(withRsvp(seating, tidy({ ...rsvp, waits: left.length > 0 ? left : undefined })), id, roleId, wait.page)
}
export function offLine(seating: Seating, id: string, roleId: string, no: number): Seating {
  const role = roleOf(seating, roleId)
  const page = seating.pages.get(pageKey(roleId, no))
  if (!role || !page) return seating
  const off = withRole(seating, { ...role, line: counted(role.line, no, -1) })
  return withPage(off, { ...page, rsvpIds: page.rsvpIds.filter((one) => one !== id) })
}

const soonest = (offers: Rsvp['offers']) => offers?.map(({ until }) => until).sort()[0]

/** R91: takes back what is held for somebody. */
export function dropOffer(seating: Seating, id: string, roleId: string): Seating {
  const rsvp = rsvpOf(seating, id)
  if (!rsvp.offers?.some((one) => one.roleId === roleId)) return seating
  const kept = rsvp.offers.filter((one) => one.roleId !== roleId)
  const offers = kept.length > 0 ? kept : undefined
  const dropped = withRsvp(seating, tidy({ ...rsvp, offers, offerUntil: soonest(offers) }))
  const role = roleOf(seating, roleId)
  return role ? withRole(dropped, { ...role, held: (role.held ?? 0) - 1 || undefined }) : dropped
}

/** R91: how long an offer made now holds a seat. Without an event nothing ends. */
const offerEnd = (event: Event | undefined, now: number) => {
  const left = event ? (Date.parse(event.start) - now) / 2 : Infinity
  return iso(now + Math.min(offerHours * hourMs, left))
}

export function offer(seating: Seating, id: string, role: Role): Seating {
  const until = offerEnd(seating.event, seating.now)
  const { keepWaiting, replaceRole } = rsvpOf(seating, id)
  const left = leave(seating, id, role._id)
  const rsvp = { ...rsvpOf(left, id), keepWaiting, replaceRole }
  const offers = [...(rsvp.offers ?? []), { roleId: role._id, until }]
  const present = roleOf(left, role._id) ?? role
  const held = withRole(withRsvp(left, { ...rsvp, offers, offerUntil: soonest(offers) }), { ...present, held: (present.held ?? 0) + 1 })
  return tell(held, 'offered', id, role, until)
}

/** Ends every wait and offer of a person. */
export function endAll(seating: Seating, id: string): Seating {
  const { waits = [], offers = [] } = rsvpOf(seating, id)
  const left = waits.reduce((done, { roleId }) => leave(done, id, roleId), seating)
  return offers.reduce((done, { roleId }) => dropOffer(done, id, roleId), left)
}
