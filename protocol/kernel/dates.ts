// Every date as it is written on pages and in emails, in the event's zone (R53), as a locale writes it (R131). Intl only.

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

/** What emails, pictures and the server's pages are written in: their words are English. Pages take the reader's instead (client/lib/dates.ts). */
export const english = 'en-US'

const dayOptions: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const timeOptions: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
const longOptions: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }

/** Newer browsers part some words by spaces of other kinds than older ones and than Node: a page that two of them draw says the same. */
const written = (iso: string, zone: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  formatter(zone, locale, options)
    .format(new Date(iso))
    .replaceAll(/[\u00a0\u202f]/g, ' ')

/** Gives the day alone, its month as a word: 'Dec 5, 2026'. */
export const formatDay = (iso: string, zone: string, locale = english) => written(iso, zone, locale, dayOptions)
/** Gives the time alone: '7:30 PM'. */
export const formatTime = (iso: string, zone: string, locale = english) => written(iso, zone, locale, timeOptions)
/** Gives 'Dec 5, 2026, 7:30 PM'. */
export const formatInstant = (iso: string, zone: string, locale = english) => written(iso, zone, locale, { ...dayOptions, ...timeOptions })

/** Each English locale knows the short names of its own part of the world, and calls the rest GMT+n. */
const namers = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']

const zoneNames = new Map<string, string>()
/** Gives the zone's short name at that instant: 'CET', 'PDT', 'GMT+5:45'. Kept, since finding one asks several formatters, and a board says it with every change. */
export function zoneName(iso: string, zone: string): string {
  const key = `${iso} ${zone}`
  const kept = zoneNames.get(key)
  if (kept !== undefined) return kept
  if (zoneNames.size >= mostKept) zoneNames.clear()
  const name = findZoneName(iso, zone)
  zoneNames.set(key, name)
  return name
}
function findZoneName(iso: string, zone: string): string {
  const nameIn = (locale: string) => partsOf(new Date(iso), zone, locale, { timeZoneName: 'short' }).timeZoneName ?? 'UTC'
  for (const locale of namers) {
    const name = nameIn(locale)
    if (!/^GMT[+-]/.test(name)) return name
  }
  return nameIn('en-US')
}

/** Gives day and month alone, for where the year is known: 'Dec 5'. */
export const formatShortDay = (iso: string, zone: string, locale = english) =>
  written(iso, zone, locale, { day: 'numeric', month: 'short' })
/** Gives the name of the day of the week: 'Saturday'. */
export const formatWeekday = (iso: string, zone: string, locale = english) => written(iso, zone, locale, { weekday: 'long' })

/** Gives what a page says of a time: on the clock of `zone`, with its name: 'Dec 5, 2026, 7:30 PM CET'. */
export const formatThere = (iso: string, zone: string, locale = english) => `${formatInstant(iso, zone, locale)} ${zoneName(iso, zone)}`

/** Gives what an email says of it: 'Saturday, December 5, 2026 at 7:30 PM CET'. */
export const formatLong = (iso: string, zone: string) =>
  `${written(iso, zone, english, longOptions)} at ${formatTime(iso, zone)} ${zoneName(iso, zone)}`
