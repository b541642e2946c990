// Chance that can be replayed: the same SEED gives the same numbers. Without one a file's name gives them, so that each run of `npm test` tries the same
// cases; `npm run test:all` takes a new SEED and prints it.
import { createHash } from 'node:crypto'
import { expect } from 'vitest'

/** How many of so many made-up cases are tried: `npm test` takes a tenth of them (`sampled` in tests/tiers.ts). */
export const some = (all: number) => (process.env.TIER === 'fast' ? Math.ceil(all / 10) : all)

const fileOf = () => (expect.getState().testPath ?? '').replaceAll('\\', '/').replace(/^.*\/tests\//, '')
/** The seed that a test file begins with: below 2^31. */
export function fileSeed() {
  const hash = createHash('sha256').update(fileOf()).digest()
  return process.env.SEED === undefined ? hash.readUInt32BE() >>> 1 : Number(process.env.SEED)
}

const opened = new Map<string, number>()

/** Opens a row of numbers: the first of a file by its seed, each further one by the number after it; say the seed on failure. */
export function chance() {
  const place = opened.get(fileOf()) ?? 0
  opened.set(fileOf(), place + 1)
  const seed = fileSeed() + place
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
