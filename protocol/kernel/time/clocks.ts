// What the clocks of a zone show at an instant, and back: whatever says, draws or reads a time of day asks here (R53, R234). By Intl, or by newer data.

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Each holds some memory of the process, and there are hundreds of zones. */
const maxKept = 500

/** Keeps formatters, which are slow to make. A zone that isn't known here is shown as UTC, under that name. */
function formatter(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone.toLowerCase(), locale, options]) // one, in whatever case the zone is written
  const kept = formatters.get(key)
  if (kept) return kept
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  } catch {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
  if (formatters.size >= maxKept) formatters.clear()
  formatters.set(key, made)
  return made
}

/** R231: whether this machine knows a zone by that name. */
export function isKnownZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

type DateParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>
/** Gives the parts of what is shown for an instant, by name. */
export const partsOf = (instant: Date, zone: string, locale: string, options: Intl.DateTimeFormatOptions): DateParts =>
  Object.fromEntries(
    formatter(zone, locale, options)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )

const clockOptions: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}
function aheadByIntl(zone: string, ms: number): number {
  const { year, month, day, hour, minute, second } = partsOf(new Date(ms), zone, 'en-US', clockOptions)
  const shown = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return shown - Math.floor(ms / 1000) * 1000
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds; undefined where there is no word of it. */
export type ZoneData = (zone: string, ms: number) => number | undefined
let newer: ZoneData = () => undefined
/** From now on by this data, where it has something to say. */
export function goBy(data: ZoneData) {
  newer = data
  for (const kept of [aheads, names]) kept.clear()
}

/** Clocks change at a quarter of an hour, nowhere between. */
const quarterMs = 900_000
/** What was asked lately: finding it takes longer than all else that writes a date. */
const aheads = new Map<string, number>()
const names = new Map<string, string>()
function kept<T>(all: Map<string, T>, zone: string, ms: number, find: (zone: string, ms: number) => T): T {
  const key = `${Math.floor(ms / quarterMs)} ${zone}`
  const known = all.get(key)
  if (known !== undefined) return known
  if (all.size >= maxKept) all.clear()
  const found = find(zone, ms)
  all.set(key, found)
  return found
}

/** Gives how far ahead of UTC the clocks of a zone are, in milliseconds. */
export const aheadAt = (zone: string, ms: number): number => kept(aheads, zone, ms, (...at) => newer(...at) ?? aheadByIntl(...at))

/** 'GMT+5:45': how far ahead, where that is what people know of a zone. */
export function distanceName(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `GMT${aheadMs < 0 ? '-' : '+'}${hours}${rest ? `:${`${rest}`.padStart(2, '0')}` : ''}`
}

/** Each English locale knows the short names of its own part of the world, and calls the rest GMT+n. */
const namers = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']

function findZoneName(zone: string, ms: number): string {
  const ahead = newer(zone, ms)
  // Who shows another time has no name for this one.
  if (ahead !== undefined && ahead !== aheadByIntl(zone, ms)) return distanceName(ahead)
  const nameIn = (locale: string) => partsOf(new Date(ms), zone, locale, { timeZoneName: 'short' }).timeZoneName ?? 'UTC'
  for (const locale of namers) {
    const name = nameIn(locale)
    if (!/^GMT[+-]/.test(name)) return name
  }
  return nameIn('en-US')
}

/** Gives the zone's short name at that instant: 'CET', 'PDT', 'GMT+5:45'. */
const nameAt = (zone: string, ms: number): string => kept(names, zone, ms, findZoneName)

/** Whoever says what clocks show: this program, or for a moment the server that drew the page. */
export interface Clock {
  readonly ahead: (zone: string, ms: number) => number
  readonly name: (zone: string, ms: number) => string
}
export const ownClock: Clock = { ahead: aheadAt, name: nameAt }

/** What a clock said for each time it was asked for, by zone and instant. */
export interface DrawnClock {
  readonly ahead: Record<string, number>
  readonly names: Record<string, string>
}

/** What the wall clock of `zone` shows at `instant`, to the second, as if it were UTC (milliseconds). */
const wallClock = (instant: Date, zone: string) => Math.floor(instant.getTime() / 1000) * 1000 + aheadAt(zone, instant.getTime())

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
