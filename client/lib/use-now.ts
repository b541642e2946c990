// The current time for a page that shows what time alone changes: that an event has ended is not broadcast.
import { useEffect, useState } from 'react'

/** Gives the current moment (milliseconds), anew every `everyMs`. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
