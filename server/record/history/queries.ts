// What is shown of how a group filled: its curve, and the curves of many in little.
import { LRUCache } from 'lru-cache'
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { FilledRole, FillHistory, FillPoint, historyApi, Sparkline } from '#protocol/record/history.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Store } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { minuteAt, minuteMs, withSeen } from '#server/record/rules/history.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import {
  confirmedOf,
  countOf,
  decodeSteps,
  type History,
  histories,
  type Step,
  stepsOf,
  totalOf,
  valuesPerRole,
} from '#server/seats/model/history.ts'
import { openedTo } from '#server/seats/rights/groups.ts'
import { manages } from '#server/seats/rights/rights.ts'

const dayMinutes = 24 * 60
/** So many points at most are shown, and fewer of many roles with long names. */
const maxPoints = 720
const maxBytesShown = 180_000

const at = (minute: number) => iso(minute * minuteMs)
const textBytes = (text: string) => Buffer.byteLength(JSON.stringify(text))

/** A name of its own for each role: two may have had the same one after each other, and `__proto__` is no key. */
function rolesOf(history: History, group: Group): FilledRole[] {
  const living = new Set(group.roles.map(({ _id }) => _id))
  const taken = new Set(['__proto__', ...group.roles.map(({ name }) => name).filter((name) => name !== '__proto__')])
  return history.roles.map(({ _id, name }) => {
    if (living.has(_id) && name !== '__proto__') return { _id, name }
    let own = name
    for (let next = 1; taken.has(own); next++) own = `${name} (${living.has(_id) ? 'role' : 'deleted'}${next > 1 ? ` ${next}` : ''})`
    taken.add(own)
    return living.has(_id) ? { _id, name: own } : { _id, name: own, isDeleted: true as const }
  })
}

function pointOf(minute: number, values: readonly number[], roles: readonly FilledRole[]): FillPoint {
  const current = roles.flatMap(({ name }, role) => {
    const total = values[totalOf(role)] ?? 0
    const confirmed = values[confirmedOf(role)] ?? 0
    return total === 0 ? [] : [[name, { count: values[countOf(role)] ?? 0, total, ...(confirmed > 0 && { confirmed }) }] as const]
  })
  return { at: at(minute), answers: values[0] ?? 0, roles: Object.fromEntries(current) }
}

/** Which steps are shown: the last of each stretch of time, which is as long as it must be for `most` of them. */
function shownSteps(steps: readonly Step[], most: number): ReadonlySet<Step> {
  for (let apart = 1; ; apart *= 2) {
    const isLast = ({ minute }: Step, index: number) =>
      Math.floor(minute / apart) !== Math.floor((steps[index + 1]?.minute ?? Infinity) / apart)
    const lasts = steps.filter(isLast)
    if (lasts.length <= most) return new Set(lasts)
  }
}

/** So many points fit into an answer: fewer of many roles with long names. */
function mostOf(roles: readonly FilledRole[]): number {
  const pointBytes = roles.reduce((sum, { name }) => sum + textBytes(name) + 50, 60)
  const left = maxBytesShown - roles.reduce((sum, { name }) => sum + textBytes(name) + 120, 0)
  return Math.max(2, Math.min(maxPoints, Math.floor(left / pointBytes)))
}

/** R109: the curve with the current state at its end; of the last `days` only, where they are given. */
export function fillView(history: History | undefined, group: Group, now: number, days = Infinity): FillHistory {
  const current = minuteAt(now)
  const shown = withSeen(history, { minute: current, group })
  const roles = rolesOf(shown, group)
  const from = current - days * dayMinutes
  const steps = decodeSteps(shown.curve)
  const inside = steps.filter(({ minute }) => minute >= from)
  const wanted = shownSteps(inside, mostOf(roles))
  const values: number[] = Array.from({ length: 1 + valuesPerRole * roles.length }, () => 0)
  const points: FillPoint[] = []
  const fullSince = new Map<number, number>()
  let begins = pointOf(current, values, roles)
  let answersBefore = 0
  for (const step of steps) {
    const isFirst = step === steps[0]
    if (step === inside[0] && !isFirst) points.push(pointOf(from, values, roles))
    for (const [value, by] of step.changes) values[value] = (values[value] ?? 0) + by
    noteFull(fullSince, step, values)
    if (isFirst) begins = pointOf(step.minute, values, roles)
    if (isFirst || step.minute <= current - dayMinutes) answersBefore = values[0] ?? 0
    if (wanted.has(step)) points.push(pointOf(step.minute, values, roles))
  }
  if (points.length === 0) points.push(pointOf(from, values, roles))
  const full = roles.map((role, index) => ({ ...role, ...(fullSince.has(index) && { fullSince: at(fullSince.get(index) ?? 0) }) }))
  return { _id: group._id, rev: group.rev, points, roles: full, begins, answersBefore }
}

