// What is said of somebody at the door, and what is kept of it. Pure.
import { door as limits, type Tier } from '#protocol/kernel/limits.ts'
import { leasedSeats, leaseMinutes } from '#protocol/seats/door/lease.ts'
import { type DoorTimes, isElsewhere } from '#protocol/seats/door/open-now.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import { admissible, type ScanAnswer, type ScanResult, undoneAfterSeconds } from '#protocol/seats/door/scan.ts'
import type { DoorSums } from '#protocol/seats/tally/tally.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { companionsOf } from '#server/seats/model/companion.ts'
import {
  type Attendance,
  type AttendanceLine,
  cameOf,
  doubleEntries,
  entryOf,
  isIn,
  type KeptCounts,
  lastLine,
  ofPerson,
  type PersonThere,
  peopleThere,
  standingAt,
  standingLines,
} from '#server/seats/model/door.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { freeIn, type Group, type Role } from '#server/seats/model/group.ts'
import { isComing, type Rsvp } from '#server/seats/model/rsvp.ts'
import { pageToServe } from '#server/seats/model/waitlist.ts'
import { refuseFull } from '#server/seats/seating/counts.ts'
import { nextMorning } from './notice.ts'

const minuteMs = 60_000
/** R182: refuses `door-phones-reached`. */
export function checkPhones(count: number, tier: Tier) {
  const limit = limits.phones[tier]
  if (count >= limit) refuse('door-phones-reached', { limit })
}
export const linkUntil = (now: number) => iso(now + limits.linkMinutes * minuteMs)
/** R182: until when a phone is of use. */
export const doorUntil = (overAt: string) => iso(Date.parse(overAt) + limits.hoursAfter * 60 * minuteMs)
/** R185 */
export const opensAt = ({ start, doorsOpen }: Pick<GroupEvent, 'start' | 'doorsOpen'>) =>
  iso(Date.parse(start) - (doorsOpen ?? limits.opensMinutesBefore) * minuteMs)

/** R193: in the morning of the day after. */
export const toldAt = ({ end, timeZone }: Pick<GroupEvent, 'end' | 'timeZone'>) => iso(nextMorning(Date.parse(end), timeZone))

/** R193: how many people of those who said yes didn't come; `there` by the ids of the answers. */
export function missedOf(page: readonly Rsvp[], there: ReadonlyMap<string, Attendance>) {
  const coming = page.filter(isComing)
  const expected = coming.reduce((sum, rsvp) => sum + 1 + companionsOf(rsvp).length, 0)
  const came = coming.reduce((sum, rsvp) => {
    const one = there.get(rsvp._id)
    return sum + Math.min((one && cameOf(one)?.people) ?? 0, 1 + companionsOf(rsvp).length)
  }, 0)
  return { expected, count: expected - came }
}

