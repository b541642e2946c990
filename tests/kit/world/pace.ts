// Verdicts by speed, each a ratio to something measured in the same run: the yardstick, the same work without what is tested, or another one's share. A
// product that is too slow breaks all tries. And controls whose damage hangs on what happens at the same moment: they go on until it was seen.

import { vi } from 'vitest'
import { slower } from './yardstick.ts'

const fail = (what: string): never => {
  throw new Error(`by the clock: ${what}`)
}

/** Fails what was promised within `limitMs` and took longer, measured by the yardstick; a test `onTime` is then tried again. */
export function within(ms: number, limitMs: number) {
  const [times, what] = [slower(), `${Math.round(ms)} ms, promised within ${limitMs} ms`]
  if (ms >= limitMs * times) return fail(`${what}, on a machine ${times.toFixed(1)} times as slow as usual`)
  if (ms >= limitMs) console.log(`not reached: ${what}; the machine is ${times.toFixed(1)} times as slow as usual`)
  return true
}

/** Fails where something takes more than so many times as long as what it is held against, measured in turns with it. */
export const times = (ms: number, besideMs: number, most: number) =>
  ms < most * besideMs || fail(`${ms.toFixed(1)} beside ${besideMs.toFixed(1)}, promised ${most} times as much at most`)

/** Fails where `part`, the share of one that was slower than another, is less than promised. */
export const fair = (part: number, least: number) => part >= least || fail(`a share of ${part.toFixed(2)}, promised ${least}`)

/** Fails where two times lie further apart, as a part of the longer one, than chance would have it. */
export const alike = (apart: number, noise: number) => apart < noise || fail(`${apart.toFixed(2)} apart, with ${noise} at most`)

/** Fails where anything was found to be slow. */
export const inTime = (slow: readonly string[]) => slow.length === 0 || fail(slow.join('; '))

/** Whatever somebody waits for this long, on a busy machine, has come to a stop. */
export const timeoutMs = 120_000

/** Waits until `look` throws no more, and gives what it gave; looks again every `everyMs`. */
export const comes = <T>(look: () => T | Promise<T>, everyMs = 50): Promise<T> =>
  // oxlint-disable-next-line vitest/no-restricted-vi-methods -- the others wait by what is made of it here
  vi.waitFor(look, { timeout: timeoutMs, interval: everyMs })

/** Options of a test whose work as a whole may take more than a minute on a busy machine. Each wait in it has an end of its own. */
export const longer = { timeout: 300_000 }

/** Options of a test: a try that failed by the clock alone is done again, whole, twice at most; whatever else is wrong fails at once. */
export const onTime = { retry: { count: 2, condition: /^by the clock: / } }

/** Options of a control: it is done again, four times at most, until the damage was seen. */
export const untilSeen = { retry: 4 }
