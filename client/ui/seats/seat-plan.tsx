// The motif at large: an auditorium in arcs, for covers, the landing page and empty states. Decoration only.
import { useMemo } from 'react'
import { cx } from '../cx.ts'
import { layoutSeats, type SeatPlace, stageSpan } from './seat-plan-layout.ts'

export interface SeatPlanProps {
  /** How many seats are drawn; at most 240. */
  seats: number
  taken?: number
  mine?: number
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

/** Draws the auditorium. */
export function SeatPlan({ seats, taken = 0, mine = 0, seed = 'plan', look = 'page', className }: SeatPlanProps) {
  const layout = useMemo(() => layoutSeats(Math.min(Math.round(seats), 240), seed), [seats, seed])
  const { top, depth, stage, halfWidth } = layout
  const colour = colours[look]
  const [endX, endY] = [stage * Math.sin(stageSpan), stage * Math.cos(stageSpan)]
  const fillAt = (order: number) => (order < mine ? colour.mine : order < mine + taken ? colour.taken : colour.free)
  const plan = (
    <svg
      viewBox={`${-halfWidth} ${top} ${2 * halfWidth} ${depth - top}`}
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
      {layout.seats.map((place, order) => (
        <Seat key={place.key} place={place} fill={fillAt(order)} isMine={order < mine} />
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
