// Dates as people read and type them, on the event's clock and on their own.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import {
  formatBoth,
  formatDay,
  formatInstant,
  formatSpan,
  formatTime,
  fromLocalInput,
  tileOf,
  toLocalInput,
  zoneName,
} from '#client/lib/dates.ts'

const evening = '2026-12-05T18:30:00.000Z'

describe('R53', () => {
  test("an instant reads 'D Mon YYYY, h:mm AM/PM' in the event's zone", () => {
    expect(formatInstant(evening, 'Europe/Berlin')).toBe('5 Dec 2026, 7:30 PM')
    expect(formatInstant('2026-09-05T00:05:00.000Z', 'UTC')).toBe('5 Sep 2026, 12:05 AM')
    expect(formatInstant(evening, 'Asia/Kathmandu')).toBe('6 Dec 2026, 12:15 AM')
  })

  test('a zone has its short name, or its distance from UTC where English has none', () => {
    expect(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu'].map((zone) => zoneName(evening, zone))).toEqual([
      'CET',
      'EST',
      'IST',
      'GMT+5:45',
    ])
  })

  test("the viewer's clock is shown only where it differs", () => {
    expect(formatBoth(evening, 'Europe/Berlin', 'America/New_York')).toEqual({
      there: '5 Dec 2026, 7:30 PM CET',
      here: '5 Dec 2026, 1:30 PM EST',
    })
    expect(formatBoth(evening, 'Europe/Berlin', 'Europe/Paris')).toEqual({ there: '5 Dec 2026, 7:30 PM', here: null })
    expect(formatBoth(evening, 'Europe/Berlin', null)).toEqual({ there: '5 Dec 2026, 7:30 PM CET', here: null })
    expect(formatBoth(evening, 'Europe/Berlin').here).toBe('6 Dec 2026, 12:15 AM GMT+5:45')
  })

  test('a zone this browser does not know is shown as UTC, and says so', () => {
    expect(formatBoth(evening, 'Mars/Olympus', 'UTC')).toEqual({ there: '5 Dec 2026, 6:30 PM', here: null })
    expect(formatBoth(evening, 'Mars/Olympus', 'Asia/Tokyo').there).toBe('5 Dec 2026, 6:30 PM UTC')
  })
})

describe('R241 dates are written one way, whatever the browser speaks', () => {
  test.each(['en-US', 'de-DE', 'ar-EG'])('in %s', (locale) => {
    const said = vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale)
    expect([formatDay(evening, 'UTC'), formatBoth(evening, 'UTC', 'UTC').there]).toEqual(['5 Dec 2026', '5 Dec 2026, 6:30 PM'])
    expect(tileOf(evening, 'Europe/Berlin')).toEqual({ day: '5', month: 'Dec' })
    said.mockRestore()
  })

  test.each([
    ['2026-12-05T21:00:00.000Z', '5 Dec 2026, 7:30 – 10:00 PM'],
    ['2026-12-06T00:00:00.000Z', '5 Dec 2026, 7:30 PM – 6 Dec, 1:00 AM'],
    ['2026-12-06T18:30:00.000Z', '5 Dec 2026, 7:30 PM – 6 Dec, 7:30 PM'],
    ['2027-01-01T01:00:00.000Z', '5 Dec 2026, 7:30 PM – 1 Jan 2027, 2:00 AM'],
  ])('a range until %s does not repeat what is the same', (end, span) => {
    expect(formatSpan(evening, end, 'Europe/Berlin')).toBe(span)
  })
  test('morning and evening are both named', () => {
    expect(formatSpan('2026-12-05T09:00:00.000Z', evening, 'UTC')).toBe('5 Dec 2026, 9:00 AM – 6:30 PM')
    expect(formatTime('2026-12-05T00:05:00.000Z', 'UTC')).toBe('12:05 AM')
  })

  test('all of them by one helper', () => {
    const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const own = new Set(['lib/dates.ts', 'event/form/zone-search.ts']) // the second searches names of zones, and shows no date
    const by = /kernel\/dates|DateTimeFormat|toLocale(?:Date|Time)|toDateString/
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => !own.has(file) && by.test(readFileSync(`client/${file}`, 'utf8')))).toEqual([])
  })
})

describe('a datetime-local field', () => {
  test.each([
    ['Europe/Berlin', '2026-12-05T19:30', '2026-12-05T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-12-05T19:30', '2026-12-05T13:45:00.000Z'],
    ['America/New_York', '2026-07-04T00:00', '2026-07-04T04:00:00.000Z'],
  ])('holds the time of %s', (zone, text, instant) => {
    expect(fromLocalInput(text, zone)).toBe(instant)
    expect(toLocalInput(instant, zone)).toBe(text)
  })

  test.each([
    ['an hour', 'Europe/Berlin', ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'], ['2026-03-29T02:30', '2026-03-29T03:30']],
    ['two hours', 'Antarctica/Troll', ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'], ['2026-03-29T01:30', '2026-03-29T03:30']],
    ['half an hour', 'Australia/Lord_Howe', ['2026-04-05T01:45', '2026-04-04T14:45:00.000Z'], ['2026-10-04T02:15', '2026-10-04T02:45']],
  ] as const)(
    'R135 a change by %s: a time shown twice is the first of the two, one that is skipped moves on',
    (_, zone, twice, skipped) => {
      expect(fromLocalInput(twice[0], zone)).toBe(twice[1])
      expect(toLocalInput(fromLocalInput(skipped[0], zone), zone)).toBe(skipped[1])
    },
  )

  test('what is no date gives nothing', () => {
    expect([fromLocalInput('', 'UTC'), fromLocalInput('soon', 'UTC'), toLocalInput('', 'UTC')]).toEqual(['', '', ''])
  })
})
