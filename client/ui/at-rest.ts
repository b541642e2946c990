// What can wait until the page rests: it must not stand between somebody and what they came to do.
import { useEffect, useState } from 'react'

/** A page that never rests does it then all the same. */
const mostMs = 2_000

/** Does `work` when the browser has nothing else to do. Returns what takes it back. */
export function atRest(work: () => void): () => void {
  // Safari has none.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, mostMs / 10)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: mostMs })
  return () => cancelIdleCallback(asked)
}

/** Tells whether the page has rested since the component is on screen. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => atRest(() => setAtRest(true)), [])
  return isAtRest
}
