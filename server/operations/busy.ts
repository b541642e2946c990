// Whether requests take most of this process's time: then what can wait leaves the time to them.

import { performance } from 'node:perf_hooks'

const busyShare = 0.7
const lookEveryMs = 200

/** Tells whether, over the last fifth of a second or more, the event loop was at work for most of the time. */
export function openBusyMeter(): () => boolean {
  let [last, lookedAt, isBusy] = [performance.eventLoopUtilization(), performance.now(), false]
  return () => {
    if (performance.now() - lookedAt < lookEveryMs) return isBusy
    const present = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(present, last).utilization > busyShare
    last = present
    lookedAt = performance.now()
    return isBusy
  }
}
