// Whoever a slow disk has just answered may be back in a moment, and is worth waiting for: one commit then serves all of them (R113).
import { setTimeout as wait } from 'node:timers/promises'

/** What takes longer than this waits for its disk. */
const slowMs = 15
const share = 0.3

/** Waits, after a commit that took `tookMs`, until `arrived` is `expected`, but no longer than a share of that time; not at all where the disk is fast. */
export async function company(tookMs: number, expected: number, arrived: () => number): Promise<void> {
  if (tookMs < slowMs) return
  const until = performance.now() + tookMs * share
  while (arrived() < expected && performance.now() < until) await wait(1)
}
