// The invitation in a browser: readable without a script, keeping what is typed early, answered in a few taps, and fit for every screen.
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { attend, button, proveEmail, role } from './acts.ts'
import { focused, openStage, screens, seen, told } from './kit.ts'
import { setPlan } from './plans.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
/** Until it takes what one does. */
const awake = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('answerable').length > 0)
/** Something that waits until it is opened. */
function held() {
  let open = () => {}
  const opened = new Promise<void>((go) => {
    open = go
  })
  return { opened, open: () => open() }
}
const roles = [
  { name: 'Speaker', max: 3 },
  { name: 'Guest', max: 12 },
]

test('R81 without a script the whole invitation can be read', async () => {
  const description = Array.from({ length: 9 }, (_, line) => `Line ${line} of the description.`).join('\n')
  const { invitation } = await event(await host(), roles, { description })
  const context = await stage.browser.newContext({
    baseURL: stage.server.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(invitation)
  for (const words of ['Summer school', 'Speaker', '3 of 3 left', 'Your email']) await seen(page.getByText(words).first())
  expect(await page.getByText('Line 8').isVisible()).toBe(true)
  expect(await page.getByText('Line 8').evaluate((text) => text.scrollHeight <= text.clientHeight + 1)).toBe(true)
  await context.close()
})

test('R81 what is typed, taken and pressed before the page is awake counts, and nothing of it gets into the address', async () => {
  const { invitation } = await event(await host(), roles)
  const guest = await stage.newPerson({ width: 390, height: 844 })
  const [early, others] = [held(), held()]
  await guest.page.route('**/assets/*.js', async (route) => {
    await (route.request().url().includes('/early-') ? early : others).opened
    await route.continue()
  })
  await guest.page.goto(invitation, { waitUntil: 'commit' })
  await seen(role(guest.page, 'Speaker'))
  const isEarlyThere = guest.page.waitForFunction(() => 'takePressed' in window)
  early.open()
  await isEarlyThere
  await role(guest.page, 'Speaker').check()
  await guest.page.getByLabel('Email').fill('early@guests.test')
  await guest.page.getByLabel('Name').fill('Early Eve')
  await guest.page.getByLabel('Name').press('Enter')
  expect(guest.page.url()).not.toContain('early')
  others.open()
  await told(guest.page, 'Verification code sent to your email')
  expect(await guest.page.getByLabel('Email').inputValue()).toBe('early@guests.test')
  expect(await guest.page.getByLabel('Name').inputValue()).toBe('Early Eve')
  expect(await role(guest.page, 'Speaker').isChecked()).toBe(true)
})

test('R82 R83 from the link to Thank You in four taps and three fields: a role first, then the proof; its choice survives', async () => {
  const { invitation } = await event(await host(), roles)
  const { page } = await stage.newPerson({ width: 390, height: 844 })
  let taps = 0
  const tap = async (what: Locator) => {
    taps++
    await what.click({ force: true })
  }
  await page.goto(invitation)
  await awake(page)
  await tap(role(page, 'Speaker'))
  await focused(page.getByLabel('Email'))
  await page.keyboard.type('four@guests.test')
  await tap(page.getByLabel('Name'))
  await page.keyboard.type('Four Taps')
  await tap(button(page, 'Verify'))
  const code = page.getByLabel('Verification code')
  await focused(code)
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Your code: ${await stage.mailbox.code('four@guests.test')}`)
  await page.keyboard.press('ControlOrMeta+V')
  await told(page, 'Email verified successfully!')
  expect(await role(page, 'Speaker').isChecked()).toBe(true)
  await tap(button(page, 'Submit RSVP'))
  await seen(page.getByRole('heading', { name: 'Thank You, Four Taps' }))
  await seen(page.getByRole('list', { name: 'Your roles' }).getByText('Speaker'))
  expect(taps).toBeLessThanOrEqual(5)
})

test('R83 a yes without a role says so, and leads to the roles first', async () => {
  const { invitation } = await event(await host(), roles, { description: 'Come early.\n'.repeat(4) })
  const guest = await stage.newPerson({ width: 390, height: 500 })
  await guest.open(invitation)
  await proveEmail(stage, guest, 'silent@guests.test', 'Silent Sue')
  await attend(guest, 'Yes')
  await seen(button(guest.page, 'Submit without a role'))
  await expect
    .poll(() => guest.page.getByRole('heading', { name: 'Roles' }).evaluate((title) => title.getBoundingClientRect().top))
    .toBeLessThan(250)
  await role(guest.page, 'Guest').check()
  await seen(button(guest.page, 'Submit RSVP'))
})

/** What axe-core finds. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: seenBy } = window as unknown as { axe: typeof axe }
    return (await seenBy.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

const faces = [
  ['many', { name: 'Summer school' }, Array.from({ length: 12 }, (_, n) => ({ name: `Role ${n + 1}`, max: n + 1 }))],
  ['long', { name: 'The yearly meeting of everybody '.repeat(4).slice(0, 120).trim() }, roles],
  ['arabic', { name: 'حفل عشاء الجمعية السنوي مع الضيوف' }, [{ name: 'متحدث', max: 3 }]],
  ['japanese', { name: '東京もくもく会とハッカソン、年末の大忘年会へようこそ' }, [{ name: '司会', max: 3 }]],
] as const

test('R82 many roles, long titles and other scripts fit every screen, light and dark, with no fault that axe finds', async () => {
  const owner = await host()
  await setPlan(stage.server, [owner], 'team')
  for (const [name, more, given] of faces) {
    const { invitation } = await event(owner, [...given], { ...more, assignmentRules: { enableRoleSelfSelect: true } })
    for (const [width, colorScheme] of screens) {
      const one = await stage.newPerson({ width, colorScheme, bypassCSP: true })
      await one.open(invitation)
      await awake(one.page)
      expect(await one.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      expect(await faultsOf(one.page)).toEqual([])
      await one.shoot(`60-first-sight-${name}-${width}-${colorScheme}`)
      await one.context.close()
    }
  }
})
