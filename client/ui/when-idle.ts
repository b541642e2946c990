// What can wait until the page rests: it must not stand between somebody and what they came to do.
import { useEffect, useState } from 'react'

/** A browser that is never idle does it then all the same, and so does a page that doesn't come. */
const [idleMs, comingMs] = [2_000, 5_000]

/** Somebody waits for the page itself. */
const isComing = () => document.querySelector('main [data-coming="page"]') !== null
const lookEveryMs = 50

/** Does `work` when the page is there and the browser has nothing else to do. Returns what takes it back. */
export function atRest(work: () => void): () => void {
  const latest = Date.now() + comingMs
  let stop = () => {}
  const look = () => {
    if (!isComing() || Date.now() > latest) return work()
    const timer = setTimeout(() => {
      stop = whenIdle(look)
    }, lookEveryMs)
    stop = () => clearTimeout(timer)
  }
  stop = whenIdle(look)
  return () => stop()
}

function whenIdle(work: () => void): () => void {
  // Safari has none.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, idleMs / 10)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: idleMs })
  return () => cancelIdleCallback(asked)
}

/** Tells whether the page has rested since the component is on screen. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => atRest(() => setAtRest(true)), [])
  return isAtRest
}
