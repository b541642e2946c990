// Where the seats of an auditorium stand: rows in arcs around a stage, with two aisles, and which of them fill first.
import { places } from '../actions/places.ts'

export interface SeatPlace {
  key: string
  x: number
  y: number
  /** Degrees. */
  turn: number
}

export interface SeatLayout {
  /** In the order in which they are taken. */
  seats: SeatPlace[]
  /** The highest and the lowest edge of what is drawn. */
  top: number
  depth: number
  /** The radius of the stage's edge. */
  stage: number
  halfWidth: number
}

/** So many can be drawn and told apart. */
export const maxSeats = 240
const pitch = 13
const rowGap = 14
const aisle = 9
const halfSpan = (48 * Math.PI) / 180
/** Half the angle of the stage's edge, in radians. */
export const stageSpan = 0.5

/** Spreads a text over 32 bits (FNV-1a with a last stir, so that neighbours differ). */
function hashOf(text: string) {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  return (hash ^ (hash >>> 13)) >>> 0
}

function rowsFor(count: number) {
  const rows = Math.max(1, Math.min(9, Math.round(Math.sqrt(count / 3.6))))
  const room = (2 * halfSpan) / pitch
  const innerRadius = Math.max(34, count / (rows * room) - (rowGap * (rows - 1)) / 2)
  const radii = places(rows).map((row) => innerRadius + row * rowGap)
  const sum = radii.reduce((total, radius) => total + radius, 0)
  const sizes = radii.map((radius) => Math.round((count * radius) / sum))
  sizes[rows - 1] = Math.max(0, count - sizes.slice(0, -1).reduce((total, size) => total + size, 0))
  return { innerRadius, radii, sizes }
}

function placeAt(radius: number, column: number, size: number, key: string): SeatPlace {
  const third = (column + 0.5) / size
  const block = third < 0.27 ? -1 : third > 0.73 ? 1 : 0
  const angle = ((column - (size - 1) / 2) * pitch + block * aisle) / radius
  return { key, x: radius * Math.sin(angle), y: radius * Math.cos(angle), turn: (-angle * 180) / Math.PI }
}

/** Seats that belong together, e.g. those of a role. */
export interface SeatSection {
  readonly seats: number
  /** Taken by others. */
  readonly taken: number
  readonly mine: number
  /** How those of mine stand: had unless it says otherwise, chosen and not sent, or held by an offer. */
  readonly look?: 'chosen' | 'held' | undefined
  /** The key of the seat that is to be mine, if there is such a one in the section. */
  readonly picked?: string | undefined
}

export interface PlannedSeat {
  readonly place: SeatPlace
  /** The number of its section. */
  readonly section: number
  readonly state: 'free' | 'taken' | 'mine' | 'chosen' | 'held'
}

/** Gives every section its seats, side by side from one end of the rows to the other, and fills them in the order of the layout. */
export function planSeats({ seats }: SeatLayout, sections: readonly SeatSection[]): PlannedSeat[] {
  const order = new Map(seats.map((place, nth) => [place.key, nth]))
  const inLine = sections.length === 1 ? seats : seats.toSorted((a, b) => a.x / a.y - b.x / b.y)
  let from = 0
  return sections.flatMap(({ seats: size, taken, mine, look = 'mine' as const, picked }, section) => {
    const rank = (place: SeatPlace) => (mine > 0 && place.key === picked ? -1 : (order.get(place.key) ?? 0))
    const own = inLine.slice(from, from + size).toSorted((a, b) => rank(a) - rank(b))
    from += size
    return own.map(
      (place, nth) => ({ place, section, state: nth < mine ? look : nth < mine + taken ? 'taken' : 'free' }) satisfies PlannedSeat,
    )
  })
}

/** Lays out `count` seats; the seed decides who sits where. */
export function layoutSeats(count: number, seed: string): SeatLayout {
  const { innerRadius, radii, sizes } = rowsFor(Math.max(1, count))
  const seats = radii.flatMap((radius, row) =>
    places(sizes[row] ?? 0).map((column) => placeAt(radius, column, sizes[row] ?? 1, `${row}.${column}`)),
  )
  const depth = Math.max(...seats.map((seat) => seat.y)) + 8
  const halfWidth = Math.max(...seats.map((seat) => Math.abs(seat.x))) + 8
  const stage = innerRadius - 15
  const top = Math.min(stage * Math.cos(stageSpan) - 4, Math.min(...seats.map((seat) => seat.y)) - 8)
  const order = new Map(seats.map((seat) => [seat.key, hashOf(seed + seat.key)]))
  return { seats: seats.sort((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0)), top, depth, stage, halfWidth }
}
