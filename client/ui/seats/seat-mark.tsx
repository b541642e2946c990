// The motif: one seat, drawn as a theatre plan draws it.
import { cx } from '../cx.ts'

export type SeatState = 'free' | 'taken' | 'mine'

export interface SeatMarkProps {
  state?: SeatState
  className?: string
}

const colours: Record<SeatState, string> = { free: 'text-edge', taken: 'text-seat', mine: 'text-accent' }

export const SeatMark = ({ state = 'free', className }: SeatMarkProps) => (
  <svg
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={cx('size-5 shrink-0 transition-colors duration-200', colours[state], className)}
  >
    <path d="M1.6 8v3a3.1 3.1 0 0 0 3.1 3.1h6.6a3.1 3.1 0 0 0 3.1-3.1V8" />
    <path
      d="M4.2 5.1a3.3 3.3 0 0 1 3.3-3.3h1a3.3 3.3 0 0 1 3.3 3.3v3.6a2.2 2.2 0 0 1-2.2 2.2H6.4a2.2 2.2 0 0 1-2.2-2.2z"
      fill="currentColor"
      fillOpacity={state === 'free' ? 0 : 1}
      className="transition-all duration-200"
    />
    {state === 'mine' && <path d="m6 6.5 1.4 1.4 2.6-2.9" stroke="var(--color-on-accent)" />}
  </svg>
)
