// The one polite voice of a page for screen readers.
import { useSyncExternalStore } from 'react'

/** At most one sentence in this time; of several, the last one is said. */
const gapMs = 1000

let said = ''
let waiting: ReturnType<typeof setTimeout> | undefined
let nextAt = 0
const listeners = new Set<() => void>()

function say(text: string) {
  // The same sentence twice is read twice only if its text differs.
  said = text === said ? `${text}\u00a0` : text
  nextAt = Date.now() + gapMs
  for (const listener of listeners) listener()
}

/** Reads a sentence out when the reader is free; many in a second become the last one. */
export function announce(text: string) {
  clearTimeout(waiting)
  waiting = setTimeout(() => say(text), Math.max(50, nextAt - Date.now()))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Holds the live region: once, at the root of the app. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => said,
    () => '',
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
