// The cluster time: seconds and a counter within the second, kept as one number that only grows.
import { Timestamp } from 'mongodb'

const perSecond = 2 ** 20

/** Turns a time of the log into the Timestamp of the wire. */
export const timestampOf = (ts: number): Timestamp => new Timestamp({ t: Math.floor(ts / perSecond), i: ts % perSecond })

/** Turns a Timestamp of the wire into a time of the log. */
export const timeOf = (stamp: Timestamp): number => stamp.getHighBitsUnsigned() * perSecond + stamp.getLowBitsUnsigned()

/** Gives the first time of the log at so many milliseconds since 1970. */
export const timeAt = (ms: number): number => Math.floor(ms / 1_000) * perSecond

/** Starts a clock that follows the machine's, and never stands still or goes back. */
export function openClock(): { now: () => number; tick: () => number; advance: (ts: number) => void } {
  let last = timeAt(Date.now()) + 1
  return {
    now: () => last,
    tick: () => {
      last = Math.max(last + 1, timeAt(Date.now()) + 1)
      return last
    },
    advance: (ts) => {
      last = Math.max(last, ts)
    },
  }
}