interface ScanFacts {
  readonly kind: 'in' | 'out'
  /** Undefined where nobody of this event is meant. */
  readonly found: { readonly rsvp: Rsvp; readonly group: Group; readonly event: GroupEvent } | undefined
  /** A pass that was ours, and counts no more. */
  readonly isVoid: boolean
  /** A pass of this event for a group that one isn't at the door of: of its holder nothing is said, not even whether it counts, and they aren't let in. */
  readonly isOutside: boolean
  readonly isCanceled: boolean
  /** The group whose door it is, if that was said; and all that have a door here. */
  readonly groupId: string | undefined
  readonly doors: readonly DoorTimes[]
  /** What happened to this one of the party. */
  readonly attendance: PersonThere | undefined
  readonly now: number
}
export interface Judged {
  readonly result: ScanResult
  readonly at?: string
  readonly door?: string
}
const resultOf: Readonly<Record<DoorPerson['standing'], ScanResult | undefined>> = {
  yes: undefined,
  waiting: 'waiting',
  no: 'declined',
  none: 'noAnswer',
}
/** When the doors of a group are open. */
export const timesAt = ({ _id }: Pick<Group, '_id'>, event: GroupEvent): DoorTimes => ({ _id, opensAt: opensAt(event), end: event.end })
/** R185: what is said first of all that is to be said. */
export function judge({ kind, found, isVoid, isOutside, isCanceled, groupId, doors, attendance, now }: ScanFacts): Judged {
  if (isCanceled) return { result: 'canceled' }
  if (!found) return { result: isOutside ? 'wrongGroup' : isVoid ? 'void' : 'unknown' }
  if (kind === 'out') return { result: 'ok' }
  if (isVoid) return { result: 'void' }
  const own = timesAt(found.group, found.event)
  const early = iso(now) < own.opensAt ? { at: own.opensAt } : undefined
  if (isElsewhere(own, groupId, doors, now)) return { result: 'wrongGroup', ...early }
  const answer = resultOf[standingAt(found.rsvp)]
  if (answer) return { result: answer }
  if (early) return { result: 'early', ...early }
  const last = attendance && standingLines(attendance).at(-1)
  return last?.kind === 'in' ? { result: 'again', at: last.at, door: last.door } : { result: 'ok' }
}
const dayMs = 86_400_000
/** R191: when somebody was admitted offline, as their phone says by our clock: not after now, nor before that phone was one. */
export function admittedAt(at: string | undefined, pairedAt: string | undefined, now: number): string {
  const earliest = pairedAt ?? iso(now - 2 * dayMs)
  return at === undefined || at > iso(now) ? iso(now) : at < earliest ? earliest : at
}
/** What a phone that was offline can't have known, and its helper didn't say. */
const unknowable: readonly ScanResult[] = ['void', 'waiting', 'noAnswer', 'declined', 'canceled']
/** R191: what becomes of who was admitted offline, by the log with their line in it. Nobody is refused any more. */
export function settled(judged: Judged, despite: boolean, line: AttendanceLine, after: Pick<Attendance, 'log'>): Settled {
  const entries = doubleEntries(after).find((both) => both.some(({ scan }) => scan === line.scan))
  if (entries) return { result: 'double', entries: entries.map(entryOf) }
  return { result: !despite && unknowable.includes(judged.result) ? 'admitted-void' : 'ok' }
}
type Settled = Pick<ScanAnswer, 'result' | 'entries'>

/** Whether a line is written: all is well, or somebody lets them in all the same. */
export const isLetThrough = ({ result }: Judged, despite: boolean) => result === 'ok' || (despite && admissible.includes(result))

/** R186: what a person counts for: inside at the door of their last line, come at that of their first. */
function sharesOf(one: PersonThere) {
  const lines = standingLines(one)
  const came = lines.find(({ kind }) => kind === 'in')
  const inside = isIn(one) ? lines.at(-1) : undefined
  return { came, inside, roleIds: one.roleIds }
}
const sum = (to: DoorSums | undefined, what: keyof DoorSums, by: number): DoorSums => {
  const before = to ?? { inside: 0, came: 0 }
  return { ...before, [what]: before[what] + by }
}
/** What was counted by the door's name, before doors were told apart, stays there. */
function shareAt(
  doors: KeptCounts['doors'],
  { by: id, door: name }: AttendanceLine,
  what: keyof DoorSums,
  by: number,
): KeptCounts['doors'] {
  const kept = Object.hasOwn(doors, name) ? doors[name] : undefined
  return kept && kept.name === undefined ? { [name]: sum(kept, what, by) } : { [id]: { ...sum(doors[id], what, by), name } }
}
function counted(counts: KeptCounts, one: PersonThere, by: 1 | -1): KeptCounts {
  const { came, inside, roleIds } = sharesOf(one)
  let { roles, doors } = counts
  let all: DoorSums = { inside: counts.inside, came: counts.came }
  for (const [what, line] of [
    ['inside', inside],
    ['came', came],
  ] as const) {
    if (!line) continue
    all = sum(all, what, by)
    doors = { ...doors, ...shareAt(doors, line, what, by) }
    for (const id of roleIds) roles = { ...roles, [id]: sum(roles[id], what, by) }
  }
  return { ...all, roles, doors }
}
/** R186: the counts of a group once the record of a party has changed: exactly their shares move. */
export function recount(counts: KeptCounts, before: Attendance | undefined, after: Attendance): KeptCounts {
  const without = peopleThere(before).reduce((sums, one) => counted(sums, one, -1), counts)
  return peopleThere(after).reduce((sums, one) => counted(sums, one, 1), without)
}

