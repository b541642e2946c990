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

/** A square around its middle. */
const square = (half: number) => ({ x: -half, y: -half, width: 2 * half, height: 2 * half })
const at = ({ x, y }: SeatPlace) => `translate(${x.toFixed(2)} ${y.toFixed(2)})`

const Seat = ({ place, fill, isMine }: { place: SeatPlace; fill: string; isMine: boolean }) => (
  <rect
    {...square(4.5)}
    rx="3"
    transform={`${at(place)} rotate(${place.turn.toFixed(1)}) scale(${isMine ? 1.25 : 1})`}
    className={cx(fill, 'transition-all duration-200')}
  />
)

/** R242a: one's own seat is told by its shape: filled with a tick in a ring; a ring with a tick, as long as it isn't sent; a dashed ring, as long as it is only held. */
const OwnSeat = ({ place, state }: { place: SeatPlace; state: 'mine' | 'chosen' | 'held' }) => (
  <g transform={at(place)} fill="none" stroke="currentColor" strokeWidth="1.2">
    <rect
      {...square(8.4)}
      rx="5.6"
      className={cx('fill-(--cover-ground)', state === 'chosen' && 'stroke-(--cover-mine)')}
      strokeDasharray={state === 'held' ? '3 2' : undefined}
    />
    {state === 'mine' && <rect {...square(6.3)} rx="4" stroke="none" className="fill-(--cover-mine)" />}
    {state !== 'held' && (
      <path
        d="m-2.6 .2 1.9 1.9 3.4-3.9"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={state === 'mine' ? 'stroke-(--cover-ground)' : undefined}
      />
    )}
  </g>
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
      className={cx('mx-auto block max-w-full', look === 'cover' && 'h-full overflow-visible', look !== 'house' && className)}
    >
      {/* With a few seats below it the stage would be a mouth under two eyes. */}
      {planned.length > 7 && (
        <path
          d={`M${-endX} ${endY} A${stage} ${stage} 0 0 0 ${endX} ${endY}`}
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          className={colour.stage}
        />
      )}
      {planned.map(({ place, state }) => {
        const isMine = state !== 'free' && state !== 'taken'
        if (isMine && look === 'cover') return null
        return <Seat key={place.key} place={place} fill={colour[isMine ? 'mine' : state]} isMine={isMine} />
      })}
      {/* Over their neighbors, as they are larger. */}
      {look === 'cover' &&
        planned.map(({ place, state }) => state !== 'free' && state !== 'taken' && <OwnSeat key={place.key} place={place} state={state} />)}
    </svg>
  )
  if (look !== 'house') return plan
  return (
    <div className={cx('overflow-hidden rounded-lg bg-house bg-house-light px-6 pt-6 pb-7 sm:px-10 sm:pt-8 sm:pb-9', className)}>
      {plan}
    </div>
  )
}
