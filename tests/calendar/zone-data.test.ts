// Whose data of time zones the server goes by (R234): with that of the release page, emails and reminders are right where Node's is old, and a browser that disagrees is noticed.
import { readdirSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { openDrawing } from '#client/server-entry.tsx'
import { operatorApi } from '#protocol/app/operator.ts'
import { aheadAt, fromLocalInput, goBy, instantAt, toLocalInput, type ZoneData } from '#protocol/kernel/time/clocks.ts'
import { formatInstant, formatLong } from '#protocol/kernel/time/dates.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { make } from '#server/edge/http/pages/sheet.ts'
import { aheadByRelease, isNodeOlder, known, zoneVersions } from '#server/kernel/calendar/zone-data.ts'
import { createZoneDoubts } from '#server/kernel/operations/zone-doubts.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { openWorld } from '../kit/world/world.ts'

const hourMs = 3_600_000
/** Cases whose clocks were decided on in 2026, and one hour that isn't there. */
const cases = [
  ['America/Vancouver', '2026-12-06T02:30:00.000Z', '5 Dec 2026, 7:30 PM'],
  ['America/Edmonton', '2026-12-06T01:30:00.000Z', '5 Dec 2026, 7:30 PM'],
  ['Africa/Casablanca', '2026-12-05T19:30:00.000Z', '5 Dec 2026, 7:30 PM'],
  ['America/Los_Angeles', '2026-12-06T03:30:00.000Z', '5 Dec 2026, 7:30 PM'],
  ['America/Santiago', '2027-09-05T04:00:00.000Z', '5 Sep 2027, 1:00 AM'],
] as const
const [[vancouver, start]] = cases
/** A stand-in for a Node of 2025: Vancouver goes back to UTC-8 in November 2026. */
const old: ZoneData = (zone) => (zone === vancouver ? -8 * hourMs : undefined)

afterEach(() => goBy(() => undefined))

describe('the release’s data', () => {
  test.each(cases)('R234 says what the clocks of %s show at %s, and reads it back', (zone, instant, local) => {
    goBy(aheadByRelease)
    expect(formatInstant(instant, zone)).toBe(local)
    expect(fromLocalInput(toLocalInput(instant, zone), zone)).toBe(instant)
  })

  test('R234 is newer than a Node that is older than it, knows the years that people plan for, and agrees where nothing has changed', () => {
    expect(zoneVersions.release >= '2026f').toBe(true)
    expect([isNodeOlder({ node: '2025c', release: '2026f' }), isNodeOlder({ node: '2026f', release: '2026f' })]).toEqual([true, false])
    expect([isNodeOlder({ node: '2027a', release: '2026f' }), isNodeOlder({ node: '', release: '2026f' })]).toEqual([false, true])
    expect(known.until - Date.parse(start) > 4 * 365 * 24 * hourMs).toBe(true)
    expect([aheadByRelease('Europe/Berlin', known.from - 1), aheadByRelease('Europe/Berlin', known.until)]).toEqual([undefined, undefined])
    expect(aheadByRelease('Mars/Olympus', Date.parse(start))).toBeUndefined()
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kathmandu', 'Asia/Tokyo', 'America/St_Johns'])
      for (let ms = known.from; ms < known.until; ms += 61 * hourMs)
        expect([zone, ms, aheadByRelease(zone, ms)]).toEqual([zone, ms, aheadAt(zone, ms)])
  })

  test('R234 a time that Intl has no name for is called by its distance', () => {
    goBy(old)
    const [before] = [formatLong(start, vancouver)]
    goBy((zone) => (zone === vancouver ? -7.5 * hourMs : undefined))
    expect([before.slice(0, 25), formatLong(start, vancouver)]).toEqual(['Sat, 5 Dec 2026, 6:30 PM ', 'Sat, 5 Dec 2026, 7:00 PM GMT-7:30'])
  })
})

const page = '<!doctype html><html lang="en"><head><title>Rolecall</title></head><body><div id="root"></div></body></html>'
const stock = { page, style: '', files: { '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': [], '/rsvp/own': [], '/': [], '/pricing': [] } }

/** What a guest reads of an event in Vancouver: in the page without a script, in the email after their yes; and when they are reminded. */
async function told(data?: ZoneData) {
  const world = await openWorld()
  if (data) goBy(data)
  const draw = await openDrawing({ payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
  mountPages(world.app, world.services, {
    stock,
    print: async (sheet) => make(stock, sheet, draw),
    countCall: countNothing,
    hops: 0,
    log: pino({ level: 'silent' }),
  })
  const times = { start, end: '2026-12-06T04:30:00.000Z', timeZone: vancouver }
  const { groupId } = await world.event(await world.person('ada'), undefined, {}, times)
  const html = await (await world.app.request(`/rsvp/${groupId}`)).text()
  await world.answer(groupId, world.proven('gast@guests.test', groupId), ['Guest'])
  const [mail] = await world.mails('gast@guests.test')
  return {
    html: html.replace(/<[^>]*>/g, ''),
    description: /name="description" content="([^"]*)/.exec(html)?.[1] ?? '',
    mail: `${mail?.text} ${mail?.html}`,
  }
}

test('R234 page, description and email say the event’s own time, by the newest data there is; control: by old data an hour less', async () => {
  const { html, description, mail } = await told()
  for (const said of [html, description, mail]) expect(said).toContain('5 Dec 2026, 7:30 PM')
  const before = await told(old)
  for (const said of [before.html, before.description, before.mail]) expect(said).toContain('5 Dec 2026, 6:30 PM')
})

test('R234, R99 a reminder goes out on the hour of the event’s own clock; control: by old data an hour late', () => {
  goBy(aheadByRelease)
  expect(new Date(instantAt('2026-12-05', 9, vancouver)).toISOString()).toBe('2026-12-05T16:00:00.000Z')
  goBy(old)
  expect(new Date(instantAt('2026-12-05', 9, vancouver)).toISOString()).toBe('2026-12-05T17:00:00.000Z')
})

describe('a browser with other data', () => {
  const groups = [{ name: 'Choir', roles: [{ name: 'Guest', max: 3 }] }]
  const shownTo = async (startShown: string | undefined) => {
    const world = await openWorld()
    const [ada, operator] = [await world.person('ada'), await world.person('operator')]
    const event = { name: 'Concert', start, end: '2026-12-06T04:30:00.000Z', timeZone: vancouver, startShown }
    const made = await world.ok(eventApi.createWithGroup, { event, groups }, ada)
    return { world, ada, made, zones: async () => (await world.ok(operatorApi.state, {}, operator)).zones }
  }

  test('R234 its start stands, and the operator is told what both make of it', async () => {
    const { world, ada, made, zones } = await shownTo('2026-12-05T18:30')
    expect(made.event.start).toBe(start)
    const doubt = { zone: vancouver, start, browser: '2026-12-05T18:30', server: '2026-12-05T19:30' }
    expect((await zones()).doubts).toEqual([doubt])
    const later = { id: made.event._id, start: '2026-12-07T02:30:00.000Z', end: '2026-12-07T04:30:00.000Z', timeZone: vancouver }
    await world.ok(eventApi.update, { ...later, startShown: '2026-12-06T18:30' }, ada)
    expect((await zones()).doubts).toMatchObject([{ start: later.start, browser: '2026-12-06T18:30', server: '2026-12-06T19:30' }])
  })

  test('R234 who agrees, or says nothing, is no news; what is no clock is refused', async () => {
    for (const said of ['2026-12-05T19:30', undefined]) expect((await (await shownTo(said)).zones()).doubts).toEqual([])
    const { world, ada } = await shownTo(undefined)
    const event = { name: 'Concert', start, end: '2026-12-06T04:30:00.000Z', timeZone: vancouver, startShown: 'soon' }
    expect((await world.no(eventApi.createWithGroup, { event, groups }, ada))[0]).toBe(400)
  })

  test('R234, O1 it is logged once for each zone, and whoever invents disagreements fills nothing', () => {
    const lines: object[] = []
    const doubts = createZoneDoubts({ warn: (line: object) => void lines.push(line) })
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 60)
    for (const timeZone of [...zones, ...zones]) doubts.compare({ start, startShown: '2020-01-01T00:00', timeZone })
    expect([doubts.all().length, lines.length]).toEqual([20, 20])
  })
})

test('R234 nothing but the one place asks Intl what a clock shows', () => {
  const sources = ['protocol', 'server', 'client'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
  // The second asks whether there is such a zone, the last which one the browser is in.
  const own = ['protocol/kernel/time/clocks.ts', 'client/lib/dates.ts']
  const asking = sources.filter((file) => /DateTimeFormat\(|toLocale(?:Date|Time)|toDateString/.test(readFileSync(file, 'utf8')))
  expect(asking.toSorted()).toEqual(own.toSorted())
})
