// What taking an act back does to the answers of a group: fact by fact what stood, or a sentence that says what has changed since. Pure.
import type { ActivityKind, ActivityLine, RoleThen, SeatsThen, SettingsThen } from '#protocol/activity.ts'
import type { Tier } from '#protocol/limits.ts'
import { roleKey } from '#protocol/texts.ts'
import { undoableKinds, undoSeconds } from '#protocol/undo.ts'
import type { Event } from '../event/model.ts'
import { type Group, occupied, type Role, waiting } from '../group/model.ts'
import { addRole, roleNamed, setRoleMax, setRoleMin } from '../group/rules.ts'
import { anonymized } from '../guest/rules.ts'
import { isOnlyInvited } from '../invitation/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { inTally } from '../reminder/rules.ts'
import { livingRsvp, type Rsvp, seatsHeld } from '../rsvp/model.ts'
import { hasBegun, recountSeats } from '../rsvp/rules.ts'
import { counted, pageKey, type WaitPage } from '../waitlist/model.ts'
import { leave, mustChoose, type Seating } from '../waitlist/rules.ts'
import { settingNames } from './model.ts'

/** What a line of the activity tells an undo. */
export type Line = Pick<ActivityLine, 'at' | 'by' | 'kind' | 'rsvp' | 'rsvpIds' | 'from' | 'to' | 'undoes'>

const seatKinds: readonly ActivityKind[] = ['assign', 'unassign', 'reassign']
/** Whether it tells of a seat that was given, moved or taken away by hand. */
export const isOfSeats = ({ kind }: Pick<Line, 'kind'>) => seatKinds.includes(kind)

/** R106: the lines of an act that are put back. Refuses what isn't this person's to take back, comes too late, or can't be. */
export function checkUndoable<L extends Line>(lines: readonly L[], userId: string, now: number): L[] {
  const [first] = lines
  if (first?.by.type !== 'person' || first.by.userId !== userId) refuse('undo-not-yours')
  if (Date.parse(first.at) + undoSeconds * 1_000 <= now) refuse('undo-late', { seconds: undoSeconds })
  const own = lines.filter(({ kind, undoes }) => undoableKinds.includes(kind) && undoes === undefined)
  if (own.length === 0 || own.some((line) => isOfSeats(line) && line.rsvpIds)) refuse('undo-unable') // what several got alike names none of them
  return own
}

const ids = (roles: readonly { readonly _id: string }[] = []) => roles.map(({ _id }) => _id)

/** The present state that an act is taken back from. */
export interface Standing {
  readonly group: Group
  readonly event: Event | undefined
  /** The answers that the lines are about, by id. */
  readonly rsvps: ReadonlyMap<string, Rsvp | undefined>
  readonly now: number
}
/** An answer before and after; it is dropped where there was none before the act. */
export interface PutBack<L extends Line = Line> {
  readonly before: Rsvp
  readonly after: Rsvp | undefined
  /** What told of it. */
  readonly line: L
}

/** The roles that somebody lost by the act: one that was gone already has no name (R8). */
const lostIn = ({ from }: Pick<Line, 'from'>) => (from.roles ?? []).filter(({ name }) => name !== '')

/** Refuses where what the act left has changed: another answer, a role had or lost again. */
function checkAsLeft({ group }: Standing, present: Rsvp, { from, to }: Line) {
  const person = present.name
  if (to.attending !== undefined && present.attending !== to.attending) refuse('undo-answered', { person })
  const held = seatsHeld(present, group)
  for (const { _id, name } of lostIn({ from })) {
    if (!group.roles.some((role) => role._id === _id)) refuse('undo-role-gone', { role: name })
    if (present.attending === false) refuse('undo-answered', { person })
    if (held.includes(_id)) refuse('undo-held', { person, role: name })
  }
  for (const { _id, name } of to.roles ?? []) if (!held.includes(_id)) refuse('undo-lost', { person, role: name })
  // R96: who is named again has got more since, or has said something.
  if (from.erased && (present.note || present.changes || held.some((id) => !ids(to.roles).includes(id)))) refuse('undo-unable')
  // What waited or was offered has gone on to others by now.
  if (from.waits || from.offers || from.handOver) refuse('undo-unable')
}

/** Whether the act made this answer, and nobody has added anything to it. */
const isAllOfIt = (present: Rsvp, { from, to }: Line) =>
  to.attending === null &&
  from.attending === undefined &&
  present.roleIds.every((id) => ids(to.roles).includes(id)) &&
  !(present.invitation || present.waits || present.offers || present.note)

