// Every date a person reads or types, in the event's zone and in theirs (R53), as their browser's language writes it (R131). Intl only: the
// invitee's page loads no date library.
import { useSyncExternalStore } from 'react'
import * as dates from '#protocol/kernel/dates.ts'

export { fromLocalInput, toLocalInput } from '#protocol/kernel/clocks.ts'
export { zoneName } from '#protocol/kernel/dates.ts'

/** The zone this browser is in; a new event starts with it. */
export const viewerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The language dates are written in; the server, which draws a page for everybody, knows no reader's. */
const readerLocale = () => (typeof document === 'undefined' ? dates.english : navigator.language)

export const formatDay = (iso: string, zone: string, locale = readerLocale()) => dates.formatDay(iso, zone, locale)
export const formatShortDay = (iso: string, zone: string, locale = readerLocale()) => dates.formatShortDay(iso, zone, locale)
export const formatWeekday = (iso: string, zone: string, locale = readerLocale()) => dates.formatWeekday(iso, zone, locale)
export const formatTime = (iso: string, zone: string, locale = readerLocale()) => dates.formatTime(iso, zone, locale)
export const formatInstant = (iso: string, zone: string, locale = readerLocale()) => dates.formatInstant(iso, zone, locale)
export const formatThere = (iso: string, zone: string, locale = readerLocale()) => dates.formatThere(iso, zone, locale)

/** Day and month of a date, apart: { day: '5', month: 'Dec' }. */
export function tileOf(iso: string, zone: string, locale = readerLocale()): { day: string; month: string } {
  const { day = '', month = '' } = dates.partsOf(new Date(iso), zone, locale, { day: 'numeric', month: 'short' })
  return { day, month }
}

/** From when to when; the end's day only if it is another one. */
export function formatSpan(start: string, end: string, zone: string, locale = readerLocale()) {
  const isOneDay = dates.formatDay(start, zone, locale) === dates.formatDay(end, zone, locale)
  return `${formatInstant(start, zone, locale)} – ${isOneDay ? formatTime(end, zone, locale) : formatInstant(end, zone, locale)}`
}

const never = () => () => {}
/** Zone and language of the reader for what the server draws as well: at first, as there, those of the event and of the page's own words. */
export const useReader = (zone: string) => ({
  zone: useSyncExternalStore(never, viewerZone, () => zone),
  locale: useSyncExternalStore(never, readerLocale, () => dates.english),
})

/** Zones that browsers still list under an old name: by that name, the current one (R135). */
const currentNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh City',
  'Asia/Ho_Chi_Minh': 'Asia/Ho Chi Minh City',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Godthab': 'America/Nuuk',
  'America/Buenos_Aires': 'America/Buenos Aires',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
}
/** A zone as people read it: 'Asia/Kolkata', 'America/New York'. */
export const zonePlace = (zone: string) => currentNames[zone] ?? zone.replaceAll('_', ' ')

/** 'Asia/Kathmandu (GMT+5:45)': the distance is what people know of a zone whose city they don't. */
export const zoneLabel = (zone: string, at: string, name = zone) =>
  `${zonePlace(name)} (${dates.partsOf(new Date(at), zone, 'en', { timeZoneName: 'shortOffset' }).timeZoneName ?? ''})`

/** R53: with the zone's name, `there` on the event's clock, and `here` on the viewer's if it shows another time. */
export function formatBoth(
  iso: string,
  zone: string,
  viewer = viewerZone(),
  locale = readerLocale(),
): { there: string; here: string | null } {
  const isSame = formatInstant(iso, zone, locale) === formatInstant(iso, viewer, locale)
  return { there: formatThere(iso, zone, locale), here: isSame ? null : formatThere(iso, viewer, locale) }
}
