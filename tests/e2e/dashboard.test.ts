// The dashboard of somebody with many events: found by a search, in rows, by keys alone; and the keys can be switched off.
import { beforeAll, expect, test } from 'vitest'
import { button, heading } from './acts.ts'
import { focused, gone, openStage, type Person, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { type Host, openSeed } from './seed.ts'

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
const inSight = ({ page }: Person) =>
  page
    .locator('li a[href^="/event/"]')
    .evaluateAll((links) => links.filter((link) => link.getBoundingClientRect().bottom <= innerHeight).length)

test('E5 eight events stand in 900 pixels as rows; a search by place finds one, and what is cleared shows all again', async () => {
  const person = await atDashboard({ width: 1440, height: 900 })
  const { page } = person
  await page.getByRole('radio', { name: 'Rows' }).check({ force: true })
  await expect.poll(() => inSight(person)).toBeGreaterThanOrEqual(8)
  await person.shoot('dashboard-rows')
  await page.keyboard.press('/')
  await focused(page.getByLabel('Search events by name or place'))
  await page.keyboard.type('town')
  await gone(page.getByRole('link', { name: 'Film night' }))
  await seen(page.getByRole('link', { name: 'Harvest dinner' }))
  expect(new URL(page.url()).search).toBe('?search=town')
  await page.reload()
  await seen(page.getByRole('link', { name: 'Harvest dinner' }))
  await page.getByLabel('Search events by name or place').fill('nothing like it')
  await seen(page.getByText('No event like that'))
  await person.shoot('dashboard-none')
  await button(page, 'Show all events').click()
  await seen(page.getByRole('link', { name: 'Film night' }))
})

test('E6 keys go anywhere: Ctrl K and a part of a name opens an event, c creates one, ? says which there are, and single ones can be silenced', async () => {
  const person = await atDashboard()
  const { page } = person
  await page.keyboard.press('Control+k')
  await focused(page.getByRole('combobox', { name: 'Go anywhere' }))
  await person.shoot('commands')
  await page.keyboard.type('cafe')
  await seen(page.getByRole('option', { name: /Café concert/, selected: true }))
  await person.shoot('commands-found')
  await page.keyboard.press('Enter')
  await seen(heading(page, /Café concert/))
  await page.keyboard.press('c')
  await seen(heading(page, /Event Details/))
  await page.getByLabel('Event name').fill('')
  await page.getByLabel('Event name').press('c')
  expect(await page.getByLabel('Event name').inputValue()).toBe('c')
  await page.getByLabel('Event name').fill('')
  await person.open('/dashboard')
  await seen(page.getByRole('link', { name: 'Film night' }))
  await seen(button(page, 'Your account'))
  await page.keyboard.press('?')
  await seen(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  await person.shoot('keys')
  await page.getByRole('switch', { name: /Single keys/ }).click()
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog'))
  await page.keyboard.press('c')
  await page.keyboard.press('Control+k')
  await seen(page.getByRole('dialog', { name: 'Go anywhere' }))
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test.each([390, 768])('E5 the tools of the dashboard fit a width of %s', async (width) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const person = await atDashboard({ width, colorScheme })
    await person.shoot(`dashboard-${width}-${colorScheme}`)
    await person.page.getByRole('radio', { name: 'Rows' }).check({ force: true })
    await person.shoot(`dashboard-rows-${width}-${colorScheme}`)
    expect(await person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})