/** Whether they have come to have more since, or to wait for more: a no would take that away with the rest. */
const hasMore = (present: Rsvp, { to }: Line, group: Group) =>
  present.waits !== undefined || present.offers !== undefined || seatsHeld(present, group).some((id) => !ids(to.roles).includes(id))

/** One answer as it stood; undefined where there was none. What was said since in other respects stays. */
function answerBefore(standing: Standing, present: Rsvp, line: Line): Rsvp | undefined {
  const { group, event, now } = standing
  const { from, to } = line
  checkAsLeft(standing, present, line)
  if (isAllOfIt(present, line)) return undefined
  const kept = present.roleIds.filter((id) => !ids(to.roles).includes(id))
  const other = group.roles.find(({ _id }) => kept.includes(_id))
  if (lostIn(line).length > 0 && other && event?.assignmentRules.rule === 'singleRoleOnly')
    refuse('undo-other-role', { person: present.name, role: other.name })
  const attending = from.attending === undefined || hasMore(present, line, group) ? present.attending : from.attending
  const isBack = from.confirmed === true && attending === true && from.confirmedEpoch === group.confirmEpoch
  const before: Rsvp = {
    ...present,
    attending,
    roleIds: [...kept, ...ids(lostIn(line))],
    declinedRoleIds: attending === false ? [...present.declinedRoleIds, ...ids(from.declinedRoles)] : present.declinedRoleIds,
    ...(isBack && { confirmedEpoch: group.confirmEpoch, confirmationDate: present.confirmationDate ?? from.confirmedAt ?? iso(now) }),
    updatedAt: iso(now),
  }
  return from.erased ? anonymized(before, now) : { ...before, rev: present.rev + 1 }
}

/** The group without an answer that had said nothing. */
function uncounted(group: Group, before: Rsvp): Group {
  const rest = recountSeats(group, before, { ...before, roleIds: [], declinedRoleIds: [] })
  return { ...rest, answers: { ...rest.answers, none: rest.answers.none - 1 } }
}

/** R3, R90: refuses where a seat that somebody is to have again is another's by now, or others wait for it. */
function checkSeats({ group: present, event, now }: Standing, group: Group, lines: readonly Line[]): Group {
  const passed = lines.flatMap(({ to }) => ids(to.roles)) // a seat that passes from one to another is never free
  for (const { _id, name } of lines.flatMap(lostIn)) {
    const role = group.roles.find((one) => one._id === _id)
    if (!role) continue
    const isWaitedFor = waiting(role) > 0 && !passed.includes(_id) && !hasBegun(event, now)
    if (occupied(role) > role.max || isWaitedFor) refuse('undo-seat-gone', { role: name })
  }
  return { ...group, rev: present.rev + 1 }
}

/** R106: the seats that were given, moved or taken away, as they stood. Never takes one from anybody else. */
export function putSeatsBack<L extends Line>(standing: Standing, lines: readonly L[]): { group: Group; changed: PutBack<L>[] } {
  const changed = lines.flatMap((line): PutBack<L>[] => {
    if (!line.rsvp) return []
    const before = livingRsvp(standing.rsvps.get(line.rsvp._id)) ?? refuse('undo-person-gone')
    return [{ before, after: answerBefore(standing, before, line), line }]
  })
  const group = changed.reduce(
    (done, { before, after }) => (after ? recountSeats(done, before, after) : uncounted(done, before)),
    standing.group,
  )
  return { group: checkSeats(standing, group, lines), changed }
}

/** R93: who has a role again stands among its holders where they stood. */
function seatedAsBefore(after: Rsvp, before: Rsvp): Rsvp {
  const kept = Object.entries(before.seatedAt ?? {}).filter(([id]) => after.roleIds.includes(id))
  return kept.length > 0 ? { ...after, seatedAt: { ...after.seatedAt, ...Object.fromEntries(kept) } } : after
}

const roleIn = (roles: readonly Role[], { _id, name }: RoleThen) =>
  roles.find((role) => role._id === _id) ?? refuse('undo-role-gone', { role: name })

