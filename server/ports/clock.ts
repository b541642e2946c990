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

/** The instant as it is kept in records: ISO 8601 in UTC, which sorts as text. */
export const iso = (ms: number) => new Date(ms).toISOString()
