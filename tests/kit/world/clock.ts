// A clock in the test's hand: time stands still until it is moved.
import type { Clock } from '#server/kernel/ports/clock.ts'

export interface TestClock extends Clock {
  /** Moves time and runs what falls due on the way, in order. */
  advance(ms: number): void
}

/** When all tests begin, but for those that say otherwise. */
export const morning = Date.parse('2026-12-01T09:00:00Z')

export function testClock(start = morning): TestClock {
  let now = start
  const timers = new Map<() => void, number>()
  return {
    now: () => now,
    after(ms, work) {
      const timer = () => work()
      timers.set(timer, now + ms)
      return () => timers.delete(timer)
    },
    advance(ms) {
      now += ms
      const due = [...timers].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b)
      for (const [timer] of due) {
        timers.delete(timer)
        timer()
      }
    },
  }
}

/** One that goes on by a millisecond each time it is read, as a real one may. */
export function runningClock(): TestClock {
  const clock = testClock()
  return {
    ...clock,
    now() {
      clock.advance(1)
      return clock.now()
    },
  }
}

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
