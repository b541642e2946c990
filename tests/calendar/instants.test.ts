// Every kind of calendar file, read back by a reader nobody here wrote: the instants that went in, in all zones and around each change of their clocks (R234).
import ICAL from 'ical.js'
import moment from 'moment-timezone/builds/moment-timezone-with-data-10-year-range.js'
import { afterEach, expect, test } from 'vitest'
import { goBy, ownClock, type ZoneData } from '#protocol/kernel/time/clocks.ts'
import * as ics from '#server/kernel/calendar/ics.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { aheadByRelease } from '#server/kernel/calendar/zone-data.ts'

const minuteMs = 60_000
const [from, until] = [Date.UTC(2026, 0), Date.UTC(2029, 0)]
const zones = [...new Set([...moment.tz.names(), ...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted()
const iso = (ms: number) => new Date(ms).toISOString()

/** Around each change of the zone's clocks, and on a day without one. */
function startsIn(zone: string): number[] {
  const changes = (moment.tz.zone(zone)?.untils ?? []).filter((at) => at >= from && at < until)
  return [from, ...changes.flatMap((at) => [-30, 0, 30].map((minutes) => at + minutes * minuteMs))]
}
const entries = zones.flatMap((timeZone) =>
  startsIn(timeZone).map(
    (start): CalendarEntry => ({
      method: 'REQUEST',
      uid: `${timeZone} ${start}`,
      sequence: 1,
      at: iso(from),
      title: 'Choir',
      description: 'Bring boots.',
      location: null,
      start: iso(start),
      end: iso(start + 60 * minuteMs),
      timeZone,
      url: 'http://rolecall.test/rsvp/g',
      organizer: { name: 'Ada', email: 'help@rolecall.test' },
    }),
  ),
)

/** What a calendar makes of the file, by the entry's id; of a time without a zone it would make its reader's own. */
function readBack(text: string) {
  const found = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, startDate, endDate, description } = new ICAL.Event(component)
    const times = [startDate, endDate].map((time) => `${time.toJSDate().toISOString()} ${time.zone.tzid}`)
    return [uid, { times, description }] as const
  })
  return new Map(found)
}
const perFile = 100
const inFiles = (all: readonly CalendarEntry[]) =>
  Array.from({ length: Math.ceil(all.length / perFile) }, (_, at) => all.slice(at * perFile, (at + 1) * perFile))
const kinds: Readonly<Record<keyof typeof ics, (all: readonly CalendarEntry[]) => readonly string[]>> = {
  icsOf: (all) =>
    all.flatMap((entry, at) =>
      at % 17 === 0 ? (['REQUEST', 'CANCEL', 'PUBLISH'] as const).map((method) => ics.icsOf({ ...entry, method })) : [],
    ),
  fileOf: (all) => inFiles(all).map(ics.fileOf),
  feedOf: (all) => inFiles(all).map((some) => ics.feedOf('Rolecall', some)),
}
const wanted = new Map(entries.map(({ uid, start, end }) => [uid, [`${start} UTC`, `${end} UTC`]]))
const wrong = (text: string) =>
  [...readBack(text)].filter(([uid, { times }]) => times.join() !== wanted.get(uid)?.join()).map(([uid]) => uid)

afterEach(() => goBy(() => undefined))

test.each(Object.entries(kinds))(
  'R234 %s carries the instants that went in, in UTC, for all zones and three years of changing clocks; control',
  (_, write) => {
    const files = write(entries)
    expect([entries.length > 3_000, zones.length > 500, files.length > 0]).toEqual([true, true, true])
    expect(files.flatMap(wrong)).toEqual([])
    expect(files.filter((text) => /TZID|VTIMEZONE/.test(text))).toEqual([])
    const [file = ''] = files
    expect(
      wrong(file.replace(/(DTSTART:\d{8}T\d{4}\d\d)Z/, '$1')).length + wrong(file.replace(/(DTEND:\d{6})\d\d/, '$107')).length,
    ).toBeGreaterThan(0)
  },
)

/** By the data of the release, and by Intl's, which is another version where Node is older: each says what its own clocks show. */
const versions: readonly [name: string, data: ZoneData, clock: (ms: number, zone: string) => string][] = [
  ['the release', aheadByRelease, (ms, zone) => moment.tz(ms, zone).format('ddd, D MMM YYYY, h:mm')],
  ['Intl', () => undefined, (ms, zone) => byIntl(ms, zone)],
]
function byIntl(ms: number, timeZone: string) {
  const options = {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en-US', options).formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${parts.weekday}, ${parts.day} ${parts.month} ${parts.year}, ${parts.hour}:${parts.minute}`
}
const isKnown = (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone)

test.each(versions)('R234, R241 its text begins with the event’s own time and its zone, by %s', (_, data, clock) => {
  goBy(data)
  const some = entries.filter(({ timeZone }, at) => at % 5 === 0 && isKnown(timeZone))
  const texts = new Map(inFiles(some).flatMap((part) => [...readBack(ics.feedOf('Rolecall', part))]))
  const faults = some.filter(({ uid, start, timeZone }) => {
    const [line = '', rest] = (texts.get(uid)?.description ?? '').split('\n')
    const isSaid = line.startsWith(clock(Date.parse(start), timeZone)) && line.endsWith(` ${ownClock.name(timeZone, Date.parse(start))}`)
    return !isSaid || rest !== 'Bring boots.'
  })
  expect(faults.map(({ uid }) => uid)).toEqual([])
})
