// What goes into a calendar, as a record and as the text that calendars read (RFC 5545).
import ical, { ICalAttendeeStatus, type ICalCalendar, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { tzlib_get_ical_block as zoneBlock } from 'timezones-ical-library'
import { partsOf } from '#protocol/dates.ts'
import { type Collection, eraOf, type Stored } from '../store/store.ts'

/** R95: one entry of a calendar. It is kept with the email it goes out with, as things stood then. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  readonly uid: string
  /** Rises with every change; calendars take the highest. */
  readonly sequence: number
  /** When it was made. */
  readonly at: string
  readonly title: string
  readonly description: string
  readonly location: string | null
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly url: string
  /** Mail programs ask for an address; it is the installation's, never the host's own (R85). */
  readonly organizer: { readonly name: string; readonly email: string }
  /** The one guest it is for. */
  readonly attendee?: { readonly name: string; readonly email: string }
}

/** The private feed of one person's events; its secret is kept as a hash. */
export interface CalendarFeed extends Stored {
  readonly hash: string
  readonly createdAt: string
}
export const calendarFeeds: Collection<CalendarFeed> = {
  name: 'calendarFeeds',
  indexes: { secret: { fields: ['hash'], unique: true } },
}

const revsPerMinute = 60 * 2 ** 20
const inEra = (rev: number) => rev - eraOf(rev)
/**
 * Rises with every change of the answer and of the event, since each raises a revision; calendars want a small number. R122: after a restore
 * revisions begin anew in an era of later minutes, so the number goes on beyond all that was sent before.
 */
export const sequenceOf = (one: { readonly rev: number }, other: { readonly rev: number }): number =>
  Math.floor(Math.max(eraOf(one.rev), eraOf(other.rev)) / revsPerMinute) + inEra(one.rev) + inEra(other.rev)

const clockOptions: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
}
const mostClocks = 1_000
const clocks = new Map<string, Partial<Record<string, string>>>()
/** What the clocks of a zone show at an instant. The emails of a rush are all about the same few, and asking costs more than the rest of an entry. */
function clockAt(instant: Date, zone: string) {
  const key = `${zone} ${instant.getTime()}`
  const shown = clocks.get(key) ?? partsOf(instant, zone, 'en-US', clockOptions)
  clocks.set(key, shown)
  const [oldest] = clocks.keys()
  if (clocks.size > mostClocks && oldest !== undefined) clocks.delete(oldest)
  return shown
}
/** An instant that is written on the clock of the zone it is asked for. Of a plain Date the library would write the clock of this machine. */
class ZonedTime extends Date {
  readonly internal = new Date(this)
  tzComponents = () => []
  withTimeZone(zone: string | null): Date {
    if (zone === null) return new Date(this)
    const { year, month, day, hour, minute, second } = clockAt(this, zone)
    const shown = new Date(this)
    const says = { getFullYear: year, getMonth: Number(month) - 1, getDate: day, getHours: hour, getMinutes: minute, getSeconds: second }
    return Object.assign(shown, Object.fromEntries(Object.entries(says).map(([name, value]) => [name, () => Number(value)])))
  }
}

const blocks = new Map<string, string>()
/** The rules of a zone as calendars want them; '' where it is not known. */
function blockOf(zone: string): string {
  const known = blocks.get(zone) ?? zoneBlock(zone)[0] ?? ''
  blocks.set(zone, known)
  return known
}
/** The name that those rules go by: an old name of a zone is written as its present one. Null: in UTC. */
const zoneNameOf = (zone: string) => /^TZID:(.+?)\r?$/m.exec(zone === 'UTC' ? '' : blockOf(zone))?.[1] ?? null

const clockText = (at: number, zone: string) => JSON.stringify(clockAt(new Date(at), zone))
/** Whether the clocks of the zone show this time twice, since they are put back then: nobody could say which one is meant. */
const isTwice = (instant: string, zone: string) =>
  [-60, -30, 30, 60].some((minutes) => clockText(Date.parse(instant) + minutes * 60_000, zone) === clockText(Date.parse(instant), zone))
/** The zone to write both times in; null: in UTC. */
const writtenZone = ({ timeZone, start, end }: CalendarEntry) =>
  [start, end].some((instant) => isTwice(instant, timeZone)) ? null : zoneNameOf(timeZone)

/** A line of text without control characters, and without quotation marks where it stands between such. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const clean = (text: string) => text.toWellFormed().replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
const quotable = (text: string) => clean(text).replaceAll('"', '’').replaceAll('\n', ' ').replaceAll('\\', '/')

const eventOf = (entry: CalendarEntry): ICalEventData => ({
  id: entry.uid,
  sequence: entry.sequence,
  stamp: new Date(entry.at),
  start: new ZonedTime(entry.start),
  end: new ZonedTime(entry.end),
  timezone: writtenZone(entry),
  summary: clean(entry.title).replaceAll('\n', ' '),
  description: clean(entry.description),
  ...(entry.location && { location: clean(entry.location).replaceAll('\n', ' ') }),
  url: entry.url,
  status: entry.method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  organizer: { name: quotable(entry.organizer.name), email: entry.organizer.email },
  // They have said yes already, so their calendar need not ask them, nor answer.
  ...(entry.attendee && {
    attendees: [{ ...entry.attendee, name: quotable(entry.attendee.name), rsvp: false, status: ICalAttendeeStatus.ACCEPTED }],
  }),
})

function calendarOf(method: CalendarEntry['method'], entries: readonly CalendarEntry[]): ICalCalendar {
  const calendar = ical({
    prodId: { company: 'Rolecall', product: 'Rolecall', language: 'EN' },
    method: ICalCalendarMethod[method],
    timezone: { name: null, generator: blockOf },
  })
  for (const entry of entries) calendar.createEvent(eventOf(entry))
  return calendar
}

/** One entry as the text of a calendar file. */
export const icsOf = (entry: CalendarEntry): string => `${calendarOf(entry.method, [entry]).toString()}\r\n`

/** Many entries as one calendar to subscribe to. */
export const feedOf = (name: string, entries: readonly CalendarEntry[]): string =>
  `${calendarOf('PUBLISH', entries).name(clean(name)).ttl(3600).toString()}\r\n`
