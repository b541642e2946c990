// What the clocks of a zone show, and back: what is typed as a time of day is meant there (R53). Intl only.
import { partsOf } from './dates.ts'

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

/** R135: what the clock of `zone` shows where `text` stands for a time that it skips; '' where it shows that time. */
export function shownInstead(text: string, zone: string): string {
  const shown = /^\d{4}-/.test(text) ? toLocalInput(fromLocalInput(text, zone), zone) : ''
  return shown === text.slice(0, 16) ? '' : shown
}

/**
 * R103: the end of what begins at `start` and is as long by the clock of `zone` as from `before.start` to `before.end`: an evening that ended at
 * midnight ends at midnight, also in the night in which the clocks change.
 */
export function endAsLong(start: string, before: { readonly start: string; readonly end: string }, zone: string): string {
  const shown = (iso: string) => wallClock(new Date(iso), zone)
  const wall = shown(start) + shown(before.end) - shown(before.start)
  const end = fromLocalInput(new Date(wall).toISOString().slice(0, -1), zone)
  return end > start ? end : new Date(Date.parse(start) + Date.parse(before.end) - Date.parse(before.start)).toISOString()
}

/** R142: `iso` moved by as much as from `from` to `to` on the clock of `zone`. */
export function movedAlong(iso: string, from: string, to: string, zone: string): string {
  const shown = (one: string) => wallClock(new Date(one), zone)
  return fromLocalInput(new Date(shown(iso) + shown(to) - shown(from)).toISOString().slice(0, -1), zone)
}

/** What a clock on the wall shows: '2026-12-05', and how many minutes of that day are over by it. */
interface WallTime {
  readonly day: string
  readonly minutes: number
}
/** Reads the clock of `zone` at an instant, in milliseconds. */
export function wallTime(ms: number, zone: string): WallTime {
  const [day = '', time = ''] = toLocalInput(new Date(ms).toISOString(), zone).split('T')
  return { day, minutes: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) }
}

/** The day so many days later, whatever the clocks do meanwhile. */
export const dayAfter = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The instant, in milliseconds, at which the clock of `zone` shows `hour` o'clock on that day, by the rules of `fromLocalInput`. */
export const instantAt = (day: string, hour: number, zone: string) =>
  Date.parse(fromLocalInput(`${day}T${`${hour}`.padStart(2, '0')}:00`, zone))
