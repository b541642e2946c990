// One burst of answers over several server processes at once, and what became of it.
import { type Outcome, openBurst } from './burst.ts'
import type { Running } from './process.ts'
import type { Seeded } from './seed.ts'

/** Opens a burst on each server. Tags tell the guests apart. */
export function openBursts(servers: readonly Running[], target: Seeded, tag: string, connections = 8) {
  const bursts = servers.map(({ url }, nth) => openBurst(url, target, `${tag}${nth}`, connections))
  const outcomes = () => bursts.flatMap((burst) => burst.outcomes)
  return {
    outcomes,
    acknowledged: (count: number) => Promise.all(bursts.map((burst) => burst.acknowledged(count))),
    /** How many the slowest server has acknowledged of what was sent after a moment. */
    since: (moment: number) =>
      Math.min(...bursts.map((burst) => burst.outcomes.filter(({ status, sentAt }) => status === 200 && sentAt > moment).length)),
    /** When the last of the servers has acknowledged something again, in milliseconds after a moment. */
    backAfter: (moment: number) => {
      const firsts = bursts.map(
        (burst) => burst.outcomes.find(({ status, endedAt }) => status === 200 && endedAt > moment)?.endedAt ?? Infinity,
      )
      return Math.round(Math.max(...firsts) - moment)
    },
    stop: () => Promise.all(bursts.map((burst) => burst.stop())),
  }
}

/** Every status that was told, with how often. */
export function statusesOf(outcomes: readonly Pick<Outcome, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** What each 503 said: when to come back, and why. */
export const hintsOf = (outcomes: readonly Outcome[]): ReadonlySet<string> =>
  new Set(outcomes.filter(({ status }) => status === 503).map(({ headers, text }) => `${headers['retry-after']} ${JSON.parse(text).code}`))

/** The longest of some waits, in milliseconds. */
export const slowest = (all: readonly { readonly ms: number }[]): number => Math.round(Math.max(0, ...all.map(({ ms }) => ms)))

/** How long each answer took. */
export const waitsOf = (outcomes: readonly Outcome[]) => outcomes.map(({ sentAt, endedAt }) => ({ ms: endedAt - sentAt }))
