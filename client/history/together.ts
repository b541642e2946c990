// R109j: the curve of several groups of an event: a line for each of them, and one for all that its reader may see. Pure.
import type { FilledRole, SeatCounts } from '#protocol/record/history.ts'
import { wholeCoverage } from '#protocol/seats/coverage.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { Curve, Curved, CurvePoint } from './curve.ts'

/** Of 20 groups with a point each minute: what can be told apart on a screen. */
const maxPoints = 720
const all = { _id: 'all', name: 'Together' } as const
/** Of one group alone the sum is that group. */
const linesOf = (groups: readonly Pick<FilledRole, '_id' | 'name'>[]): FilledRole[] => [
  ...(groups.length > 1 ? [all] : []),
  ...groups.map(({ _id, name }) => ({ _id, name })),
]

/** The groups of an event as one, with a group in the place of a role. */
export function asOne(eventId: string, groups: readonly GroupView[]): Curved {
  const fills = groups.map((group) => wholeCoverage(group, group.roleCoverage))
  const sum = (of: (group: GroupView) => number) => groups.reduce((done, group) => done + of(group), 0)
  return {
    _id: eventId,
    // Each of them only grows.
    rev: sum(({ rev }) => rev),
    roles: linesOf(groups),
    roleCoverage: [...(groups.length > 1 ? [wholeCoverage(all, fills)] : []), ...fills],
    answers: { yes: sum(({ answers }) => answers.yes), no: sum(({ answers }) => answers.no), none: sum(({ answers }) => answers.none) },
    showConfirmation: groups.some(({ showConfirmation }) => showConfirmation),
    of: groups.map(({ _id, name }) => ({ _id, name })),
  }
}

function sumOf(counts: readonly SeatCounts[]): SeatCounts {
  const sum = (of: (one: SeatCounts) => number) => counts.reduce((done, one) => done + of(one), 0)
  const confirmed = sum((one) => one.confirmed ?? 0)
  return { count: sum(({ count }) => count), total: sum(({ total }) => total), ...(confirmed > 0 && { confirmed }) }
}

/** All have been full since the last of them is; '' where one isn't. */
function fullSinceOf(lines: readonly Pick<FilledRole, 'fullSince'>[]): string {
  const since = lines.map(({ fullSince = '' }) => fullSince).toSorted()
  return since.includes('') ? '' : (since.at(-1) ?? '')
}

/** The last moment of each of so many stretches of time. */
function momentsOf(curves: readonly Curve[]): number[] {
  const times = [...new Set(curves.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((one, other) => one - other)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const stretch = Math.max(1, (last - first + 1) / maxPoints)
  return [...new Map(times.map((at) => [Math.floor((at - first) / stretch), at])).values()]
}

/** The curves of some groups, by their ids, as that of the event. */
export function together(eventId: string, groups: readonly Pick<FilledRole, '_id' | 'name'>[], curves: readonly Curve[]): Curve {
  const places = curves.map(() => -1)
  const points = momentsOf(curves).map((at): CurvePoint => {
    const now = curves.flatMap(({ _id, points: own }, nth): { _id: string; answers: number; seats: SeatCounts }[] => {
      let place = places[nth] ?? -1
      while ((own[place + 1]?.at ?? Infinity) <= at) place++
      places[nth] = place
      const point = own[place]
      return point ? [{ _id, answers: point.answers, seats: sumOf(Object.values(point.seats)) }] : []
    })
    const seats = Object.fromEntries(now.map((one) => [one._id, one.seats]))
    return {
      at,
      answers: now.reduce((sum, { answers }) => sum + answers, 0),
      seats: groups.length > 1 ? { [all._id]: sumOf(Object.values(seats)), ...seats } : seats,
    }
  })
  const full = new Map(curves.map(({ _id, roles }) => [_id, fullSinceOf(roles.filter(({ isDeleted }) => !isDeleted))]))
  full.set(all._id, fullSinceOf(groups.map(({ _id }) => ({ fullSince: full.get(_id) ?? '' }))))
  const begins = curves.map((curve) => curve.begins).toSorted((one, other) => one.at - other.at)[0] ?? { at: 0, answers: 0 }
  return {
    _id: eventId,
    rev: curves.reduce((sum, { rev }) => sum + rev, 0),
    roles: linesOf(groups).map((line) => ({ ...line, ...(full.get(line._id) && { fullSince: full.get(line._id) }) })),
    answersBefore: curves.reduce((sum, { answersBefore }) => sum + answersBefore, 0),
    points,
    begins,
  }
}
