// A page that the server drew by other data of time zones than the browser's: it is taken over as it was drawn, and then says what the browser's clock shows (R234).
import { act, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { beginClock, useWritten } from '#client/lib/dates.ts'
import { useTimely } from '#client/lib/event/event-status.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { noteTime, useClock } from '#client/lib/now.ts'
import { GroupTimes } from '#client/several/group-times.tsx'
import { type DrawnClock, goBy, type ZoneData } from '#protocol/kernel/time/clocks.ts'
import { morning } from '../kit/world/clock.ts'
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

const Status = ({ event: shown }: { event: typeof event }) => <p>{useTimely(shown).status}</p>

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

describe.each([
  ['ahead', 5 * hourMs],
  ['behind', -5 * hourMs],
])('R247 a page that was drawn before its event has ended, on a computer five hours %s', (_, offMs) => {
  const today = new Date(morning).getTime()
  const soon = { ...event, start: new Date(today - hourMs).toISOString(), end: new Date(today + hourMs).toISOString() }
  function takenOver(isTold: boolean) {
    const place = document.createElement('div')
    place.innerHTML = renderToString(<Status event={soon} />)
    vi.setSystemTime(today + offMs)
    if (isTold) noteTime(today, Date.now())
    const faults: string[] = []
    render(<Status event={soon} />, { container: place, hydrate: true, onRecoverableError: (error) => void faults.push(String(error)) })
    return { shown: place.textContent, faults }
  }
  afterEach(() => {
    act(() => useClock.setState({ offset: 0 }))
    vi.setSystemTime(morning)
  })

  test('R247, R81 is taken over as it was drawn, before any reply has said what time it is', () => {
    expect(takenOver(true)).toEqual({ shown: 'active', faults: [] })
  })

  test('R247 control: not told when it was drawn it goes by the computer', () => {
    const { shown, faults } = takenOver(false)
    expect([shown, faults.length > 0]).toEqual(offMs > 0 ? ['over', true] : ['active', false])
  })
})

test('R234 control: without what the server’s clock said the page is not what was drawn', () => {
  expect(takenOver(old, recent, false).faults.length).toBeGreaterThan(0)
})