/** Keeps the minute since which each role is full. */
function noteFull(fullSince: Map<number, number>, { minute, changes }: Step, values: readonly number[]) {
  for (const [value] of changes) {
    const role = Math.floor((value - 1) / valuesPerRole)
    const count = values[countOf(role)] ?? 0
    const total = values[totalOf(role)] ?? 0
    if (value === 0 || total === 0 || count < total) fullSince.delete(role)
    else if (!fullSince.has(role)) fullSince.set(role, minute)
  }
}

/** What was made of a group's curve last, beside the revisions and the minute that it shows. */
interface Made<View> {
  readonly shows: string
  readonly view: View
}
/** Views that were made last, beside the store they were read from; the oldest go first. */
function openMade<View>(most: number) {
  const byStore = new WeakMap<Store, LRUCache<string, Made<View>>>()
  /** The view of a group under a name of its own, made once a minute and per revision: to read a long curve takes 10 ms and more. */
  return async ({ store }: Services, name: string, { _id, rev }: Group, minute: number, make: (history: History | undefined) => View) => {
    const made = byStore.get(store) ?? new LRUCache<string, Made<View>>({ max: most })
    byStore.set(store, made)
    const showsOf = (historyRev = 0) => `${historyRev} ${rev} ${minute}`
    const shows = showsOf(await store.rev(histories, _id))
    let known = made.get(name)
    if (known?.shows === shows) return known.view
    const history = await store.get(histories, _id)
    known = made.get(name) // another call may have made it meanwhile
    if (known?.shows === showsOf(history?.rev)) return known.view
    const view = make(history)
    made.set(name, { shows: showsOf(history?.rev), view })
    await new Promise((turn) => setImmediate(turn)) // others get their turn before the next one is made
    return view
  }
}
const madeFills = openMade<FillHistory>(20)
const madeSparklines = openMade<Sparkline>(5_000)

/** R109: for whoever may see the board (R39). */
export async function readHistory(services: Services, { id, days }: Input<typeof historyApi.read>, caller: Caller) {
  const { store, clock } = services
  const { group } = await openedTo(services, store, id, caller, 'look')
  const now = clock.now()
  return madeFills(services, `${id} ${days}`, group, minuteAt(now), (history) => fillView(history, group, now, days))
}

const sparkPoints = 24

/** How much of all seats was taken, at equal distances. */
export function sparklineOf(history: History | undefined, group: Group, now: number): Sparkline {
  const end = minuteAt(now)
  const steps = stepsOf(withSeen(history, { minute: end, group }).curve)
  let step = steps.next().value
  const begin = Math.min(step?.minute ?? end, end)
  let count = 0
  let total = 0
  const percents = Array.from({ length: sparkPoints }, (_, index) => {
    const until = begin + ((end - begin) * index) / (sparkPoints - 1)
    for (; step && step.minute <= until; step = steps.next().value)
      for (const [value, by] of step.changes) {
        const kind = value === 0 ? -1 : (value - 1) % valuesPerRole
        if (kind === 0) count += by
        if (kind === 1) total += by
      }
    return total > 0 ? Math.round((100 * count) / total) : 0
  })
  return { groupId: group._id, from: at(begin), percents }
}

export async function readSparklines(services: Services, { groups: ids }: Input<typeof historyApi.sparklines>, caller: Caller) {
  const { store, clock } = services
  const found = [...new Set(ids.split(','))].map(async (id): Promise<Group[]> => {
    const group = await store.get(groups, id)
    if (!group || group.cancelledAt || !(await manages(services, store, group, caller))) return []
    return [group]
  })
  const now = clock.now()
  const sparklines: Sparkline[] = []
  for (const group of (await Promise.all(found)).flat())
    sparklines.push(await madeSparklines(services, group._id, group, minuteAt(now), (history) => sparklineOf(history, group, now)))
  return { sparklines }
}
