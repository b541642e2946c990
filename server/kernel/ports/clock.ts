// Time comes in here and nowhere else, so that tests can set the clock.

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Runs `work` once after `ms`; the returned function cancels it. Never keeps the process alive. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The latest instant as text: an answer asks for that of the same moment a dozen times. */
let latest = { ms: 0, text: new Date(0).toISOString() }

/** The instant as it is kept in records: ISO 8601 in UTC, which sorts as text. */
export function iso(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() }
  return latest.text
}
