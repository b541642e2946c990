// Whether what is on screen is live: a dot and a word.
import { cx } from '../cx.ts'

export type LiveState = 'live' | 'reconnecting' | 'offline'

const looks: Record<LiveState, { word: string; dot: string; text: string }> = {
  live: { word: 'Live', dot: 'bg-success', text: 'text-success' },
  reconnecting: { word: 'Reconnecting', dot: 'animate-breathe bg-warn', text: 'text-warn' },
  offline: { word: 'Offline', dot: 'border-2 border-muted', text: 'text-muted' },
}

/** A change is read out politely. */
export const LiveDot = ({ state, className }: { state: LiveState; className?: string }) => (
  <span
    role="status"
    className={cx('inline-flex items-center gap-1.5 text-13 font-medium whitespace-nowrap', looks[state].text, className)}
  >
    <span aria-hidden="true" className={cx('size-2 rounded-full forced-color-adjust-none', looks[state].dot)} />
    {looks[state].word}
  </span>
)
