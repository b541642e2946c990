// Long: nine events, found and shown at every width, light and dark.
// The dashboard of somebody with many events: found by a search, in rows, on every width.
import { beforeAll, expect, test } from 'vitest'
import { button } from './acts.ts'
import { focused, gone, openStage, type Person, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, inDays, openSeed } from './seed.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 10 },
]

let olivia: Host
beforeAll(async () => {
  olivia = await host()
  await setPlan(stage.server, [olivia], 'pro')
  for (const name of [
    'Open stage',
    'Choir rehearsal',
    'Board meeting',
    'Spring fair',
    'Café concert',
    'Book club',
    'Film night',
    'Summer school',
  ])
    await event(olivia, roles, { name })
  // At risk, so that the list has two headings and a row a line more.
  const soon = inDays(2)
  const times = { start: soon.toISOString(), end: new Date(soon.getTime() + 3_600_000).toISOString() }
  await event(olivia, [{ name: 'Speaker', max: 2, min: 2 }], { name: 'Open kitchen', ...times })
  const held = await event(olivia, roles, { name: 'Harvest dinner', location: 'Town hall' })
  await answer(held, 'Ann Archer', ['Speaker'])
})

async function atDashboard(options: Parameters<typeof stage.newPerson>[0] = {}) {
  const person = await stage.newPerson({ ...options, token: olivia.token })
  await person.open('/dashboard')
  await seen(person.page.getByRole('link', { name: 'Harvest dinner' }))
  await seen(button(person.page, 'Your account')) // the keys come with it
  return person
}
async function asRows(page: Person['page']) {
  await button(page, 'Filters').click()
  await page.getByRole('radio', { name: 'Rows' }).check({ force: true })
  await button(page, /^Show (\d+ )?events$/).click()
  await gone(page.getByRole('dialog'))
}
const inSight = ({ page }: Person) =>
  page
    .locator('li a[href^="/event/"]')
    .evaluateAll((links) => links.filter((link) => (link.closest('li')?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight).length)

test('E5 eight events stand in 900 pixels as rows; a search by place finds one, and what is cleared shows all again', async () => {
  const person = await atDashboard({ width: 1440, height: 900 })
  const { page } = person
  await asRows(page)
  await seen(page.getByText('Speaker needs 2 more'))
  await expect.poll(() => inSight(person)).toBeGreaterThanOrEqual(8)
  await person.shoot('dashboard-rows')
  await page.keyboard.press('/')
  await focused(page.getByLabel('Search events by name or place'))
  await page.keyboard.type('town')
  await gone(page.getByRole('link', { name: 'Film night' }))
  await seen(page.getByRole('link', { name: 'Harvest dinner' }))
  // It asks while one types: the last word follows a moment later.
  await expect.poll(() => new URL(page.url()).search).toBe('?search=town')
  await page.reload()
  await seen(page.getByRole('link', { name: 'Harvest dinner' }))
  await page.getByLabel('Search events by name or place').fill('nothing like it')
  await seen(page.getByText('No matching events'))
  await person.shoot('dashboard-none')
  await button(page, 'Clear search and filters').click()
  await seen(page.getByRole('link', { name: 'Film night' }))
})

test('E5b on a phone the first event begins within 226 pixels of the top', async () => {
  const { page } = await atDashboard({ width: 390, height: 844 })
  const first = page.locator('li:has(a[href^="/event/"])').first()
  expect(await first.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThanOrEqual(226)
})

test.each([
  [390, 'dark'],
  [768, 'light'],
] as const)('E5 the tools of the dashboard fit a width of %s (%s)', async (width, colorScheme) => {
  const person = await atDashboard({ width, height: 844, colorScheme })
  await person.shoot(`dashboard-${width}-${colorScheme}`)
  // All but the search stand behind one button, so that the first event is whole in the first screen.
  expect(await inSight(person)).toBeGreaterThanOrEqual(1)
  await asRows(person.page)
  await person.shoot(`dashboard-rows-${width}-${colorScheme}`)
  expect(await person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
