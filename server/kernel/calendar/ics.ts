// What goes into a calendar as the text that calendars read (RFC 5545). Written by ourselves: the library took ten times as long for an email (decision 0135).
import { tzlib_get_ical_block as zoneBlock } from 'timezones-ical-library'
import { partsOf } from '#protocol/kernel/dates.ts'
import type { CalendarEntry } from './model.ts'

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
const clocks = new Map<string, string>()
/** What the clocks of a zone show at an instant, as calendars write it. The emails of a rush are all about the same few, and asking costs more than the rest. */
function clockAt(ms: number, zone: string): string {
  const key = `${zone} ${ms}`
  const known = clocks.get(key)
  if (known !== undefined) return known
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = partsOf(new Date(ms), zone, 'en-US', clockOptions)
  const two = (part: string) => part.padStart(2, '0')
  const shown = `${year.padStart(4, '0')}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}`
  clocks.set(key, shown)
  const [oldest] = clocks.keys()
  if (clocks.size > mostClocks && oldest !== undefined) clocks.delete(oldest)
  return shown
}

const blocks = new Map<string, string>()
/** The rules of a zone as calendars want them; '' where it is not known. */
function blockOf(zone: string): string {
  const known = blocks.get(zone) ?? zoneBlock(zone)[0] ?? ''
  blocks.set(zone, known)
  return known
}
/** The name that those rules go by: an old name of a zone is written as its current one. Null: in UTC. */
const zoneNameOf = (zone: string) => /^TZID:(.+?)\r?$/m.exec(zone === 'UTC' ? '' : blockOf(zone))?.[1] ?? null

/** Whether the clocks of the zone show this time twice, since they are put back then: nobody could say which one is meant. */
const isTwice = (instant: string, zone: string) =>
  [-60, -30, 30, 60].some((minutes) => clockAt(Date.parse(instant) + minutes * 60_000, zone) === clockAt(Date.parse(instant), zone))
/** The zone to write both times in; null: in UTC. */
const writtenZone = ({ timeZone, start, end }: CalendarEntry) =>
  [start, end].some((instant) => isTwice(instant, timeZone)) ? null : zoneNameOf(timeZone)

/** A line of text without control characters, and without quotation marks where it stands between such. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const clean = (text: string) => text.toWellFormed().replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
const quotable = (text: string) => clean(text).replaceAll('"', '’').replaceAll('\n', ' ').replaceAll('\\', '/')

/** A value that is a text, as a line has it. */
const escaped = (text: string) =>
  clean(text)
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
const inOneLine = (text: string) => clean(text).replaceAll('\n', ' ')

const mostBytes = 74
const bytesOf = (letter: string) => ((letter.codePointAt(0) ?? 0) < 0x80 ? 1 : Buffer.byteLength(letter))
/** The line, continued in as many as it takes: none is longer than calendars read, and no letter is cut. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= mostBytes) return line
  let [text, bytes] = ['', 0]
  for (const letter of line) {
    const more = bytesOf(letter)
    const isFull = bytes + more > mostBytes
    text += isFull ? `\r\n ${letter}` : letter
    bytes = isFull ? 1 + more : bytes + more
  }
  return text
}

const utc = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
/** A time on the clocks of a zone, or in UTC. */
const timeIn = (instant: string, zone: string | null) =>
  zone === null ? `:${utc(instant)}` : `;TZID=${zone}:${clockAt(Date.parse(instant), zone)}`

const eventLines = (entry: CalendarEntry, zone: string | null): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTAMP:${utc(entry.at)}`,
  `DTSTART${timeIn(entry.start, zone)}`,
  `DTEND${timeIn(entry.end, zone)}`,
  `SUMMARY:${escaped(inOneLine(entry.title))}`,
  ...(entry.location ? [`LOCATION:${escaped(inOneLine(entry.location))}`] : []),
  ...(entry.description ? [`DESCRIPTION:${escaped(entry.description)}`] : []),
  `ORGANIZER;CN="${quotable(entry.organizer.name)}":mailto:${entry.organizer.email}`,
  // They have said yes already, so their calendar need not ask them, nor answer.
  ...(entry.attendee
    ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="${quotable(entry.attendee.name)}":MAILTO:${entry.attendee.email}`]
    : []),
  `URL;VALUE=URI:${inOneLine(entry.url)}`,
  `STATUS:${entry.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

function textOf(method: CalendarEntry['method'] | null, entries: readonly CalendarEntry[], about: readonly string[] = []): string {
  const zoned = entries.map((entry) => ({ entry, zone: writtenZone(entry) }))
  const zones = new Set(zoned.flatMap(({ zone }) => zone ?? []))
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Rolecall//Rolecall//EN', ...(method ? [`METHOD:${method}`] : []), ...about]
  const rules = [...zones].map((zone) => blockOf(zone).replace(/\r?\n/g, '\r\n').trim())
  const events = zoned.flatMap(({ entry, zone }) => eventLines(entry, zone))
  return [...head.map(folded), ...rules, ...events.map(folded), 'END:VCALENDAR', ''].join('\r\n')
}

/** One entry as the text of a calendar file. */
export const icsOf = (entry: CalendarEntry): string => textOf(entry.method, [entry])

/** R153: many entries as one file, without a method: what one request carries has one UID (RFC 5546). */
export const fileOf = (entries: readonly CalendarEntry[]): string => textOf(null, entries)

/** Many entries as one calendar to subscribe to. */
export const feedOf = (name: string, entries: readonly CalendarEntry[]): string =>
  textOf('PUBLISH', entries, [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
