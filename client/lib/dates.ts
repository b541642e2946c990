// Every date a person reads or types, in the event's zone and in theirs (R53). Intl only: the invitee's page loads no date library.

/** The zone this browser is in; a new event starts with it. */
export const viewerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Keeps formatters, which are slow to make. A zone this browser doesn't know is shown as UTC, under that name. */
function formatter(zone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, locale, options])
  const kept = formatters.get(key)
  if (kept) return kept
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  } catch {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
  formatters.set(key, made)
  return made
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>
const partsOf = (instant: Date, zone: string, locale: string, options: Intl.DateTimeFormatOptions): Parts =>
  Object.fromEntries(
    formatter(zone, locale, options)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )

const dayOptions: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const shownOptions: Intl.DateTimeFormatOptions = { ...dayOptions, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }

/** Gives the day alone: '5 Dec 2026'. */
export function formatDay(iso: string, zone: string): string {
  const { day, month, year } = partsOf(new Date(iso), zone, 'en-US', dayOptions)
  return `${day} ${month} ${year}`
}

/** Gives 'D Mon YYYY, h:mm AM/PM' (R53): '5 Dec 2026, 7:30 PM'. */
export function formatInstant(iso: string, zone: string): string {
  const { hour, minute, dayPeriod } = partsOf(new Date(iso), zone, 'en-US', shownOptions)
  return `${formatDay(iso, zone)}, ${hour}:${minute} ${dayPeriod}`
}

/** Each English locale knows the short names of its own part of the world, and calls the rest GMT+n. */
const namers = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']

/** Gives the zone's short name at that instant: 'CET', 'PDT', 'GMT+5:45'. */
export function zoneName(iso: string, zone: string): string {
  const instant = new Date(iso)
  const names = namers.map((locale) => partsOf(instant, zone, locale, { timeZoneName: 'short' }).timeZoneName ?? 'UTC')
  return names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0] ?? 'UTC'
}

/** R53: with the zone's name, `there` on the event's clock, and `here` on the viewer's if it shows another time. */
export function formatBoth(iso: string, zone: string, viewer = viewerZone()): { there: string; here: string | null } {
  const [there, here] = [formatInstant(iso, zone), formatInstant(iso, viewer)]
  return { there: `${there} ${zoneName(iso, zone)}`, here: here === there ? null : `${here} ${zoneName(iso, viewer)}` }
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
