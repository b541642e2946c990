// How far a majority of the members is behind this one. Manual, Replication, "Read Concern majority" and "Write Concern": reads of a majority see what
// it has, a write acknowledged by one waits for it, and what it hasn't got may be taken back.

export interface Majority {
  /** Up to when it has everything: for ever, while it isn't behind. */
  readonly point: () => number
  /** Something was committed at this time. */
  readonly committed: (ts: number) => void
  /** From now on it gets everything so many milliseconds later; Infinity: not until told otherwise. */
  readonly lag: (ms: number) => void
  /** What it hasn't got is no more: it was rolled back. */
  readonly forget: () => void
  /** Resolves when it has what was committed at this time. */
  readonly reached: (ts: number) => Promise<void>
}

/** Begins with a majority that keeps up; `wake` is called whenever it has got further. */
export function openMajority(wake: () => void): Majority {
  let lagMs = 0
  let missing: number[] = []
  let waiting: (readonly [ts: number, resolve: () => void])[] = []
  const point = () => (missing[0] === undefined ? Number.POSITIVE_INFINITY : missing[0] - 1)
  const advance = () => {
    const done = waiting.filter(([ts]) => ts <= point())
    waiting = waiting.filter(([ts]) => ts > point())
    for (const [, resolve] of done) resolve()
    wake()
  }
  const got = (ts: number) => {
    missing = missing.filter((one) => one > ts)
    advance()
  }
  const send = (ts: number) => {
    if (lagMs !== Number.POSITIVE_INFINITY) setTimeout(got, lagMs, ts).unref()
  }
  return {
    point,
    committed: (ts) => {
      if (lagMs === 0 && missing.length === 0) return
      missing.push(ts)
      send(ts)
    },
    lag: (ms) => {
      lagMs = ms
      for (const ts of missing) send(ts)
    },
    forget: () => {
      missing = []
      advance()
    },
    reached: (ts) => (ts <= point() ? Promise.resolve() : new Promise((resolve) => waiting.push([ts, resolve]))),
  }
}