const isOne = (one: Attendance, who: string | undefined, is: (person: PersonThere) => boolean) => {
  const person = ofPerson(one, who)
  return person !== undefined && is(person)
}
const along = (one: Attendance) => [...new Set(one.log.flatMap(({ who }) => who ?? []))]
/** What a party counts for in the whole event, by its records in each group: the guest once, and of those who come along as many as were in one group. */
function wholeShare(records: readonly Attendance[]): DoorSums {
  const countOf = (is: (person: PersonThere) => boolean) =>
    Number(records.some((one) => isOne(one, undefined, is))) +
    Math.max(0, ...records.map((one) => along(one).filter((who) => isOne(one, who, is)).length))
  return { inside: countOf(isIn), came: countOf((person) => standingLines(person).some(({ kind }) => kind === 'in')) }
}
/** R186b: the sums of an event with several groups once the record of a party in one of them has changed; `others` are its records in the others. */
export function recountWhole(sums: DoorSums, others: readonly Attendance[], before: Attendance | undefined, after: Attendance): DoorSums {
  const [was, is] = [wholeShare(before ? [...others, before] : others), wholeShare([...others, after])]
  return { inside: sums.inside + is.inside - was.inside, came: sums.came + is.came - was.came }
}

/** The record of a person with one more line. */
export const withLine = (before: Attendance | undefined, rsvp: Rsvp, eventId: string, line: AttendanceLine): Attendance => ({
  _id: rsvp._id,
  rev: (before?.rev ?? 0) + 1,
  groupId: rsvp.groupId,
  eventId,
  roleIds: rsvp.roleIds,
  ...rolesAlong(before, rsvp, line),
  log: [...(before?.log ?? []), line],
})
/** Those of a companion who has others than the guest: a companion who isn't coming along any more keeps what they had. */
function rolesAlong(before: Attendance | undefined, rsvp: Rsvp, { who }: AttendanceLine): Pick<Attendance, 'along'> {
  const own = companionsOf(rsvp).find(({ id }) => id === who)?.roleIds
  if (who === undefined || !own) return before?.along ? { along: before.along } : {}
  return { along: { ...before?.along, [who]: own } }
}

/** R188: refuses `scan-unknown` where it isn't the newest line, or is another phone's, and `scan-old` to a phone after 30 seconds; who manages may at any time. */
export function checkUndo(attendance: Attendance, scan: string, by: { readonly id: string; readonly manages: boolean }, now: number) {
  const line = peopleThere(attendance)
    .map(lastLine)
    .find((last) => last?.scan === scan)
  if (!line || (!by.manages && line.by !== by.id)) refuse('scan-unknown')
  if (!by.manages && iso(now - undoneAfterSeconds * 1000) > line.at) refuse('scan-old')
  return line
}

/** R192a: how many seats a phone gets that asks for some beside those it has. Refuses `role-full` where none are free, or somebody waits for them (R90). */
export function leasable(group: Group, role: Role, wanted: number, has: number): number {
  const free = pageToServe(role) === undefined ? freeIn(role) : 0
  const seats = Math.min(wanted, leasedSeats - has, free)
  return seats > 0 ? seats : refuseFull(group, [{ role, needed: wanted, free: Math.min(free, leasedSeats - has) }])
}
export const leaseUntil = (now: number) => iso(now + leaseMinutes * minuteMs)
/** A group with more, or fewer, seats of a role held by leases. */
export const withLeased = (group: Group, roleId: string, by: number): Pick<Group, 'roles'> => ({
  roles: group.roles.map((role) => (role._id === roleId ? { ...role, held: Math.max(0, (role.held ?? 0) + by) || undefined } : role)),
})