/** A role without what was changed of it. Refuses where somebody has changed the same since. */
function roleBefore(group: Group, was: SeatsThen, is: SeatsThen, tier: Tier): Group {
  const role = roleIn(group.roles, is)
  const isRenamed = was.name !== is.name
  if (isRenamed && role.name !== is.name) refuse('undo-changed', { what: `The name of “${role.name}”` })
  if (was.max !== is.max && role.max !== is.max) refuse('undo-changed', { what: `The limit of “${role.name}”` })
  const hadMinimum = was.min !== is.min
  if (hadMinimum && (role.min ?? 0) !== (is.min ?? 0)) refuse('undo-changed', { what: `The minimum of “${role.name}”` })
  const limited = was.max === is.max ? group.roles : setRoleMax({ ...group, waitlist: false }, role.name, was.max, tier)
  const max = was.max === is.max ? role.max : was.max
  const min = hadMinimum ? (was.min ?? 0) : (role.min ?? 0)
  const roles = setRoleMin({ ...group, roles: limited }, { name: role.name, max, min })
  return { ...group, roles: roles.map((one) => (one._id === role._id && isRenamed ? { ...one, name: was.name } : one)) }
}

function withoutAdded(group: Group, added: SeatsThen): Group {
  const role = roleIn(group.roles, added)
  if (occupied(role) > 0) refuse('role-held', { role: role.name })
  return { ...group, roles: group.roles.filter((one) => one !== role) }
}

/** A deleted role at its place among the others, with no seats counted yet. */
function withDeleted(group: Group, { _id, at, ...role }: SeatsThen, tier: Tier): Group {
  if (roleNamed(group, role.name)) refuse('undo-name-taken', { role: role.name })
  const added = addRole(group, role, tier, _id)
  return { ...group, roles: added.slice(0, -1).toSpliced(at, 0, ...added.slice(-1)) }
}

/** R106: the roles as they stood, within the plan. Those that were deleted are there again, and count nobody yet (`withHolders`). */
export function putRolesBack(present: Group, lines: readonly Line[], tier: Tier): { group: Group; back: readonly string[] } {
  const sides = lines.map(({ from, to }) => ({ was: from.seats ?? [], is: to.seats ?? [] }))
  const added = sides.flatMap(({ was, is }) => is.filter(({ _id }) => !ids(was).includes(_id)))
  const deleted = sides.flatMap(({ was, is }) => was.filter(({ _id }) => !ids(is).includes(_id)))
  const changed = sides.flatMap(({ was, is }) =>
    was.flatMap((before) => is.filter(({ _id }) => _id === before._id).map((now) => ({ before, now }))),
  )
  let group = added.reduce(withoutAdded, present)
  for (const { before, now } of changed) group = roleBefore(group, before, now, tier)
  for (const role of deleted.toSorted((one, other) => one.at - other.at)) group = withDeleted(group, role, tier)
  const keys = group.roles.map(({ name }) => roleKey(name))
  const twice = group.roles.find(({ name }, nth) => keys.indexOf(roleKey(name)) !== nth)
  if (twice) refuse('undo-name-taken', { role: twice.name })
  return { group, back: ids(deleted) }
}

/** The ids of the roles in the order in which they stood; roles that came since stay at the end. */
export function orderBefore(group: Group, was: readonly string[], is: readonly string[]): Role[] {
  const known = ids(group.roles).filter((id) => is.includes(id))
  if (known.join() !== is.filter((id) => known.includes(id)).join()) refuse('undo-changed', { what: 'The order of the roles' })
  const place = ({ _id }: Role) => (was.includes(_id) ? was.indexOf(_id) : was.length)
  return group.roles.toSorted((one, other) => place(one) - place(other))
}

type Tally = NonNullable<Group['tally']>
/** R98: one answer more or less that is asked to confirm. */
function retallied(tally: Tally, rsvp: Rsvp, without: Group, group: Group): Tally {
  const left = inTally(rsvp, without)
  const joined = inTally(rsvp, group)
  return {
    confirmed: tally.confirmed + Number(joined === 'confirmed') - Number(left === 'confirmed'),
    assigned: tally.assigned + Number(joined === 'assigned') - Number(left === 'assigned'),
  }
}

/** R8, R106: the seats of roles that are back, counted from the `answers` that still have them: who has answered meanwhile doesn't. */
export function withHolders(without: Group, group: Group, back: readonly string[], answers: readonly Rsvp[]): Group {
  const isBack = ({ _id }: Role) => back.includes(_id)
  const alone = group.roles.filter(isBack)
  const seats = answers.reduce<Group>((done, rsvp) => recountSeats(done, undefined, rsvp), { ...group, roles: alone }).roles
  const held = (id: string) => answers.filter(({ offers = [] }) => offers.some(({ roleId }) => roleId === id)).length
  const roles = group.roles.map((role) => {
    const counts = seats.find(({ _id }) => _id === role._id)?.counts ?? role.counts
    return isBack(role) ? { ...role, counts, held: held(role._id) || undefined } : role
  })
  const after = { ...group, roles }
  const invited = answers.filter((rsvp) => isOnlyInvited(rsvp, without) && !isOnlyInvited(rsvp, after)).length
  const { invitations, answers: said } = group
  return {
    ...after,
    answers: { ...said, none: said.none + invited },
    ...(invitations && { invitations: { ...invitations, silent: invitations.silent - invited } }),
    ...(group.tally && { tally: answers.reduce<Tally>((tally, rsvp) => retallied(tally, rsvp, without, after), group.tally) }),
  }
}

