// Verdicts by the clock (within 150 ms, in a second), on a machine that may be busy with other work: that breaks one try, a product that is too slow
// breaks them all. And controls whose damage hangs on what happens at the same moment: they go on until it was seen.

import { vi } from 'vitest'

const fail = (what: string): never => {
  throw new Error(`by the clock: ${what}`)
}

/** Fails what was promised within `limitMs` and took longer; a test `onTime` is then tried again. */
export const within = (ms: number, limitMs: number) => ms < limitMs || fail(`${Math.round(ms)} ms, promised within ${limitMs} ms`)

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
