// Keeps callers from waiting for a driver that never answers: it may wait for ever to write to a socket that was destroyed a moment before it said so.
import { StoreUnavailable } from '../store.ts'

export interface Patience {
  /** Waits for some work, but no longer than so many milliseconds; what comes of it then is unknown. */
  within<Result>(ms: number, work: Promise<Result>): Promise<Result>
  /** The connections were lost: who waits now waits so long at most. */
  cutShort(ms: number): void
  /** How many were waited for in vain, and still haven't ended: each holds a connection. */
  readonly unanswered: number
}

interface Waiting {
  until: number
  timer: NodeJS.Timeout
  readonly giveUp: () => void
}

/** Begins with nothing under way. */
export function openPatience(): Patience {
  const all = new Set<Waiting>()
  let unanswered = 0
  return {
    within(ms, work) {
      return new Promise((resolve, reject) => {
        let isOver = false
        const giveUp = () => {
          isOver = true
          unanswered++
          all.delete(waiting)
          reject(new StoreUnavailable('The database did not answer in time'))
        }
        const waiting: Waiting = { until: performance.now() + ms, timer: setTimeout(giveUp, ms), giveUp }
        all.add(waiting)
        const end = () => {
          clearTimeout(waiting.timer)
          all.delete(waiting)
          if (isOver) unanswered--
        }
        work.finally(end).then(resolve, reject)
      })
    },
    cutShort(ms) {
      const until = performance.now() + ms
      for (const waiting of all) {
        if (waiting.until <= until) continue
        clearTimeout(waiting.timer)
        Object.assign(waiting, { until, timer: setTimeout(waiting.giveUp, ms) })
      }
    },
    get unanswered() {
      return unanswered
    },
  }
}
