// Keeps callers from waiting for a driver that never answers: it may wait for ever to write to a socket that was destroyed a moment before it said so.
import { StoreUnavailable } from '#server/kernel/store/store.ts'

export interface Deadlines {
  /** Waits for some work, but no longer than so many milliseconds; what comes of it then is unknown. */
  within<Result>(ms: number, work: Promise<Result>): Promise<Result>
  /** The connections were lost: who waits now waits so long at most. */
  cutShort(ms: number): void
  /** How many were waited for in vain, and still haven't ended: each holds a connection. */
  readonly unanswered: number
}

interface Deadline {
  until: number
  timer: NodeJS.Timeout
  readonly giveUp: () => void
}

/** Begins with nothing under way. */
export function createDeadlines(): Deadlines {
  const all = new Set<Deadline>()
  let unanswered = 0
  return {
    within(ms, work) {
      return new Promise((resolve, reject) => {
        let isOver = false
        const giveUp = () => {
          isOver = true
          unanswered++
          all.delete(deadline)
          reject(new StoreUnavailable('The database did not answer in time'))
        }
        const deadline: Deadline = { until: performance.now() + ms, timer: setTimeout(giveUp, ms), giveUp }
        all.add(deadline)
        const end = () => {
          clearTimeout(deadline.timer)
          all.delete(deadline)
          if (isOver) unanswered--
        }
        work.finally(end).then(resolve, reject)
      })
    },
    cutShort(ms) {
      const until = performance.now() + ms
      for (const deadline of all) {
        if (deadline.until <= until) continue
        clearTimeout(deadline.timer)
        Object.assign(deadline, { until, timer: setTimeout(deadline.giveUp, ms) })
      }
    },
    get unanswered() {
      return unanswered
    },
  }
}
