// What of a curve is drawn where: one line per role with its limit as steps, and each label beside its line.
import type { FilledRole } from '#protocol/record/history.ts'
import type { Curve } from './curve.ts'

/** So many lines can be distinguished, and their labels have room. */
export const maxLines = 12
const defaultLines = 6

export interface CurveLine {
  readonly role: FilledRole
  readonly look: Look
  /** At each time; null while there was no such role. */
  readonly counts: readonly (number | null)[]
  readonly limits: readonly (number | null)[]
  /** What is drawn of the limits: those above the chart lie along its upper edge, one under the other. */
  readonly drawnLimits: readonly (number | null)[]
  /** The limit at the end is above the chart. */
  readonly isAbove: boolean
}
export interface Drawing {
  /** Seconds, as the chart counts them. */
  readonly times: readonly number[]
  readonly lines: readonly CurveLine[]
  /** The most seats that are in sight. */
  readonly top: number
  readonly from: number
  readonly until: number
  /** Where the lines end; what is beyond is still to come. */
  readonly end: number
  /** Seconds; absent where the start is out of sight. */
  readonly start?: number
}

/** A color of both themes and a pattern of dashes: each tells a line by itself, and its label does anyway. */
export interface Look {
  readonly color: string
  readonly dash: readonly number[]
}
const colors = [
  'light-dark(oklch(0.485 0.205 263), oklch(0.745 0.125 263))',
  'light-dark(oklch(0.52 0.17 40), oklch(0.78 0.13 55))',
  'light-dark(oklch(0.46 0.1 185), oklch(0.8 0.11 185))',
  'light-dark(oklch(0.47 0.2 330), oklch(0.77 0.13 330))',
  'light-dark(oklch(0.45 0.1 110), oklch(0.84 0.13 110))',
  'light-dark(oklch(0.37 0.014 62), oklch(0.86 0.008 80))',
]
const dashes = [[], [9, 4], [9, 3, 2, 3], [4, 3]]
export const lookOf = (place: number): Look => ({
  color: colors[place % colors.length] ?? '',
  dash: dashes[(place + Math.floor(place / colors.length)) % dashes.length] ?? [],
})

/** The roles drawn until somebody chooses: those there are, the largest first. */
export function defaultRoles({ roles, points }: Curve): string[] {
  const totalOf = ({ _id }: FilledRole) => points.at(-1)?.seats[_id]?.total ?? 0
  const living = roles.filter(({ isDeleted }) => !isDeleted)
  return [...living]
    .sort((one, other) => totalOf(other) - totalOf(one))
    .map(({ _id }) => _id)
    .slice(0, defaultLines)
}

/** How high the chart is for so many seats: a little more, so that the highest line is seen whole. */
export const heightOf = (top: number) => top * 1.04

type Measured = Pick<CurveLine, 'role' | 'look' | 'counts' | 'limits'>
/** Limits that are too high for the chart: each in a row of its own at the upper edge, so that one is seen beside the other. */
function withLimits(lines: readonly Measured[], top: number): CurveLine[] {
  let row = 0
  return lines.map((line) => {
    const isHigh = line.limits.some((limit) => limit !== null && limit > top)
    const edge = heightOf(top) * (1 - 0.015 * (isHigh ? ++row : 0))
    const drawnLimits = line.limits.map((limit) => (limit !== null && limit > top ? edge : limit))
    return { ...line, drawnLimits, isAbove: (line.limits.at(-1) ?? 0) > top }
  })
}

/** A limit far above all that was ever taken would press the lines flat: it is drawn at the upper edge, and said. */
function topOf(lines: readonly Measured[]): number {
  const most = (all: readonly (number | null)[]) => all.reduce<number>((top, one) => Math.max(top, one ?? 0), 0)
  const taken = Math.max(1, ...lines.map(({ counts }) => most(counts)))
  const limits = lines.map(({ limits: all }) => most(all)).filter((limit) => limit <= 4 * taken)
  return Math.max(taken, ...limits)
}

/** A curve of some minutes is drawn at the end of so much time: the axis of one minute says nothing. */
const leastMs = 3_600_000

/** The start is the edge of the chart where as much time at most is left until then as has passed. */
export function drawingOf(curve: Curve, shown: ReadonlySet<string>, now: number, start?: number): Drawing {
  const points = curve.points
  const first = points[0]?.at ?? now
  const end = Math.max(now, points.at(-1)?.at ?? 0, first + 60_000)
  const from = Math.min(first, end - leastMs)
  const isNear = start !== undefined && start > from && start - end <= end - from
  const isOver = start !== undefined && start < end
  // After the start little happens: what comes much later doesn't press the rest together.
  const last = isOver ? Math.max(start + (start - from) / 10, (points.at(-1)?.at ?? 0) + 60_000) : end
  const drawnUntil = Math.min(end, Math.max(last, first + 60_000))
  const held = [...points.filter(({ at }) => at < drawnUntil), ...points.slice(-1).map((point) => ({ ...point, at: drawnUntil }))]
  const lines = curve.roles.flatMap((role, place) => {
    if (!shown.has(role._id)) return []
    const counts = held.map(({ seats }) => seats[role._id]?.count ?? null)
    const limits = held.map(({ seats }) => seats[role._id]?.total ?? null)
    return counts.some((one) => one !== null) ? [{ role, look: lookOf(place), counts, limits }] : []
  })
  const top = topOf(lines)
  const until = isNear ? Math.max(drawnUntil, start) : drawnUntil
  return {
    times: held.map(({ at }) => at / 1_000),
    lines: withLimits(lines, top),
    top,
    from: from / 1_000,
    until: until / 1_000,
    end: drawnUntil / 1_000,
    ...(isNear && start <= until && { start: start / 1_000 }),
  }
}

/** Moves places apart until `gap` lies between them, within 0 and `height`; gives them in the order they came. */
export function spread(places: readonly number[], gap: number, height: number): number[] {
  const sorted = places.map((at, nth) => ({ at, nth })).sort((one, other) => one.at - other.at)
  const moved: number[] = []
  let least = 0
  for (const { at } of sorted) {
    const place = Math.max(at, least)
    moved.push(place)
    least = place + gap
  }
  let most = height
  for (let last = moved.length - 1; last >= 0; last--) {
    moved[last] = Math.min(moved[last] ?? 0, most)
    most = (moved[last] ?? 0) - gap
  }
  const result = Array.from({ length: places.length }, () => 0)
  for (const [order, { nth }] of sorted.entries()) result[nth] = moved[order] ?? 0
  return result
}
