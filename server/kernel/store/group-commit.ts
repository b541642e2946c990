// Group commit: after a slow commit the next one waits a moment for more writes, since those that were just answered often come again (R113, decision 0088).
import { setTimeout as wait } from 'node:timers/promises'

/** What takes longer than this waits for its disk. */
const slowMs = 15
const share = 0.3

/** Waits, after a commit that took `tookMs`, until `arrived` is `expected`, but no longer than a share of that time; not at all where the disk is fast. */
export async function waitForMore(tookMs: number, expected: number, arrived: () => number): Promise<void> {
  if (tookMs < slowMs) return
  const until = performance.now() + tookMs * share
  while (arrived() < expected && performance.now() < until) await wait(1)
}
