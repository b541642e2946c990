// R85: the face of an event: its own seats in its theme, filling as people answer. Decoration only; words beside it say the same.
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { SeatPlan } from './seat-plan.tsx'

export interface CoverSeats {
  seats: number
  taken: number
  mine?: number
}

export interface CoverProps extends CoverSeats {
  /** The name of a theme in cover.css. */
  theme: string
  /** Decides which seats are the taken ones: the event's id. */
  seed: string
  /** banner: across the top of a page; card: low, and beside the words where there is room. */
  size?: 'banner' | 'card'
  /** Over the plan's lower edge. */
  children?: ReactNode
  className?: string
}

/** What is drawn of an event whose roles nobody has defined yet. */
const emptyHouse = 36
const most = 240
const heights = { banner: 'h-44 p-5 sm:h-52 sm:p-6', card: 'h-20 p-2.5 lg:h-24 lg:w-32 lg:shrink-0' }

/** Fits many seats into a plan that can be drawn: some stay free as long as some are, and some are taken as soon as one is. */
export function fitSeats({ seats, taken, mine = 0 }: CoverSeats): Required<CoverSeats> {
  if (seats <= 0) return { seats: emptyHouse, taken: 0, mine }
  const scale = Math.min(1, most / seats)
  const others = Math.min(taken, seats) - mine
  const drawn = Math.round(seats * scale)
  const atMost = drawn - mine - (taken < seats ? 1 : 0)
  return { seats: drawn, mine, taken: Math.max(others > 0 ? 1 : 0, Math.min(atMost, Math.round(others * scale))) }
}

/** Draws the cover; its height is fixed, so nothing moves when it arrives. */
export function Cover({ theme, seed, size = 'banner', children, className, ...counts }: CoverProps) {
  return (
    <div data-cover={theme} className={cx('relative overflow-hidden rounded-lg', heights[size], className)}>
      <SeatPlan {...fitSeats(counts)} seed={seed} look="cover" />
      {children}
    </div>
  )
}
