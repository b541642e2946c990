// The time by the server's clock: a computer's own may be hours off, and what is over, open or held is for the server to say (R247).
import { create } from 'zustand'

/** How far the server's clock is ahead of this computer's (milliseconds). */
export const useClock = create(() => ({ offset: 0 }))

/** The time by the server's clock, as far as it has said so yet (milliseconds). */
export const serverNow = () => Date.now() + clockOffset()
export const clockOffset = () => useClock.getState().offset

/**
 * Takes in what a reply said (`said`), at some moment from `asked` to `heard` by this computer's clock: what fits it stays as it is, however slow the way was, so
 * that nothing jitters; nor is a second another clock. Nobody on the way keeps a reply of the API, so its date is never an older one's. What says nothing changes nothing.
 */
export function noteTime(said = 0, asked: number, heard = Date.now()) {
  const middle = said + 500 - (asked + heard) / 2
  const fits = (offset: number) => Math.abs(offset - middle) <= 1_500 + (heard - asked) / 2
  if (said && !fits(clockOffset())) useClock.setState({ offset: fits(0) ? 0 : middle })
}
