// The time by the server's clock for what is drawn by it (R247).
import { useEffect, useState } from 'react'
import { clockOffset, useClock } from '#client/lib/now.ts'

/** Draws anew when the server says that it is another time: for what is drawn from `serverNow` and waits for a moment. */
export const useClockOffset = () => useClock().offset

/** Gives the current moment (milliseconds), anew every `everyMs`: what time alone changes, e.g. that an event has ended, is not broadcast. */
export function useNow(everyMs = 30_000): number {
  useClockOffset()
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return at + clockOffset() // not the hook's, which is none while a page is hydrated
}
