// Which seat of the drawn cover a tap means.
import { coverSections } from '#client/lib/event/cover-seats.ts'
import { layoutSeats, type PlannedSeat, planSeats, type SeatLayout } from '#client/ui/seats/seat-plan-layout.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

export interface CoverPlan {
  readonly layout: SeatLayout
  readonly sections: readonly { readonly _id: string }[]
  readonly seats: readonly PlannedSeat[]
}

/** The plan as the cover draws it. */
export function planOf(
  { event, roleCoverage }: FormView,
  mine: readonly string[],
  held: readonly string[],
  picked: Readonly<Record<string, string>>,
): CoverPlan {
  const sections = coverSections(roleCoverage, mine, held).map((one) => ({ ...one, picked: picked[one._id] }))
  const layout = layoutSeats(
    sections.reduce((sum, { seats }) => sum + seats, 0),
    event?._id ?? '',
  )
  return { layout, sections, seats: planSeats(layout, sections) }
}

/** Beyond that from any seat a tap means none (units of the plan: a seat is 9 wide). */
const reach = 24

/** The number of the nearest seat, if there is one near. */
export function seatAt(
  { seats }: CoverPlan,
  cover: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): number | null {
  const matrix = cover.querySelector('svg')?.getScreenCTM()?.inverse()
  if (!matrix) return null
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix)
  let nearest: { at: number; far: number } | undefined
  for (const [at, { place }] of seats.entries()) {
    const far = Math.hypot(place.x - x, place.y - y)
    if (far < (nearest?.far ?? reach)) nearest = { at, far }
  }
  return nearest?.at ?? null
}
