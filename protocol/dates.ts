// Every date as it is written on pages and in emails alike, in the event's zone (R53). Intl only.

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Each holds some memory of the process, and there are hundreds of zones. */
const mostKept = 500

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
  if (formatters.size >= mostKept) formatters.clear()
  formatters.set(key, made)
  return made
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>
/** Gives the parts of what is shown for an instant, by name. */
export const partsOf = (instant: Date, zone: string, locale: string, options: Intl.DateTimeFormatOptions): Parts =>
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

/** Gives 'D Mon YYYY, h:mm AM/PM': '5 Dec 2026, 7:30 PM'. */
export function formatInstant(iso: string, zone: string): string {
  const { hour, minute, dayPeriod } = partsOf(new Date(iso), zone, 'en-US', shownOptions)
  return `${formatDay(iso, zone)}, ${hour}:${minute} ${dayPeriod}`
}

/** Each English locale knows the short names of its own part of the world, and calls the rest GMT+n. */
const namers = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']

/** Gives the zone's short name at that instant: 'CET', 'PDT', 'GMT+5:45'. */
export function zoneName(iso: string, zone: string): string {
  const nameIn = (locale: string) => partsOf(new Date(iso), zone, locale, { timeZoneName: 'short' }).timeZoneName ?? 'UTC'
  for (const locale of namers) {
    const name = nameIn(locale)
    if (!/^GMT[+-]/.test(name)) return name
  }
  return nameIn('en-US')
}

/** Gives what a page and an email say of a time: on the clock of `zone`, with its name: '5 Dec 2026, 7:30 PM CET'. */
export const formatThere = (iso: string, zone: string) => `${formatInstant(iso, zone)} ${zoneName(iso, zone)}`
