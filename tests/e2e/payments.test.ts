// Long: two servers with other settings, each with its pages looked at.
// R74 in a browser: an installation that sells nothing, and one that only demonstrates.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heading } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'
import { type Server, startServer } from './server.ts'

const stage = openStage(() => startServer({ PAYMENTS: 'off', SUPPORT_EMAIL: 'help@rolecall.test' }))
const { host, event } = openSeed(stage)
const selling = /Upgrade|View Plans|Pricing|\$\d/

let demonstration: Server
beforeAll(async () => {
  // Production starts only with an address of its own; nobody's browser has to find it under that name here.
  demonstration = await startServer({ NODE_ENV: 'production', PAYMENTS: 'sandbox', RATE_LIMITS: 'on' })
})
afterAll(() => demonstration.close())

test('R74 R75 where nothing is sold, no page speaks of plans to buy, from its first sight on', async () => {
  const olivia = await host()
  const roles = ['Alto', 'Bass', 'Tenor'].map((name) => ({ name, max: 2 }))
  const { groupId } = await event(olivia, roles)
  const { page, open } = await stage.newPerson({ token: olivia.token })
  for (const path of ['/', '/dashboard', '/profile', `/group/${groupId}`, `/payment/${groupId}`, '/org-setup']) {
    await open(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const shown = await page.getByText(selling).filter({ visible: true }).allTextContents()
    expect([path, shown.filter((text) => text !== 'Upgrade Group')]).toEqual([path, []])
  }
  await open(`/group/${groupId}`)
  await seen(page.getByText('Role limit reached (3 roles allowed).', { exact: true }))
  await open('/pricing')
  await seen(page.getByText('Plans can’t be bought on this site.'))
  expect(await page.locator('html').getAttribute('data-support-email')).toBe('help@rolecall.test')
})

test('R74 a demonstration says so on every page', async () => {
  const { page, open } = await stage.newPerson({ url: demonstration.url })
  for (const path of ['/', '/pricing', '/login']) {
    await open(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const banner = await page.evaluate(() => getComputedStyle(document.body, '::before').content)
    expect([path, banner]).toEqual([path, '"Demonstration: plans cost nothing here and no money moves."'])
  }
  await seen(heading(page, /Log ?in|Welcome/).first())
})