/** R89, R106: the lines of roles that are back, without who has stopped waiting meanwhile. */
export function withLines(
  group: Group,
  pages: readonly WaitPage[],
  answers: ReadonlyMap<string, Rsvp>,
): { group: Group; pages: WaitPage[] } {
  const waits = (id: string, { roleId, no }: WaitPage) =>
    answers.get(id)?.waits?.some((wait) => wait.roleId === roleId && wait.page === no) === true
  const kept = pages.map((page) => ({ ...page, rsvpIds: page.rsvpIds.filter((id) => waits(id, page)) }))
  const roles = group.roles.map((role) => {
    const own = kept.filter(({ roleId }) => roleId === role._id)
    const first = Math.min(...own.map(({ no }) => no))
    const length = Math.max(...own.map(({ no }) => no)) - first + 1
    const onPage = (no: number) => own.find((page) => page.no === no)?.rsvpIds.length ?? 0
    const line = () => counted({ first, counts: Array.from({ length }, (_, nth) => onPage(first + nth)) }, first, 0)
    return own.length > 0 ? { ...role, line: line() } : role
  })
  return { group: { ...group, roles }, pages: kept.filter(({ rsvpIds }, nth) => rsvpIds.length < (pages[nth]?.rsvpIds.length ?? 0)) }
}

/** R93, R106: somebody whom a lower limit moved to the waitlist, in the seat they had; nothing where they have done otherwise since. */
function seatAgain(seating: Seating, rsvpId: string, roleId: string): Seating {
  const role = seating.group.roles.find(({ _id }) => _id === roleId)
  const isWaiting = seating.rsvps.get(rsvpId)?.waits?.some((wait) => wait.roleId === roleId)
  if (!role || !isWaiting || occupied(role) >= role.max || mustChoose(seating, rsvpId)) return seating
  const left = leave(seating, rsvpId, roleId)
  const before = left.rsvps.get(rsvpId) ?? refuse('undo-person-gone')
  const after = { ...before, roleIds: [...before.roleIds, roleId], updatedAt: iso(seating.now) }
  return {
    ...left,
    group: recountSeats(left.group, before, after),
    rsvps: new Map([...left.rsvps, [rsvpId, after]]),
    tellings: [...left.tellings, { kind: 'given', rsvp: after, role }],
  }
}

interface AsBefore {
  readonly changed: readonly PutBack[]
  /** Pages of lines without who has stopped waiting. */
  readonly cleaned: readonly WaitPage[]
  readonly moved: readonly { readonly rsvpId: string; readonly roleId: string }[]
}
/** R93, R106: the order of holders and lines as it stood, and the seats of those who had been moved to the waitlist. */
export function asBefore(seating: Seating, { changed, cleaned, moved }: AsBefore): Seating {
  const pages = new Map([...seating.pages, ...cleaned.map((page) => [pageKey(page.roleId, page.no), page] as const)])
  const rsvps = changed.flatMap(({ before }) => {
    const after = seating.rsvps.get(before._id)
    return after ? [[after._id, seatedAsBefore(after, before)] as const] : []
  })
  const ordered: Seating = { ...seating, pages, rsvps: new Map([...seating.rsvps, ...rsvps]) }
  return moved.reduce<Seating>((done, { rsvpId, roleId }) => seatAgain(done, rsvpId, roleId), ordered)
}

const keysOf = (settings: SettingsThen = {}) => Object.keys(settings) as (keyof SettingsThen)[]
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** R106: the settings as they stood. Refuses where somebody has changed one of them since. */
export function settingsBefore(present: SettingsThen, { from, to }: Line): Omit<SettingsThen, 'roleOrder'> {
  const { roleOrder: _, ...was } = from.settings ?? {}
  for (const key of new Set([...keysOf(was), ...keysOf(to.settings)]))
    if (key !== 'roleOrder' && !same(present[key], to.settings?.[key])) refuse('undo-changed', { what: settingNames[key] })
  return was
}
