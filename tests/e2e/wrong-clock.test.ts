// Long: an organizer and two guests, each with a computer five hours ahead and one five hours behind.
// A computer whose clock is hours off, in a real browser: every page goes by the server's (R247).
import { expect, test } from 'vitest'
import { button, heading, ownCard } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import { newName, openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)
const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

/** Shifts what the pages of this browser take for the time of day; how fast it passes stays. */
const shifted = async (person: Person, byMs: number) => {
  await person.context.addInitScript((ms) => {
    const Real = Date
    const now = () => Real.now() + ms
    window.Date = new Proxy(Real, {
      construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made) as Date,
      apply: () => new Real(now()).toString(),
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    })
  }, byMs)
  return person
}
/** What a datetime-local field takes on this browser's clock, so many hours from now. */
const typed = ({ page }: Person, hours: number) =>
  page.evaluate((at) => {
    const there = new Date(at)
    return new Date(there.getTime() - there.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, inHours(hours))

test.each([
  ['ahead', 5],
  ['behind', -5],
])('R247 a computer five hours %s shows nothing as over, refuses no start and hides no button', async (_, hours) => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 10 }], { name: 'Long lunch', start: inHours(2), end: inHours(4) })
  await answer(held, 'Ann Archer', ['Guest'])

  const organizer = await shifted(await stage.newPerson({ token: olivia.token, width: 1440 }), hours * hourMs)
  await organizer.open('/dashboard')
  await seen(organizer.page.getByRole('link', { name: 'Long lunch' }))
  expect(await organizer.page.getByText('Over', { exact: true }).count()).toBe(0)

  await organizer.open('/create')
  await organizer.page.getByLabel('Event name').fill(newName('Supper '))
  await organizer.page.getByLabel('Start').fill(await typed(organizer, -3))
  await button(organizer.page, 'Next').click()
  await seen(organizer.page.getByText(/past|future/i).first())
  await organizer.page.getByLabel('Start').fill(await typed(organizer, 3))
  await button(organizer.page, 'Next').click()
  await seen(heading(organizer.page, /Step 3 of 3/))

  const guest = await shifted(await stage.newPerson({ width: 390, height: 844 }), hours * hourMs)
  await guest.open(held.invitation)
  await seen(ownCard(guest.page, 'unanswered'))
  await seen(heading(guest.page, 'Your email'))
  expect(await guest.page.getByText('Over', { exact: true }).count()).toBe(0)

  // Again: the browser has the page, and is told that it is the same and what time it is by now.
  const told = () =>
    guest.page.evaluate(() => {
      const [{ serverTiming, transferSize }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
      return { at: serverTiming.find(({ name }) => name === 'now')?.duration ?? 0, transferSize }
    })
  const first = await told()
  await guest.open(held.invitation)
  await seen(ownCard(guest.page, 'unanswered'))
  const again = await told()
  expect(again.transferSize).toBeGreaterThan(0)
  expect(again.transferSize).toBeLessThan(first.transferSize / 4)
  expect(again.at).toBeGreaterThan(first.at)
})
