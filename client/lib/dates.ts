// Every date a person reads or types, in the event's zone and in theirs (R53). Intl only: the invitee's page loads no date library.
import { formatInstant, formatThere, partsOf } from '#protocol/dates.ts'

export { formatDay, formatInstant, zoneName } from '#protocol/dates.ts'

/** The zone this browser is in; a new event starts with it. */
export const viewerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** R53: with the zone's name, `there` on the event's clock, and `here` on the viewer's if it shows another time. */
export function formatBoth(iso: string, zone: string, viewer = viewerZone()): { there: string; here: string | null } {
  const isSame = formatInstant(iso, zone) === formatInstant(iso, viewer)
  return { there: formatThere(iso, zone), here: isSame ? null : formatThere(iso, viewer) }
}

const clockOptions: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}

/** What the wall clock of `zone` shows at `instant`, as if it were UTC (milliseconds). */
function wallClock(instant: Date, zone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(instant, zone, 'en-US', clockOptions)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

/** Gives what a datetime-local field takes, on the clock of `zone`: '2026-12-05T19:30'; '' for no date. */
export function toLocalInput(iso: string, zone: string): string {
  const instant = new Date(iso)
  return Number.isNaN(instant.getTime()) ? '' : new Date(wallClock(instant, zone)).toISOString().slice(0, 16)
}

const dayMs = 86_400_000

/**
 * Gives the instant (ISO, UTC) of what a datetime-local field holds, on the clock of `zone`; '' for no date.
 * A time that the clock shows twice is the first of the two; one that it skips moves on by what was skipped.
 */
export function fromLocalInput(text: string, zone: string): string {
  const wall = Date.parse(`${text}Z`)
  if (!/^\d{4,6}-\d\d-\d\dT/.test(text) || Number.isNaN(wall)) return ''
  const offsetAt = (instant: number) => wallClock(new Date(instant), zone) - Math.floor(instant / 1000) * 1000
  const before = offsetAt(wall - dayMs)
  const offset = [before, offsetAt(wall + dayMs)].find((one) => offsetAt(wall - one) === one) ?? before
  return new Date(wall - offset).toISOString()
}
