// Whether requests take most of this process's time, or answers are being written: then what can wait leaves the time to them (decision 0130).

import { performance } from 'node:perf_hooks'

const busyShare = 0.7
const busyDecisionsPerSecond = 50
const lookEveryMs = 200

/**
 * Tells whether, over the last fifth of a second or more, the event loop was at work for most of the time, or decisions were committed one after the
 * other: those wait for the disk as well, so that the loop may be idle while each of them is slowed by whatever else is done. `decided` is how many
 * there have been.
 */
export function createBusyMeter(decided: () => number = () => 0): () => boolean {
  const look = () => ({ loop: performance.eventLoopUtilization(), at: performance.now(), decisions: decided() })
  let [last, isBusy] = [look(), false]
  return () => {
    const ms = performance.now() - last.at
    if (ms < lookEveryMs) return isBusy
    const current = look()
    const { utilization } = performance.eventLoopUtilization(current.loop, last.loop)
    isBusy = utilization > busyShare || (current.decisions - last.decisions) * 1_000 > busyDecisionsPerSecond * ms
    last = current
    return isBusy
  }
}
