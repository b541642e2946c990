// How full something is, seat by seat: a row of marks up to twenty, a bar beyond.

import { places } from '../actions/places.ts'
import { cx } from '../cx.ts'
import { SeatMark, type SeatState } from './seat-mark.tsx'

export interface SeatsProps {
  total: number
  /** All that are taken, mine among them. */
  taken: number
  mine?: number
  /** Begins the accessible text, e.g. the role's name. */
  label?: string
  className?: string
}

const marksUpTo = 20

/** Says the counts in words: "Speaker: 3 of 5 seats taken, 1 of them yours". */
export function seatsText({ total, taken, mine = 0, label }: SeatsProps) {
  const counts = `${taken} of ${total} ${total === 1 ? 'seat' : 'seats'} taken`
  return `${label ? `${label}: ` : ''}${counts}${mine > 0 ? `, ${mine} of them yours` : ''}`
}

function SeatBar({ total, taken, mine = 0 }: SeatsProps) {
  const share = (count: number) => ({ width: `${(100 * Math.max(0, count)) / Math.max(total, 1)}%` })
  return (
    <span className="flex h-2.5 forced-color-adjust-none gap-0.5 overflow-hidden rounded-full bg-fill-strong">
      {mine > 0 && <span className="min-w-2.5 shrink-0 rounded-full bg-accent transition-all duration-200" style={share(mine)} />}
      <span className="rounded-full bg-seat transition-all duration-200" style={share(Math.min(taken, total) - mine)} />
    </span>
  )
}

export function Seats(props: SeatsProps) {
  const { total, taken, mine = 0, className } = props
  const stateAt = (place: number): SeatState => (place < mine ? 'mine' : place < taken ? 'taken' : 'free')
  return (
    <span role="img" aria-label={seatsText(props)} className={cx('block', className)}>
      {total > marksUpTo ? (
        <SeatBar {...props} />
      ) : (
        <span className="flex flex-wrap gap-x-1.25 gap-y-1">
          {places(total).map((place) => (
            <SeatMark key={place} state={stateAt(place)} />
          ))}
        </span>
      )}
    </span>
  )
}
