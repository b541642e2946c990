// The data of time zones that the server goes by: the release's own where that is newer than the one inside Node, which is as old as that is (R234, decision 0140).
import process from 'node:process'
import moment from 'moment-timezone/builds/moment-timezone-with-data-10-year-range.js'
import type { ZoneData } from '#protocol/kernel/time/clocks.ts'

/** Versions as IANA names them: '2026a'; they sort as they came out. */
export const zoneVersions = {
  release: moment.tz.dataVersion,
  node: process.versions.tz ?? '',
  icu: process.versions.icu ?? '',
}
export const isNodeOlder = ({ node, release }: Pick<typeof zoneVersions, 'node' | 'release'>) => node < release

/** It knows some years: by a zone whose clocks change twice in each of them, from the first change to the last. */
const changes = moment.tz.zone('America/New_York')?.untils.filter(Number.isFinite) ?? []
export const known = { from: changes[0] ?? Infinity, until: changes.at(-1) ?? 0 }

/** What the release's own data says. */
export const aheadByRelease: ZoneData = (zone, ms) =>
  ms >= known.from && ms < known.until ? minutesAhead(moment.tz.zone(zone)?.utcOffset(ms)) : undefined
const minutesAhead = (behind: number | undefined) => (behind === undefined ? undefined : -behind * 60_000)

/** What the newer of both says; undefined where that is Node's own, which is asked anyway. */
export const aheadByNewest: ZoneData = isNodeOlder(zoneVersions) ? aheadByRelease : () => undefined
