// The time, as far as a page needs to know it: an event ends without anybody saying so.
import { useEffect, useState } from 'react'

/** Gives the present moment (milliseconds), anew every `everyMs`. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
