// The latest round of each thing that happens by itself, for the operator's page (R114): of this process, since it began.
import { shortReason } from '#server/kernel/refuse.ts'

interface Round {
  readonly at: number
  /** When the next one is due, in milliseconds; absent for a part of a loop, which goes with it. */
  readonly nextAt?: number
  /** What it threw; absent where all went well. */
  readonly failure?: unknown
}

export interface RoundsOf {
  readonly name: string
  readonly at: number
  readonly nextAt: number | undefined
  /** How many of them failed since the process began. */
  readonly failures: number
  readonly lastFailure: { readonly at: number; readonly why: string } | undefined
}
export interface Rounds {
  ended(name: string, round: Round): void
  all(): RoundsOf[]
}

export function createRounds(): Rounds {
  const known = new Map<string, RoundsOf>()
  return {
    ended(name, { at, nextAt, failure }) {
      const before = known.get(name)
      const hasFailed = failure !== undefined
      known.set(name, {
        name,
        at,
        nextAt,
        failures: (before?.failures ?? 0) + Number(hasFailed),
        lastFailure: hasFailed ? { at, why: shortReason(failure) } : before?.lastFailure,
      })
    },
    all: () => [...known.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}
