// What goes into a calendar as the text that calendars read (RFC 5545), its times in UTC (R234). Written by ourselves (decision 0135).
import { formatLongSpan } from '#protocol/kernel/time/dates.ts'
import type { CalendarEntry } from './model.ts'

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

const maxBytes = 74
const bytesOf = (letter: string) => ((letter.codePointAt(0) ?? 0) < 0x80 ? 1 : Buffer.byteLength(letter))
const isAscii = (line: string) => !/[^\u0020-\u007e]/.test(line)
const rest = new RegExp(`.{1,${maxBytes - 1}}`, 'g')
/** The line, continued in as many as it takes: none is longer than calendars read, and no letter is cut. */
function folded(line: string): string {
  if (line.length <= maxBytes && Buffer.byteLength(line) <= maxBytes) return line
  if (isAscii(line)) return [line.slice(0, maxBytes), ...(line.slice(maxBytes).match(rest) ?? [])].join('\r\n ')
  let [text, bytes] = ['', 0]
  for (const letter of line) {
    const more = bytesOf(letter)
    const isFull = bytes + more > maxBytes
    text += isFull ? `\r\n ${letter}` : letter
    bytes = isFull ? 1 + more : bytes + more
  }
  return text
}

const utc = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
/** Its own time first: a calendar shows where its reader is. */
const descriptionText = ({ start, end, timeZone, description }: CalendarEntry) =>
  [formatLongSpan(start, end, timeZone), description].filter(Boolean).join('\n')

const eventLines = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTAMP:${utc(entry.at)}`,
  `DTSTART:${utc(entry.start)}`,
  `DTEND:${utc(entry.end)}`,
  `SUMMARY:${escaped(inOneLine(entry.title))}`,
  ...(entry.location ? [`LOCATION:${escaped(inOneLine(entry.location))}`] : []),
  `DESCRIPTION:${escaped(descriptionText(entry))}`,
  `ORGANIZER;CN="${quotable(entry.organizer.name)}":mailto:${entry.organizer.email}`,
  // They have said yes already, so their calendar need not ask them, nor answer.
  ...(entry.attendee
    ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="${quotable(entry.attendee.name)}":MAILTO:${entry.attendee.email}`]
    : []),
  `URL;VALUE=URI:${inOneLine(entry.url)}`,
  `STATUS:${entry.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

function calendarOf(method: CalendarEntry['method'] | null, entries: readonly CalendarEntry[], about: readonly string[] = []): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Rolecall//Rolecall//EN', ...(method ? [`METHOD:${method}`] : []), ...about]
  return [...head, ...entries.flatMap(eventLines), 'END:VCALENDAR', ''].map(folded).join('\r\n')
}

/** One entry as the text of a calendar file. */
export const icsOf = (entry: CalendarEntry): string => calendarOf(entry.method, [entry])

/** R153: many entries as one file, without a method: what one request carries has one UID (RFC 5546). */
export const fileOf = (entries: readonly CalendarEntry[]): string => calendarOf(null, entries)

/** Many entries as one calendar to subscribe to. */
export const feedOf = (name: string, entries: readonly CalendarEntry[]): string =>
  calendarOf('PUBLISH', entries, [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
