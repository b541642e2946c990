// The curve of a group as this page holds it: what was read, and what the live view of the group adds to it.

import type { FilledRole, FillHistory, SeatCounts } from '#protocol/record/history.ts'
import { answerText } from '#protocol/seats/companions/counting.ts'
import { answeredIn } from '#protocol/seats/coverage.ts'
import type { GroupView } from '#protocol/seats/group.ts'

/** How the group stood from `at` (milliseconds) on; seats by the id of the role. */
export interface CurvePoint {
  readonly at: number
  readonly answers: number
  readonly seats: Readonly<Record<string, SeatCounts>>
}
export interface Curve extends Pick<FillHistory, '_id' | 'rev' | 'roles' | 'answersBefore'> {
  readonly points: readonly CurvePoint[]
  /** When the whole curve begins, and how many had answered then. */
  readonly begins: Pick<CurvePoint, 'at' | 'answers'>
}

/** What a curve is of: a group, or some groups of an event as one (R109j). */
export interface Curved extends Pick<GroupView, '_id' | 'rev' | 'roleCoverage' | 'answers' | 'showConfirmation'> {
  readonly roles: readonly Pick<FilledRole, '_id' | 'name'>[]
  /** The groups. */
  readonly of?: readonly Pick<FilledRole, '_id' | 'name'>[] | undefined
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Takes in what was read. */
export function curveOf({ points, begins, ...rest }: FillHistory): Curve {
  const ids = new Map(rest.roles.map(({ _id, name }) => [name, _id]))
  return {
    ...rest,
    begins: { at: Date.parse(begins.at), answers: begins.answers },
    points: points.map(({ at, answers, roles }) => ({
      at: Date.parse(at),
      answers,
      seats: Object.fromEntries(Object.entries(roles).flatMap(([name, seats]) => [[ids.get(name) ?? name, seats]])),
    })),
  }
}

const seatsOf = ({ roleCoverage }: Curved): Record<string, SeatCounts> =>
  Object.fromEntries(
    roleCoverage.map(({ _id, count, total, detailedCounts }) => {
      const confirmed = detailedCounts?.confirmedAndYes ?? 0
      return [_id, { count, total, ...(confirmed > 0 && { confirmed }) }]
    }),
  )

const isSamePoint = (one: CurvePoint, other: CurvePoint) =>
  one.answers === other.answers && JSON.stringify(one.seats) === JSON.stringify(other.seats)

function rolesNow(curve: Curve, group: Curved, seats: CurvePoint['seats'], at: number): FilledRole[] {
  const current = new Map(group.roles.map(({ _id, name }) => [_id, name]))
  const fresh = group.roles.filter(({ _id }) => !curve.roles.some((role) => role._id === _id))
  return [...curve.roles, ...fresh].map(({ _id, name, ...role }: FilledRole) => {
    const { count = 0, total = 0 } = seats[_id] ?? {}
    const since = 'fullSince' in role ? role.fullSince : undefined
    const fullSince = total > 0 && count >= total ? (since ?? new Date(at).toISOString()) : undefined
    return { _id, name: current.get(_id) ?? name, ...(!current.has(_id) && { isDeleted: true as const }), ...(fullSince && { fullSince }) }
  })
}

/** R109: the curve with how the group stands by its live view: one point a minute, as the server keeps them. */
export function grownBy(curve: Curve, group: Curved, now: number): Curve {
  if (group._id !== curve._id || group.rev <= curve.rev) return curve
  const last = curve.points.at(-1)
  const at = Math.max(Math.floor(now / minuteMs) * minuteMs, last?.at ?? 0)
  const point: CurvePoint = { at, answers: answeredIn(group.answers), seats: seatsOf(group) }
  const roles = rolesNow(curve, group, point.seats, at)
  if (last && isSamePoint(last, point)) return { ...curve, rev: group.rev, roles }
  const before = last?.at === at && curve.points.length > 1 ? curve.points.slice(0, -1) : curve.points
  return { ...curve, rev: group.rev, roles, points: [...before, point] }
}

/**
 * How fast answers come, in words. Where the curve is younger than a day and began with answers, nobody knows when those came: then it is said how
 * many there are.
 */
export function paceText({ points, begins, answersBefore }: Curve, now: number): string {
  const answers = points.at(-1)?.answers ?? 0
  if (begins.at > now - dayMs && begins.answers > 0) return `${answerText(answers)} so far`
  const more = answers - answersBefore
  if (more === 0) return 'No answers in the last day'
  return more < 0 ? `${answerText(-more).replace(' ', ' fewer ')} than a day ago` : `${answerText(more)} in the last day`
}

/** The last point of each of `most` stretches of time, the latest first: what a table shows. */
export function rowsOf({ points }: Curve, most: number): CurvePoint[] {
  const first = points[0]?.at ?? 0
  const stretch = Math.max(1, ((points.at(-1)?.at ?? first) - first + 1) / most)
  const byStretch = new Map(points.map((point) => [Math.floor((point.at - first) / stretch), point]))
  return [...byStretch.values()].reverse()
}
