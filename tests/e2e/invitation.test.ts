// Long: guests on slow pages and without a script, each in a browser of their own.
// The invitation in a browser: readable without a script, keeping what is typed early, and answered in a few taps. On every screen: invitation-screens.test.ts.
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { comes } from '../kit/world/pace.ts'
import { attend, button, coming, heading, hydrated, proveEmail, role, thanks, unfoldEmail } from './acts.ts'
import { focused, openStage, seen, toastSays } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
/** Once its page is drawn: a server that is too busy for that sends it bare, and draws it for who opens it next. */
const drawn = (invitation: string) =>
  comes(async () => expect(await (await fetch(stage.server.url + invitation)).text()).toContain('3 of 3 left'))
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
  await drawn(invitation)
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

test('R81c what is typed, taken and pressed before the page is hydrated counts, and nothing of it gets into the address', async () => {
  const { invitation } = await event(await host(), roles)
  await drawn(invitation)
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
  await unfoldEmail(guest.page)
  await guest.page.getByLabel('Email').fill('early@guests.test')
  await guest.page.getByLabel('Name').fill('Early Eve')
  await coming(guest.page, 'yes').check()
  await guest.page.getByLabel('Name').press('Enter')
  expect(guest.page.url()).not.toContain('early')
  others.open()
  await toastSays(guest.page, 'Verification code sent to your email')
  expect(await guest.page.getByLabel('Email').inputValue()).toBe('early@guests.test')
  expect(await guest.page.getByLabel('Name').inputValue()).toBe('Early Eve')
  expect(await role(guest.page, 'Speaker').isChecked()).toBe(true)
})

test('R82 R83 from the link to Thank You in three taps and three fields: a role first, then the proof; its choice survives', async () => {
  const { invitation } = await event(await host(), roles)
  const { page } = await stage.newPerson({ width: 390, height: 844 })
  let taps = 0
  const tap = async (what: Locator) => {
    taps++
    await what.click({ force: true })
  }
  await page.goto(invitation)
  await hydrated(page)
  await tap(role(page, 'Speaker'))
  await focused(page.getByLabel('Email'))
  await page.keyboard.type('four@guests.test')
  await tap(page.getByLabel('Name'))
  await page.keyboard.type('Four Taps')
  await tap(button(page, 'Verify your email'))
  const code = page.getByLabel('Verification code')
  await focused(code)
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Your code: ${await stage.mailbox.code('four@guests.test')}`)
  await page.keyboard.press('ControlOrMeta+V')
  await seen(thanks(page, 'Four Taps'))
  await seen(heading(page, 'You’re coming as Speaker'))
  expect(taps).toBe(3)
})

test('R83 a yes leads to the roles first, and one without a role says so', async () => {
  const { invitation } = await event(await host(), roles, { description: 'Come early.\n'.repeat(4) })
  const guest = await stage.newPerson({ width: 390, height: 500 })
  await guest.open(invitation)
  await proveEmail(stage, guest, 'silent@guests.test', 'Silent Sue')
  await attend(guest, 'Yes')
  await seen(button(guest.page, 'Take a seat, 15 left'))
  await expect
    .poll(() => guest.page.getByRole('heading', { name: 'Roles' }).evaluate((title) => title.getBoundingClientRect().top))
    .toBeLessThan(250)
  await role(guest.page, 'Come without a role').check()
  await seen(guest.page.getByText('I’m coming, without a role'))
  await seen(button(guest.page, 'Send'))
})
