// Long: the page is opened in many languages, clocks and zones.
// An invitation is drawn by the server for nobody's language and clock, and taken over by browsers of any: both must agree, before and after an answer (R81).
import { expect, test } from 'vitest'
import { formatInstant } from '#protocol/kernel/time/dates.ts'
import { ownCard } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import { type Held, newName, openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)

/** Languages with other digits, orders and directions, on clocks that are a day apart. */
const readers = [
  ['de-DE', 'Europe/Berlin'],
  ['ar-EG', 'Africa/Cairo'],
  ['ja-JP', 'Asia/Tokyo'],
  ['en-US', 'Pacific/Honolulu'],
  ['fa-IR', 'Asia/Kathmandu'],
] as const

async function opened(person: Person, held: Held) {
  const faults: string[] = []
  person.page.on('pageerror', ({ message }) => faults.push(message))
  await person.open(held.invitation)
  await person.page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)
  return faults
}

test.each(readers)('R81 R131 form and card are taken over as they were drawn: %s in %s', async (locale, timeZone) => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }], { location: 'Old mill', description: 'Bring boots.' })
  const cookie = await answer(held, newName('Lo'), ['Speaker'])
  const person = await stage.newPerson({ width: 390, height: 844, locale, timeZone })
  expect(await opened(person, held)).toEqual([])
  await seen(ownCard(person.page, 'unanswered'))
  await person.shoot(`locale-${locale}-form`)
  const cookies = cookie.split('; ').map((one) => one.split('='))
  await person.context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  expect(await opened(person, held)).toEqual([])
  await seen(ownCard(person.page, 'coming'))
  await person.shoot(`locale-${locale}-card`)
})

test('R81 control: a page that was drawn otherwise is noticed', async () => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const person = await stage.newPerson()
  person.expects(/Minified React error #418|[Hh]ydrat/)
  await person.page.route('**/rsvp/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('I’m coming', 'Ich komme') })
  })
  await person.page.route('**/api/**', (route) => route.continue())
  expect((await opened(person, held)).join()).toMatch(/418|ydrat/)
})

/** R234: a stand-in for a browser whose data of zones says another hour of Vancouver than the server's. */
const clocks = [
  ['newer', 'Etc/GMT+7'],
  ['older', 'Etc/GMT+8'],
] as const
test.each(clocks)(
  'R234, R81 by a browser with %s data of zones the page is taken over, drawn anew, and nothing around its times moves',
  async (_, shownAs) => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const times = { start: inDays(7), end: inDays(7.1), timeZone: 'America/Vancouver' }
    const held = await event(await host(), [{ name: 'Speaker', max: 2 }], times)
    const person = await stage.newPerson({ width: 390, height: 844 })
    await person.context.addInitScript((zone) => {
      const Real = Intl.DateTimeFormat
      const inZone = (options: Intl.DateTimeFormatOptions = {}) =>
        options.timeZone?.toLowerCase() === 'america/vancouver' ? { ...options, timeZone: zone } : options
      Intl.DateTimeFormat = new Proxy(Real, {
        construct: (of, [locale, options]: [string, Intl.DateTimeFormatOptions]) => new of(locale, inZone(options)),
      })
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          moved.push(...((entry as { sources?: { node?: Node }[] }).sources ?? []).map(({ node }) => node?.textContent ?? ''))
      }).observe({ type: 'layout-shift', buffered: true })
    }, shownAs)
    expect(await opened(person, held)).toEqual([])
    await expect.poll(() => person.page.locator('time').first().textContent()).toContain(formatInstant(times.start, shownAs))
    const moved = await person.page.evaluate(() => (window as unknown as { moved: string[] }).moved)
    // 9:30 is a digit less than 10:30: the zone stands right behind it.
    expect(moved.filter((text) => !/^ ?GMT-[78]$/.test(text))).toEqual([])
  },
)
