// The clock on the wall of a zone: which day and hour it shows at an instant, and at which instant it shows them. Intl only.
import { partsOf } from './dates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What a clock on the wall shows: '2026-12-05', and how many minutes of that day are over by it. */
export interface WallTime {
  readonly day: string
  readonly minutes: number
}

const options: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** Reads the clock of `zone` at an instant, in milliseconds. */
export function wallTime(ms: number, zone: string): WallTime {
  const { year, month, day, hour, minute } = partsOf(new Date(ms), zone, 'en-US', options)
  return { day: `${year}-${month}-${day}`, minutes: Number(hour) * 60 + Number(minute) }
}

/** The day so many days later, whatever the clocks do meanwhile. */
export const dayAfter = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const asIfUtc = ({ day, minutes }: WallTime) => Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs

/**
 * The instant, in milliseconds, at which the clock of `zone` shows `hour` o'clock on that day: the first where it shows it twice, and where
 * it is put forward over it the first one after.
 */
export function instantAt(day: string, hour: number, zone: string): number {
  const wanted = asIfUtc({ day, minutes: hour * 60 })
  const offsetAt = (ms: number) => asIfUtc(wallTime(ms, zone)) - Math.floor(ms / minuteMs) * minuteMs
  // No clock differs by more than a day from UTC, so the offset is the one before or the one after a change on that day.
  const found = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)].map((offset) => wanted - offset)
  const exact = found.filter((ms) => asIfUtc(wallTime(ms, zone)) === wanted)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...found)
}
