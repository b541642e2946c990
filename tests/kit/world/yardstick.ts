// How slow the machine is while something is measured: a fixed piece of work is done again and again beside each test that says `pace:` in its title.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'

/** What a piece took where the limits of the rules were named and met, in milliseconds. */
const usualMs = 25
let taken: Float64Array | undefined

/** Before each test; gives what ends it. */
export async function layYardstick() {
  if (!/\bpace: /.test(expect.getState().currentTestName ?? '')) return undefined
  const shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT)
  const thread = new Worker(new URL('./yardstick-thread.mjs', import.meta.url), { workerData: shared })
  await once(thread, 'message')
  taken = new Float64Array(shared)
  return async () => {
    taken = undefined
    await thread.terminate()
  }
}

/** How many times as long as usual all took since the test began, at least once. */
export function slower(): number {
  if (!taken) throw new Error('What is judged by speed says `pace:` in its title.')
  const [pieces = 1, ms = 0] = taken
  return Math.max(1, ms / pieces / usualMs)
}
