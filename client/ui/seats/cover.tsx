// R85: the face of an event: its own seats in its theme, filling as people answer. Decoration only; words beside it say the same.
import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { type CoverPhoto, huesOf, Photo, photoHeights, useFading } from './cover-photo.tsx'
import { SeatPlan } from './seat-plan.tsx'
import { maxSeats, type SeatSection } from './seat-plan-layout.ts'

export interface CoverSeats {
  seats: number
  taken: number
  mine?: number
}

export interface CoverProps extends CoverSeats {
  /** The seats of each part by itself; `fitSections` makes them fit. */
  sections?: readonly SeatSection[] | undefined
  ref?: Ref<HTMLDivElement>
  /** The name of a theme in cover.css. */
  theme: string
  /** Decides which seats are the taken ones: the event's id. */
  seed: string
  /** banner: across the top of a page; card: low, and beside the words where there is room. */
  size?: 'banner' | 'card'
  /** R224c: behind the seats, which then stand in a band at its foot. */
  photo?: CoverPhoto | null | undefined
  /** Over the plan's lower edge. */
  children?: ReactNode
  className?: string
}

/** What is drawn of an event whose roles nobody has defined yet. */
const emptyHouse = 36
const heights = { banner: 'h-44 p-5 sm:h-52 sm:p-6', card: 'h-14 p-2 sm:h-20 sm:p-2.5 lg:h-24 lg:w-32 lg:shrink-0' }

/** Draws `drawn` for as many seats as there are: some stay free as long as some are, and some are taken as soon as one is. */
function drawnAs({ seats, taken, mine = 0 }: CoverSeats, drawn: number): Required<CoverSeats> {
  const others = Math.min(taken, seats) - mine
  const atMost = drawn - mine - (taken < seats ? 1 : 0)
  const share = Math.round((others * drawn) / seats)
  return { seats: drawn, mine, taken: Math.max(0, Math.min(atMost, Math.max(others > 0 ? 1 : 0, share))) }
}

/** Fits many seats into a plan that can be drawn. */
export function fitSeats(counts: CoverSeats): Required<CoverSeats> {
  if (counts.seats <= 0) return { seats: emptyHouse, taken: 0, mine: counts.mine ?? 0 }
  return drawnAs(counts, Math.min(counts.seats, maxSeats))
}

/** The same for parts, each of which keeps a seat at least. */
export function fitSections<Section extends CoverSeats>(sections: readonly Section[]): (Section & Required<CoverSeats>)[] {
  const inUse = sections.filter(({ seats }) => seats > 0)
  const sum = inUse.reduce((total, { seats }) => total + seats, 0)
  const room = maxSeats - inUse.length
  return inUse.map((one) => ({ ...one, ...drawnAs(one, sum <= maxSeats ? one.seats : 1 + Math.floor((one.seats * room) / sum)) }))
}

/** Its height is fixed, so nothing moves when it arrives. */
export function Cover({ theme, seed, size = 'banner', sections, ref, photo, children, className, ...counts }: CoverProps) {
  const { shown, isGoing, onGone } = useFading(photo)
  const drawn = sections?.length ? { seats: sections.reduce((sum, { seats }) => sum + seats, 0), sections } : fitSeats(counts)
  return (
    <div
      ref={ref}
      data-cover={theme}
      style={huesOf(photo)}
      className={cx('relative overflow-hidden rounded-lg', heights[size], shown && photoHeights[size], className)}
    >
      {shown && <Photo photo={shown} isSmall={size === 'card'} isGoing={isGoing} onGone={onGone} />}
      {size === 'card' && shown ? null : (
        <div className={shown ? 'cover-band absolute inset-x-0 bottom-0 h-22 p-2.5 sm:h-26' : 'h-full'}>
          <SeatPlan {...drawn} seed={seed} look="cover" />
        </div>
      )}
      {children}
    </div>
  )
}
