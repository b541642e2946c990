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
import { grown, minuteAt, minuteMs } from './rules.ts'

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
    const [count = 0, total = 0, confirmed = 0] = [countOf, totalOf, confirmedOf].map((of) => values[of(role)])
    return total === 0 ? [] : [[name, { count, total, ...(confirmed > 0 && { confirmed }) }] as const]
  })
  return { at: at(minute), answers: values[0] ?? 0, roles: Object.fromEntries(present) }
}

/** Which steps are shown: the last of each stretch of time, which is as long as it must be for `most` of them. */
function shownSteps(steps: readonly Step[], most: number): ReadonlySet<Step> {
  for (let apart = 1; ; apart *= 2) {
    const lastOf = new Map(steps.map((step) => [Math.floor(step.minute / apart), step]))
    if (lastOf.size <= most) return new Set(lastOf.values())
  }
}

/** R109: the curve with the present state at its end; of the last `days` only, where they are given. */
export function fillView(history: History | undefined, group: Group, now: number, days = Infinity): FillHistory {
  const present = minuteAt(now)
  const shown = grown(history, { minute: present, group })
  const roles = rolesOf(shown, group)
  const from = present - days * dayMinutes
  const steps = decodeSteps(shown.curve)
  const pointBytes = roles.reduce((sum, { name }) => sum + textBytes(name) + 50, 60)
  const most = Math.max(2, Math.min(mostPoints, Math.floor((mostBytesShown - roles.length * (pointBytes / 2)) / pointBytes)))
  const wanted = shownSteps(
    steps.filter(({ minute }) => minute >= from),
    most,
  )
  const values: number[] = Array.from({ length: 1 + valuesPerRole * roles.length }, () => 0)
  const points: FillPoint[] = []
  const fullSince = new Map<number, number>()
  let [begins, answersBefore] = [pointOf(present, values, roles), 0]
  for (const [index, step] of steps.entries()) {
    if (step.minute >= from && index > 0 && points.length === 0) points.push(pointOf(Math.max(from, 0), values, roles))
    for (const [value, by] of step.changes) values[value] = (values[value] ?? 0) + by
    noteFull(fullSince, step, values)
    if (index === 0) begins = pointOf(step.minute, values, roles)
    if (index === 0 || step.minute <= present - dayMinutes) answersBefore = values[0] ?? 0
    if (wanted.has(step)) points.push(pointOf(step.minute, values, roles))
  }
  if (points.length === 0) points.push(pointOf(Math.max(from, 0), values, roles))
  const full = roles.map((role, index) => ({ ...role, ...(fullSince.has(index) && { fullSince: at(fullSince.get(index) ?? 0) }) }))
  return { _id: group._id, rev: group.rev, points, roles: full, begins, answersBefore }
}

/** Keeps the minute since which each role is full. */
function noteFull(fullSince: Map<number, number>, { minute, changes }: Step, values: readonly number[]) {
  for (const [value] of changes) {
    const role = Math.floor((value - 1) / valuesPerRole)
    const [count = 0, total = 0] = [values[countOf(role)], values[totalOf(role)]]
    if (value === 0 || total === 0 || count < total) fullSince.delete(role)
    else if (!fullSince.has(role)) fullSince.set(role, minute)
  }
}

/** R109: for whoever may see the board (R39). */
export async function readHistory({ store, clock, ...services }: Services, { id, days }: Input<typeof historyApi.read>, caller: Caller) {
  const [group, history] = await Promise.all([
    assignable({ store, clock, ...services }, store, id, caller),
    store.get(histories, id),
  ])
  return fillView(history, group, clock.now(), days)
}

const sparkPoints = 24

/** How much of all seats was taken, at equal distances. */
export function sparklineOf(history: History | undefined, group: Group, now: number): Sparkline {
  const end = minuteAt(now)
  const steps = decodeSteps(grown(history, { minute: end, group }).curve)
  const begin = Math.min(steps[0]?.minute ?? end, end)
  let [count, total, next] = [0, 0, 0]
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
