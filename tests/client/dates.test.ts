// Dates as people read and type them, on the event's clock and on their own.
import { describe, expect, test } from 'vitest'
import { formatBoth, formatInstant, fromLocalInput, toLocalInput, zoneName } from '#client/lib/dates.ts'

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
    expect(formatBoth(evening, 'Europe/Berlin', 'Europe/Paris').here).toBeNull()
    expect(formatBoth(evening, 'Europe/Berlin').here).toBe('6 Dec 2026, 12:15 AM GMT+5:45')
  })

  test('a zone this browser does not know is shown as UTC, and says so', () => {
    expect(formatBoth(evening, 'Mars/Olympus', 'UTC')).toEqual({ there: '5 Dec 2026, 6:30 PM UTC', here: null })
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

  test('a time the clock shows twice is the first of the two, one it skips moves on', () => {
    expect(fromLocalInput('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    expect(fromLocalInput('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  test('what is no date gives nothing', () => {
    expect([fromLocalInput('', 'UTC'), fromLocalInput('soon', 'UTC'), toLocalInput('', 'UTC')]).toEqual(['', '', ''])
  })
})
