// What taking an act back does to the answers of a group: fact by fact what stood, or a sentence that says what has changed since. Pure.
import { undoSeconds } from '#protocol/kernel/limits.ts'
import type { ActivityKind, ActivityLine, SettingsThen } from '#protocol/record/activity.ts'
import { undoableKinds } from '#protocol/record/undo.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { settingNames } from '#server/record/model/undo.ts'
import { sizeOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { freeIn, type Group, occupied } from '#server/seats/model/group.ts'
import { isErased, livingRsvp, type Rsvp, seatsHeld } from '#server/seats/model/rsvp.ts'
import { pageKey, pageToServe, type WaitPage } from '#server/seats/model/waitlist.ts'
import { anonymized } from '#server/seats/rules/guest.ts'
import { hasBegun, withCounts } from '#server/seats/seating/counts.ts'
import { mustChoose } from '#server/seats/seating/fill.ts'
import { leave, type SeatState } from '#server/seats/seating/lines.ts'

/** What a line of the activity tells an undo. */
export type UndoLine = Pick<ActivityLine, 'at' | 'by' | 'kind' | 'rsvp' | 'rsvpIds' | 'from' | 'to' | 'undoes'>

const takingKinds: readonly ActivityKind[] = ['unassign', 'remove']
/** R129: whether it tells of what was taken away, and of nothing that was given. */
export const isOfTaking = ({ kind }: Pick<UndoLine, 'kind'>) => takingKinds.includes(kind)
const seatKinds: readonly ActivityKind[] = ['assign', 'reassign', ...takingKinds]
/** Whether it tells of a seat that was given, moved or taken away by hand. */
export const isOfSeats = ({ kind }: Pick<UndoLine, 'kind'>) => seatKinds.includes(kind)

/** R106: the lines of an act that are put back. Refuses what isn't this person's to take back, comes too late, or can't be. */
export function checkUndoable<L extends UndoLine>(lines: readonly L[], userId: string, now: number): L[] {
  const [first] = lines
  if (first?.by.type !== 'person' || first.by.userId !== userId) refuse('undo-not-yours')
  if (Date.parse(first.at) + undoSeconds * 1_000 <= now) refuse('undo-late', { seconds: undoSeconds })
  const own = lines.filter(({ kind, undoes }) => undoableKinds.includes(kind) && undoes === undefined)
  const isUnable = (line: L) => (isOfSeats(line) && line.rsvpIds) || line.to.settings?.groupIds
  if (own.length === 0 || own.some(isUnable)) refuse('undo-unable') // what several got alike names none of them
  return own
}

export const ids = (roles: readonly { readonly _id: string }[] = []) => roles.map(({ _id }) => _id)

/** The current state that an act is taken back from. */
export interface UndoState {
  readonly group: Group
  readonly event: GroupEvent | undefined
  /** The answers that the lines are about, by id. */
  readonly rsvps: ReadonlyMap<string, Rsvp | undefined>
  /** R129: what stood of answers that were taken away. */
  readonly stood: ReadonlyMap<string, Partial<Rsvp>>
  readonly now: number
}
/** An answer before and after; it is dropped where there was none before the act. */
export interface PutBack<L extends UndoLine = UndoLine> {
  readonly before: Rsvp
  readonly after: Rsvp | undefined
  /** Its lines in the activity. */
  readonly line: L
}

/** The roles that somebody lost by the act: one that was gone already has no name (R8). */
const lostIn = ({ from }: Pick<UndoLine, 'from'>) => (from.roles ?? []).filter(({ name }) => name !== '')

/** Refuses where what the act left has changed: another answer, a role had or lost again. */
function checkAsLeft({ group }: UndoState, current: Rsvp, { from, to }: UndoLine) {
  const person = current.name
  if (to.attending !== undefined && current.attending !== to.attending) refuse('undo-answered', { person })
  const held = seatsHeld(current, group)
  for (const { _id, name } of lostIn({ from })) {
    if (!group.roles.some((role) => role._id === _id)) refuse('undo-role-gone', { role: name })
    if (current.attending === false) refuse('undo-answered', { person })
    if (held.includes(_id)) refuse('undo-held', { person, role: name })
  }
  for (const { _id, name } of to.roles ?? []) if (!held.includes(_id)) refuse('undo-lost', { person, role: name })
  // R96: who is named again has got more since, or has said something.
  if (from.erased && (current.note || current.changes || held.some((id) => !ids(to.roles).includes(id)))) refuse('undo-unable')
  // What waited or was offered has gone on to others by now.
  if (from.waits || from.offers || from.handOver) refuse('undo-unable')
}

/** Whether the act made this answer, and nobody has added anything to it. */
const isAllOfIt = (current: Rsvp, { from, to }: UndoLine) =>
  to.attending === null &&
  from.attending === undefined &&
  current.roleIds.every((id) => ids(to.roles).includes(id)) &&
  !(current.invitation || current.waits || current.offers || current.note)

/** Whether they have come to have more since, or to wait for more: a no would take that away with the rest. */
const hasMore = (current: Rsvp, { to }: UndoLine, group: Group) =>
  current.waits !== undefined || current.offers !== undefined || seatsHeld(current, group).some((id) => !ids(to.roles).includes(id))

/** One answer as it stood; undefined where there was none. What was said since in other respects stays. */
function answerBefore(standing: UndoState, current: Rsvp, line: UndoLine): Rsvp | undefined {
  const { group, event, now } = standing
  const { from, to } = line
  checkAsLeft(standing, current, line)
  if (isAllOfIt(current, line)) return undefined
  const kept = current.roleIds.filter((id) => !ids(to.roles).includes(id))
  const other = group.roles.find(({ _id }) => kept.includes(_id))
  if (lostIn(line).length > 0 && other && event?.assignmentRules.rule === 'singleRoleOnly')
    refuse('undo-other-role', { person: current.name, role: other.name })
  const attending = from.attending === undefined || hasMore(current, line, group) ? current.attending : from.attending
  const isBack = from.confirmed === true && attending === true && from.confirmedEpoch === group.confirmEpoch
  const before: Rsvp = {
    ...current,
    attending,
    roleIds: [...kept, ...ids(lostIn(line))],
    declinedRoleIds: attending === false ? [...current.declinedRoleIds, ...ids(from.declinedRoles)] : current.declinedRoleIds,
    ...(isBack && { confirmedEpoch: group.confirmEpoch, confirmationDate: current.confirmationDate ?? from.confirmedAt ?? iso(now) }),
    updatedAt: iso(now),
  }
  return from.erased ? anonymized(before, now) : { ...before, rev: current.rev + 1 }
}

/** R129: an answer that was taken away, as it stood. Refuses where its holder has answered anew, or a role of theirs is gone. */
function answerRestored({ group, stood, now }: UndoState, current: Rsvp, line: UndoLine): Rsvp {
  const { removedAt, removalTold: _told, blockedAt: _, ...rest } = current
  if (removedAt === undefined) refuse('undo-answered', { person: current.name })
  for (const { _id, name } of lostIn(line)) if (!group.roles.some((role) => role._id === _id)) refuse('undo-role-gone', { role: name })
  const before = stood.get(current._id)
  if (!before || line.from.waits || line.from.offers || line.from.handOver) refuse('undo-unable')
  return { ...rest, ...before, rev: current.rev + 1, updatedAt: iso(now) }
}

/** R3, R90: refuses where a seat that somebody is to have again is another's by now, or others wait for it. */
function checkSeats({ group: current, event, now }: UndoState, group: Group, lines: readonly UndoLine[]): Group {
  const passed = lines.flatMap(({ to }) => ids(to.roles)) // a seat that passes from one to another is never free
  for (const { _id, name } of lines.flatMap(lostIn)) {
    const role = group.roles.find((one) => one._id === _id)
    if (!role) continue
    const was = current.roles.find((one) => one._id === _id)
    const isWaitedFor = was !== undefined && pageToServe(was) !== undefined && !passed.includes(_id) && !hasBegun(event, now)
    if (occupied(role) > role.max || isWaitedFor) refuse('undo-seat-gone', { role: name })
  }
  return { ...group, rev: current.rev + 1 }
}

/** R106: the seats that were given, moved or taken away, as they stood. Never takes one from anybody else. */
export function putSeatsBack<L extends UndoLine>(standing: UndoState, lines: readonly L[]): { group: Group; changed: PutBack<L>[] } {
  // Who lost a seat is looked at first, so that the reason of a refusal doesn't depend on who was written first.
  const lostFirst = lines.toSorted((one, other) => lostIn(other).length - lostIn(one).length)
  const changed = lostFirst.flatMap((line): PutBack<L>[] => {
    if (!line.rsvp) return []
    const found = standing.rsvps.get(line.rsvp._id)
    if (line.kind === 'remove' && found && !isErased(found)) return [{ before: found, after: answerRestored(standing, found, line), line }]
    const before = livingRsvp(found) ?? refuse('undo-person-gone')
    return [{ before, after: answerBefore(standing, before, line), line }]
  })
  const group = changed.reduce((done, { before, after }) => withCounts(done, before, after), standing.group)
  return { group: checkSeats(standing, group, lines), changed }
}

/** R93: who has a role again stands among its holders where they stood. */
function seatedAsBefore(after: Rsvp, before: Rsvp): Rsvp {
  const kept = Object.entries(before.seatedAt ?? {}).filter(([id]) => after.roleIds.includes(id))
  return kept.length > 0 ? { ...after, seatedAt: { ...after.seatedAt, ...Object.fromEntries(kept) } } : after
}

/** R93, R106: somebody whom a lower limit moved to the waitlist, in the seat they had; nothing where they have done otherwise since. */
function seatAgain(seating: SeatState, rsvpId: string, roleId: string): SeatState {
  const role = seating.group.roles.find(({ _id }) => _id === roleId)
  const waiter = seating.rsvps.get(rsvpId)
  const isWaiting = waiter?.waits?.some((wait) => wait.roleId === roleId)
  if (!role || !waiter || !isWaiting || freeIn(role) < sizeOf(waiter) || mustChoose(seating, rsvpId)) return seating
  const left = leave(seating, rsvpId, roleId)
  const before = left.rsvps.get(rsvpId) ?? refuse('undo-person-gone')
  const after = { ...before, roleIds: [...before.roleIds, roleId], updatedAt: iso(seating.now) }
  return {
    ...left,
    group: withCounts(left.group, before, after),
    rsvps: new Map([...left.rsvps, [rsvpId, after]]),
  }
}

interface AsBefore {
  readonly changed: readonly PutBack[]
  /** Pages of lines without who has stopped waiting. */
  readonly cleaned: readonly WaitPage[]
  readonly moved: readonly { readonly rsvpId: string; readonly roleId: string }[]
}
/** R93, R106: the order of holders and lines as it stood, and the seats of those who had been moved to the waitlist. */
export function asBefore(seating: SeatState, { changed, cleaned, moved }: AsBefore): SeatState {
  const pages = new Map([...seating.pages, ...cleaned.map((page) => [pageKey(page.roleId, page.no), page] as const)])
  const rsvps = changed.flatMap(({ before }) => {
    const after = seating.rsvps.get(before._id)
    return after ? [[after._id, seatedAsBefore(after, before)] as const] : []
  })
  const ordered: SeatState = { ...seating, pages, rsvps: new Map([...seating.rsvps, ...rsvps]) }
  return moved.reduce<SeatState>((done, { rsvpId, roleId }) => seatAgain(done, rsvpId, roleId), ordered)
}

const keysOf = (settings: SettingsThen = {}) => Object.keys(settings) as (keyof SettingsThen)[]
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** R106: the settings as they stood. Refuses where somebody has changed one of them since. */
export function settingsBefore(current: SettingsThen, { from, to }: UndoLine): Omit<SettingsThen, 'roleOrder'> {
  const { roleOrder: _, ...was } = from.settings ?? {}
  for (const key of new Set([...keysOf(was), ...keysOf(to.settings)]))
    if (key !== 'roleOrder' && !same(current[key], to.settings?.[key])) refuse('undo-changed', { what: settingNames[key] })
  return was
}
