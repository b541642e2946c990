// Chance that can be replayed: the same SEED gives the same numbers.
import { randomInt } from 'node:crypto'

/** How many of so many made-up cases are tried: `npm test` takes a tenth of them, by a seed of its own (`sampled` in tests/tiers.ts). */
export const some = (all: number) => (process.env.TIER === 'fast' ? Math.ceil(all / 10) : all)

/** Opens a row of numbers that SEED decides, or a new seed; say it on failure. */
export function chance() {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
  let state = seed | 0
  /** From 0 up to 1, as mulberry32 has it. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** A whole number from `low` to `high`, both included. */
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { seed, next, between, oneOf: <T>(all: readonly T[]): T => all[between(0, all.length - 1)] as T }
}
