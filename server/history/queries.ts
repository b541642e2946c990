// What is shown of how a group filled: its curve, and the curves of many in little.
import type { Input } from '#protocol/endpoint.ts'
import type { FilledRole, FillHistory, FillPoint, historyApi, Sparkline } from '#protocol/history.ts'
import { type Group, groups } from '../group/model.ts'
import { assignable } from '../group/queries.ts'
import type { Caller } from '../identity/caller.ts'
import { manages } from '../identity/rights.ts'
import { iso } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { confirmedOf, countOf, decodeSteps, type History, histories, type Step, totalOf, valuesPerRole } from './model.ts'
import { minuteAt, minuteMs, withSeen } from './rules.ts'

const dayMinutes = 24 * 60
/** So many points at most are shown, and fewer of many roles with long names. */
const mostPoints = 720
const mostBytesShown = 180_000

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
  const present = roles.flatMap(({ name }, role) => {
    const total = values[totalOf(role)] ?? 0
    const confirmed = values[confirmedOf(role)] ?? 0
    return total === 0 ? [] : [[name, { count: values[countOf(role)] ?? 0, total, ...(confirmed > 0 && { confirmed }) }] as const]
  })
  return { at: at(minute), answers: values[0] ?? 0, roles: Object.fromEntries(present) }
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
  const left = mostBytesShown - roles.reduce((sum, { name }) => sum + textBytes(name) + 120, 0)
  return Math.max(2, Math.min(mostPoints, Math.floor(left / pointBytes)))
}

/** R109: the curve with the present state at its end; of the last `days` only, where they are given. */
export function fillView(history: History | undefined, group: Group, now: number, days = Infinity): FillHistory {
  const present = minuteAt(now)
  const shown = withSeen(history, { minute: present, group })
  const roles = rolesOf(shown, group)
  const from = present - days * dayMinutes
  const steps = decodeSteps(shown.curve)
  const inside = steps.filter(({ minute }) => minute >= from)
  const wanted = shownSteps(inside, mostOf(roles))
  const values: number[] = Array.from({ length: 1 + valuesPerRole * roles.length }, () => 0)
  const points: FillPoint[] = []
  const fullSince = new Map<number, number>()
  let begins = pointOf(present, values, roles)
  let answersBefore = 0
  for (const step of steps) {
    const isFirst = step === steps[0]
    if (step === inside[0] && !isFirst) points.push(pointOf(from, values, roles))
    for (const [value, by] of step.changes) values[value] = (values[value] ?? 0) + by
    noteFull(fullSince, step, values)
    if (isFirst) begins = pointOf(step.minute, values, roles)
    if (isFirst || step.minute <= present - dayMinutes) answersBefore = values[0] ?? 0
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

/** R109: for whoever may see the board (R39). */
export async function readHistory(services: Services, { id, days }: Input<typeof historyApi.read>, caller: Caller) {
  const { store, clock } = services
  const [group, history] = await Promise.all([assignable(services, store, id, caller), store.get(histories, id)])
  return fillView(history, group, clock.now(), days)
}

const sparkPoints = 24

/** How much of all seats was taken, at equal distances. */
export function sparklineOf(history: History | undefined, group: Group, now: number): Sparkline {
  const end = minuteAt(now)
  const steps = decodeSteps(withSeen(history, { minute: end, group }).curve)
  const begin = Math.min(steps[0]?.minute ?? end, end)
  let count = 0
  let total = 0
  let next = 0
  const percents = Array.from({ length: sparkPoints }, (_, index) => {
    const until = begin + ((end - begin) * index) / (sparkPoints - 1)
    for (let step = steps[next]; step && step.minute <= until; step = steps[++next])
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
  const found = [...new Set(ids.split(','))].map(async (id): Promise<Sparkline[]> => {
    const group = await store.get(groups, id)
    if (!group || group.cancelledAt || !(await manages(services, store, group, caller))) return []
    return [sparklineOf(await store.get(histories, id), group, clock.now())]
  })
  return { sparklines: (await Promise.all(found)).flat() }
}
