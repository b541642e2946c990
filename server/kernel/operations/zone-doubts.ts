// Where a browser and this server disagree on what a zone's clocks show (R234): one of them has old data. The browser's start stands, and the operator is told.
import type { Logger } from 'pino'
import { toLocalInput } from '#protocol/kernel/time/clocks.ts'

/** What both said of one start; as '2026-12-05T19:30'. */
export interface ZoneDoubt {
  readonly zone: string
  readonly start: string
  readonly browser: string
  readonly server: string
}
interface SaidTimes {
  readonly start?: string | undefined
  readonly startShown?: string | undefined
  readonly timeZone?: string | undefined
}
export interface ZoneDoubts {
  compare(said: SaidTimes): void
  all(): readonly ZoneDoubt[]
}

/** Anybody can claim anything. */
const maxZones = 20

/** Keeps the latest of each zone since the process began, and logs the first. */
export function createZoneDoubts(log: Pick<Logger, 'warn'>): ZoneDoubts {
  const known = new Map<string, ZoneDoubt>()
  return {
    compare({ start, startShown: browser, timeZone: zone }) {
      if (!start || !browser || !zone) return
      const server = toLocalInput(start, zone)
      if (server === browser || (known.size >= maxZones && !known.has(zone))) return
      const doubt = { zone, start, browser, server }
      if (!known.has(zone)) log.warn(doubt, 'a browser and this server disagree on what clocks show: one of them has old time zone data')
      known.set(zone, doubt)
    },
    all: () => [...known.values()],
  }
}
