// The faults that `npm run test:mutants` plants: mistakes a colleague could make with rights, seats, money, privacy, cost and what was acknowledged, each of
// which must turn the suite red.
import { type Change, changed } from './plant.ts'
import { plantedCost } from './planted-cost.ts'
import { plantedDurability } from './planted-durability.ts'
import { plantedMoney } from './planted-money.ts'
import { plantedPrivacy } from './planted-privacy.ts'
import { plantedRights } from './planted-rights.ts'
import { plantedSeats } from './planted-seats.ts'
import { plantedWaysIn } from './planted-ways-in.ts'

export interface Planted {
  /** What is wrong, in a few words joined by dashes. */
  readonly name: string
  /** The file, wherever it lies below its top folder. */
  readonly file: string
  /** The function, method or constant of that file. */
  readonly symbol: string
  /** Compiles, and touches nothing that another fault touches. */
  readonly change: Change
  /** The narrowest test files that must notice. */
  readonly tests: readonly string[]
  /** Only the tests whose whole title this matches; all of those files by default. */
  readonly only?: string
}

export const planted: readonly Planted[] = [
  ...plantedRights,
  ...plantedWaysIn,
  ...plantedSeats,
  ...plantedMoney,
  ...plantedPrivacy,
  ...plantedDurability,
  ...plantedCost,
]

/** Puts a fault into the text of its file; refuses a list that no longer fits the sources. */
export function plant({ name, file, symbol, change }: Planted, text: string): string {
  try {
    return changed(text, file, symbol, change)
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`)
  }
}
