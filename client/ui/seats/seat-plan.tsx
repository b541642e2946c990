// The motif at large: an auditorium in arcs, for covers, the landing page and empty states. Decoration only.
import { useMemo } from 'react'
import { cx } from '../cx.ts'
import { layoutSeats, maxSeats, planSeats, type SeatLayout, type SeatPlace, type SeatSection, stageSpan } from './seat-plan-layout.ts'

export interface SeatPlanProps {
  /** How many seats are drawn; at most 240. */
  seats: number
  taken?: number
  mine?: number
  /** Instead of these: the seats of each part, at most 240 together. */
  sections?: readonly SeatSection[] | undefined
  /** Decides which seats are the taken ones; an id will do. */
  seed?: string
  /** page: on the page's own surface; house: dark as a theatre before the play, in a panel of its own; cover: in the theme around it, as high as its place. */
  look?: 'page' | 'house' | 'cover'
  className?: string
}

const colours = {
  page: { free: 'fill-fill-strong', taken: 'fill-seat', mine: 'fill-accent', stage: 'stroke-line-strong' },
  house: { free: 'fill-house-free', taken: 'fill-house-taken', mine: 'fill-house-mine', stage: 'stroke-house-taken' },
  cover: { free: 'fill-(--cover-free)', taken: 'fill-(--cover-taken)', mine: 'fill-(--cover-mine)', stage: 'stroke-(--cover-taken)' },
}

const Seat = ({ place, fill, isMine }: { place: SeatPlace; fill: string; isMine: boolean }) => (
  <rect
    x="-4.5"
    y="-4.5"
    width="9"
    height="9"
    rx="3"
    transform={`translate(${place.x.toFixed(2)} ${place.y.toFixed(2)}) rotate(${place.turn.toFixed(1)}) scale(${isMine ? 1.25 : 1})`}
    className={cx(fill, 'transition-all duration-200')}
  />
)

/** The box that a plan is drawn in. */
export const boxOf = ({ halfWidth, top, depth }: SeatLayout) => `${-halfWidth} ${top} ${2 * halfWidth} ${depth - top}`

export function SeatPlan({ seats, taken = 0, mine = 0, sections, seed = 'plan', look = 'page', className }: SeatPlanProps) {
  const layout = useMemo(() => layoutSeats(Math.min(Math.round(seats), maxSeats), seed), [seats, seed])
  const planned = planSeats(layout, sections ?? [{ seats: layout.seats.length, taken, mine }])
  const { stage, halfWidth } = layout
  const colour = colours[look]
  const [endX, endY] = [stage * Math.sin(stageSpan), stage * Math.cos(stageSpan)]
  const plan = (
    <svg
      viewBox={boxOf(layout)}
      aria-hidden="true"
      width={halfWidth * 4.4}
      className={cx('mx-auto block max-w-full', look === 'cover' && 'h-full', look !== 'house' && className)}
    >
      <path
        d={`M${-endX} ${endY} A${stage} ${stage} 0 0 0 ${endX} ${endY}`}
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        className={colour.stage}
      />
      {planned.map(({ place, state }) => (
        <Seat key={place.key} place={place} fill={colour[state]} isMine={state === 'mine'} />
      ))}
    </svg>
  )
  if (look !== 'house') return plan
  return (
    <div className={cx('overflow-hidden rounded-lg bg-house bg-house-light px-6 pt-6 pb-7 sm:px-10 sm:pt-8 sm:pb-9', className)}>
      {plan}
    </div>
  )
}
