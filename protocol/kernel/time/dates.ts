// Every date as it is written on pages and in emails (R241): '11 Dec 2026, 7:30 PM', on the clock of a zone (R53).
import { type Clock, ownClock } from './clocks.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** What the clock shows, as if it were UTC. */
const shown = (iso: string, zone: string, clock: Clock) => new Date(Date.parse(iso) + clock.ahead(zone, Date.parse(iso)))

/** Day and month of a date, apart: { day: '5', month: 'Dec' }. */
export function tileOf(iso: string, zone: string, clock = ownClock): { day: string; month: string } {
  const wall = shown(iso, zone, clock)
  return { day: `${wall.getUTCDate()}`, month: months[wall.getUTCMonth()] ?? '' }
}
/** Gives day and month alone, for where the year is known: '5 Dec'. */
export function formatShortDay(iso: string, zone: string, clock = ownClock) {
  const { day, month } = tileOf(iso, zone, clock)
  return `${day} ${month}`
}
const yearOf = (iso: string, zone: string, clock: Clock) => shown(iso, zone, clock).getUTCFullYear()
/** Gives the day alone, its month as a word: '5 Dec 2026'. */
export const formatDay = (iso: string, zone: string, clock = ownClock) => `${formatShortDay(iso, zone, clock)} ${yearOf(iso, zone, clock)}`

/** Gives the time alone: '7:30 PM'. */
export function formatTime(iso: string, zone: string, clock = ownClock) {
  const wall = shown(iso, zone, clock)
  const hour = wall.getUTCHours()
  return `${hour % 12 || 12}:${`${wall.getUTCMinutes()}`.padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}
/** Gives '5 Dec 2026, 7:30 PM'. */
export const formatInstant = (iso: string, zone: string, clock = ownClock) =>
  `${formatDay(iso, zone, clock)}, ${formatTime(iso, zone, clock)}`

/** Gives the name of the day of the week: 'Saturday'. */
export const formatWeekday = (iso: string, zone: string, clock = ownClock) => weekdays[shown(iso, zone, clock).getUTCDay()] ?? ''

/** Gives the zone's short name at that instant: 'CET', 'PDT', 'GMT+5:45'. */
export const zoneName = (iso: string, zone: string, clock = ownClock) => clock.name(zone, Date.parse(iso))

/** Gives a time where its reader may be in another zone: '5 Dec 2026, 7:30 PM CET'. */
export const formatThere = (iso: string, zone: string, clock = ownClock) =>
  `${formatInstant(iso, zone, clock)} ${zoneName(iso, zone, clock)}`

const shortWeekday = (iso: string, zone: string) => formatWeekday(iso, zone).slice(0, 3)
/** Gives what an email says of it: 'Sat, 5 Dec 2026, 7:30 PM CET'. */
export const formatLong = (iso: string, zone: string) => `${shortWeekday(iso, zone)}, ${formatThere(iso, zone)}`

/** Gives when something ends, without what is said by its start already: '10:30 PM', '6 Dec, 1:00 AM'. */
export function formatEnd(start: string, end: string, zone: string, clock = ownClock): string {
  const time = formatTime(end, zone, clock)
  if (formatDay(start, zone, clock) === formatDay(end, zone, clock)) return time
  const isOneYear = yearOf(start, zone, clock) === yearOf(end, zone, clock)
  return `${isOneYear ? formatShortDay(end, zone, clock) : formatDay(end, zone, clock)}, ${time}`
}
/** The parts of a time from when to when. `half` is the ' PM' that its end says too: not written twice, and heard twice. */
export function timesParts(start: string, end: string, zone: string, clock = ownClock): { from: string; half: string; until: string } {
  const [from, until] = [formatTime(start, zone, clock), formatEnd(start, end, zone, clock)]
  const half = until.includes(',') || from.slice(-3) !== until.slice(-3) ? '' : from.slice(-3)
  return { from: from.slice(0, from.length - half.length), half, until }
}
/** Gives from when to when, where the day is known: '7:30 – 10:30 PM', '10:00 AM – 11:00 PM'. */
export function formatTimes(start: string, end: string, zone: string, clock = ownClock): string {
  const { from, until } = timesParts(start, end, zone, clock)
  return `${from} – ${until}`
}
/** Gives from when to when: '5 Dec 2026, 7:30 – 10:30 PM'. */
export const formatSpan = (start: string, end: string, zone: string, clock = ownClock) =>
  `${formatDay(start, zone, clock)}, ${formatTimes(start, end, zone, clock)}`
/** Gives what a calendar says of it: 'Sat, 5 Dec 2026, 7:30 – 10:30 PM CET'. */
export const formatLongSpan = (start: string, end: string, zone: string) =>
  `${shortWeekday(start, zone)}, ${formatSpan(start, end, zone)} ${zoneName(start, zone)}`
