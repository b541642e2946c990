// A page that the server drew by other data of time zones than the browser's: it is taken over as it was drawn, and then says what the browser's clock shows (R234).
import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { beginClock, useWritten } from '#client/lib/dates.ts'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { GroupTimes } from '#client/several/group-times.tsx'
import { type DrawnClock, goBy, type ZoneData } from '#protocol/kernel/clocks.ts'
import { formView } from './rsvp-fixtures.ts'

const hourMs = 3_600_000
const zone = 'America/Vancouver'
/** What Vancouver's clocks show from November 2026 on, before and after 2026 was known. */
const old: ZoneData = (name) => (name === zone ? -8 * hourMs : undefined)
const recent: ZoneData = (name) => (name === zone ? -7 * hourMs : undefined)
const times = { start: '2026-12-06T02:30:00.000Z', end: '2026-12-06T04:30:00.000Z', timeZone: zone }
const event = { ...formView().event, ...times } as NonNullable<ReturnType<typeof formView>['event']>

function Until() {
  return <p>Answers until {useWritten(zone)(times.end)}</p>
}
const page = (
  <>
    <EventTime event={event} keepsRoom />
    <GroupTimes event={event} />
    <Until />
  </>
)

afterEach(() => {
  goBy(() => undefined)
  beginClock()
})

/** The page drawn by one, taken over by the other; what it said first and then, and what React complained of. */
function takenOver(drawnBy: ZoneData, by: ZoneData, isTold = true) {
  const clock: DrawnClock = { ahead: {}, names: {} }
  goBy(drawnBy)
  beginClock(clock)
  const place = document.createElement('div')
  place.innerHTML = renderToString(page)
  const drawn = place.textContent ?? ''
  goBy(by)
  beginClock(isTold ? (JSON.parse(JSON.stringify(clock)) as DrawnClock) : undefined)
  const faults: string[] = []
  render(page, { container: place, hydrate: true, onRecoverableError: (error) => void faults.push(String(error)) })
  return { drawn, shown: place.textContent ?? '', faults }
}

test.each([
  ['the server’s data is old', old, recent, '6:30', '7:30'],
  ['the browser’s data is old', recent, old, '7:30', '6:30'],
] as const)(
  'R234, R81 %s: no word of the page stays behind, and nothing is drawn otherwise than it is taken over',
  (_, server, browser, first, then) => {
    const { drawn, shown, faults } = takenOver(server, browser)
    expect(faults).toEqual([])
    expect(drawn).toContain(`5 Dec 2026, ${first} PM`)
    expect(shown).toContain(`5 Dec 2026, ${then} PM`)
    expect(shown).not.toMatch(new RegExp(`${first} PM|${first} –`))
  },
)

test('R234, R241 a reader in the event’s own zone reads no zone, who runs no script does', () => {
  const kathmandu = { ...times, timeZone: 'Asia/Kathmandu' }
  const drawn = renderToString(<EventTime event={{ ...event, ...kathmandu }} />)
  expect(drawn).toContain('GMT+5:45')
  const place = document.createElement('div')
  place.innerHTML = drawn
  render(<EventTime event={{ ...event, ...kathmandu }} />, { container: place, hydrate: true })
  expect(place.textContent).not.toContain('GMT')
})

test('R234 control: without what the server’s clock said the page is not what was drawn', () => {
  expect(takenOver(old, recent, false).faults.length).toBeGreaterThan(0)
})
