// How a group's curve grows, and how it is thinned so that it never outgrows its record. Pure.
import { answeredIn } from '#protocol/seats/coverage.ts'
import { type Group, occupied } from '#server/seats/model/group.ts'
import {
  confirmedOf,
  countOf,
  decodeSteps,
  encodeSteps,
  type History,
  type Step,
  totalOf,
  valuesPerRole,
} from '#server/seats/model/history.ts'

export const minuteMs = 60_000
const hour = 60
const day = 24 * hour
/** R109: a record is never longer, in bytes of JSON, whatever happens in its group. */
export const maxBytes = 190_000
/** Once it would be, it is thinned to this, so that it isn't thinned again with the next point. */
const roomyBytes = 140_000
/** A clock that is put back by less is taken to stand still. */
const jitterMinutes = 10

export const minuteAt = (now: number) => Math.floor(now / minuteMs)

/** How a group stood in a minute: as it was committed last. */
export interface GroupSnapshot {
  readonly minute: number
  readonly group: Pick<Group, '_id' | 'rev' | 'roles' | 'answers'>
}

type Curve = Pick<History, 'roles' | 'values'>

/** The roles there were and are, under their current names, and the value of each number. */
function currentCurve({ group }: GroupSnapshot, before: Curve | undefined): Curve {
  const current = new Map(group.roles.map((role) => [role._id, role]))
  const known = before?.roles ?? []
  const isKnown = new Set(known.map(({ _id }) => _id))
  const roles = [
    ...known.map(({ _id, name }) => ({ _id, name: current.get(_id)?.name ?? name })),
    ...group.roles.filter(({ _id }) => !isKnown.has(_id)).map(({ _id, name }) => ({ _id, name })),
  ]
  const values = roles.flatMap(({ _id }) => {
    const role = current.get(_id)
    return role ? [occupied(role), role.max, role.counts.confirmedAndYes] : [0, 0, 0]
  })
  return { roles, values: [answeredIn(group.answers), ...values] }
}

const changesBetween = (before: readonly number[], after: readonly number[]): Step['changes'] =>
  after.flatMap((value, at) => (value === (before[at] ?? 0) ? [] : [[at, value - (before[at] ?? 0)] as const]))

const isSameCurve = (one: Curve, other: Curve) =>
  one.values.length === other.values.length &&
  one.values.every((value, at) => value === other.values[at]) &&
  one.roles.every(({ name }, at) => name === other.roles[at]?.name)

/** R109: the record with how the group stood in a minute, thinned; the same record where that is nothing new. Its `rev` is left to whoever writes it. */
export function grown(history: History | undefined, seen: GroupSnapshot): History {
  const longer = withSeen(history, seen)
  return longer === history ? history : fitted(longer, seen.minute)
}

/** As `grown`, of any length. */
export function withSeen(history: History | undefined, seen: GroupSnapshot): History {
  const { minute, group } = seen
  const after = currentCurve(seen, history)
  if (!history) {
    const first = { minute, changes: changesBetween([], after.values) }
    return { _id: group._id, rev: 0, groupRev: group.rev, minute, ...after, curve: encodeSteps([first]), thinnedDay: dayOf(minute) }
  }
  if (group.rev <= history.groupRev || isSameCurve(history, after)) return history
  const changes = changesBetween(history.values, after.values)
  const base = { ...history, ...after, groupRev: group.rev }
  if (minute < history.minute - jitterMinutes) return putBack({ ...base, minute }, changes)
  if (changes.length === 0) return base // a role has a new name
  const at = Math.max(minute, history.minute)
  return { ...base, minute: at, curve: history.curve + encodeSteps([{ minute: at, changes }], history.minute) }
}

/** The clock was put back: what was noted in times that are yet to come is one point now. */
function putBack(history: History, changes: Step['changes']): History {
  const steps = decodeSteps(history.curve)
  const stays = steps.filter(({ minute }) => minute <= history.minute)
  const last = { minute: history.minute, changes: summed([...steps.slice(stays.length).map((step) => step.changes), changes]) }
  return { ...history, curve: encodeSteps([...stays, last]) }
}

function summed(all: readonly Step['changes'][]): Step['changes'] {
  const sums = new Map<number, number>()
  for (const changes of all) for (const [value, by] of changes) sums.set(value, (sums.get(value) ?? 0) + by)
  return [...sums].filter(([, by]) => by !== 0).sort(([one], [other]) => one - other)
}

const dayOf = (minute: number) => Math.floor(minute / day)

/** R109: one point a minute for 30 days, one an hour for half a year, then one a day; `level` doubles the distances. */
function distance(age: number, level: number): number {
  const usual = age <= 30 * day ? 1 : age <= 180 * day ? hour : day
  return usual * 2 ** level
}

/** Leaves the last point of each stretch of time, and the first of all. */
function thinned(steps: readonly Step[], now: number, level: number): Step[] {
  const kept: Step[] = steps.slice(0, 1)
  let together: Step[] = []
  const end = () => {
    const last = together.at(-1)
    const changes = summed(together.map((step) => step.changes))
    if (last && changes.length > 0) kept.push({ minute: last.minute, changes })
    together = []
  }
  for (const step of steps.slice(1)) {
    const before = together.at(-1)
    const apart = distance(now - step.minute, level)
    const isNext =
      before && (distance(now - before.minute, level) !== apart || stretch(before.minute, apart) !== stretch(step.minute, apart))
    if (isNext) end()
    together.push(step)
  }
  end()
  return kept
}
const stretch = (minute: number, apart: number) => Math.floor(minute / apart)

/** Forgets roles that are gone and that no point tells of any more. */
function withoutForgotten(history: History, steps: readonly Step[]): History {
  const named = new Set(steps.flatMap(({ changes }) => changes.map(([value]) => Math.floor((value - 1) / valuesPerRole))))
  const stays = history.roles.map((_, role) => role).filter((role) => named.has(role) || history.values[totalOf(role)] !== 0)
  const minute = steps.at(-1)?.minute ?? history.minute // the last point may have been taken back
  if (stays.length === history.roles.length) return { ...history, minute, curve: encodeSteps(steps) }
  const newAt = new Map(stays.map((role, at) => [role, at]))
  const moved = (value: number) =>
    value === 0 ? 0 : countOf(newAt.get(Math.floor((value - 1) / valuesPerRole)) ?? 0) + ((value - 1) % valuesPerRole)
  const renumbered = steps.map((step) => ({ ...step, changes: step.changes.map(([value, by]) => [moved(value), by] as const) }))
  return {
    ...history,
    minute,
    roles: stays.flatMap((role) => history.roles[role] ?? []),
    values: [
      history.values[0] ?? 0,
      ...stays.flatMap((role) => [countOf, totalOf, confirmedOf].map((of) => history.values[of(role)] ?? 0)),
    ],
    curve: encodeSteps(renumbered),
  }
}

const bytesOf = ({ curve, ...rest }: History) => curve.length + Buffer.byteLength(JSON.stringify(rest)) + 20

/** Thins what is old once a day, and whatever there is as far as the record would be too long. */
function fitted(history: History, now: number): History {
  if (history.thinnedDay === dayOf(now) && bytesOf(history) <= maxBytes) return history
  const steps = decodeSteps(history.curve)
  const fresh = { ...history, thinnedDay: dayOf(now) }
  let fit = withoutForgotten(fresh, thinned(steps, now, 0))
  if (bytesOf(fit) <= maxBytes) return fit
  for (let level = 1; level <= 32 && bytesOf(fit) > roomyBytes; level++) fit = withoutForgotten(fresh, thinned(steps, now, level))
  return fit
}
