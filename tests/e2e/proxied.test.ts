// Long: the page is opened once for each kind of proxy.
// R254 in a browser: whatever a proxy makes of the addresses in a page's texts, the page is taken over, and nothing is lost that was typed before.
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { hideAddresses, linkAddresses, removeAddresses } from '../kit/hostile/hidden-addresses.ts'
import { openProxy } from '../kit/process/proxy.ts'
import { button, unfoldEmail } from './acts.ts'
import { focused, openStage, seen } from './kit.ts'
import { newName, openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const address = 'jürgen+dinner@example.com'
const isAnswerable = (page: Page) => page.evaluate(() => performance.getEntriesByName('answerable').length > 0)

/** Holds all scripts of the page back until it is let go; those that `loses` says never come. */
async function holding(page: Page, loses: (script: string) => boolean) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/*.js', async (route: Route) => {
    await held
    const response = await route.fetch()
    await (loses(await response.text()) ? route.abort() : route.fulfill({ response }))
  })
  return letGo
}
/** The file that puts back what is hidden. */
const bringsBack = (script: string) => script.includes('data-cfemail') && script.includes('TextDecoder')

test.each([
  { what: 'hidden as Cloudflare hides them', change: hideAddresses, isKept: true },
  { what: 'hidden, and not put back (control: the page is drawn anew)', change: hideAddresses, loses: bringsBack, isKept: false },
  { what: 'made links', change: linkAddresses, isKept: false },
  { what: 'taken out', change: removeAddresses, isKept: false },
])('R254 an invitation whose addresses are $what is taken over, and keeps what was typed before', async ({ change, isKept, loses }) => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }], {
    location: `Ask ${address}`,
    description: `Write to ${address}, or call.`,
  })
  // A machine that is busy sends a page bare at first.
  const drawn = async () => (await fetch(stage.server.url + held.invitation)).text()
  await expect.poll(drawn).toContain(`Write to ${address}, or call.</`)
  let changed = 0
  const page = (html: string) => {
    const after = change(html)
    changed += Number(after !== html)
    return after
  }
  const guest = await stage.newPerson({ url: await openProxy([stage.server.url], { page }) })
  if (!isKept) guest.expects(/Minified React error #4(18|25)|ERR_FAILED/)
  const letGo = await holding(guest.page, loses ?? (() => false))
  await guest.page.goto(held.invitation, { waitUntil: 'commit' }) // it isn't loaded before its scripts are
  const [email, name] = [guest.page.getByLabel('Email'), guest.page.getByLabel('Name')]
  await unfoldEmail(guest.page)
  await seen(email)
  expect(changed).toBe(1)
  const before = await email.elementHandle()
  const typed = `${newName('zoe')}@guests.test`
  await name.fill('Zoe')
  await email.fill(typed)
  await email.press('End')
  expect(await isAnswerable(guest.page)).toBe(false)
  letGo()
  await expect.poll(() => isAnswerable(guest.page)).toBe(true)
  expect([await email.inputValue(), await name.inputValue()]).toEqual([typed, 'Zoe'])
  expect(await before?.evaluate((field) => field.isConnected)).toBe(isKept)
  if (isKept) await focused(email)
  await seen(guest.page.getByText(`Write to ${address}, or call.`))
  await button(guest.page, 'Verify your email').click()
  await seen(guest.page.getByLabel('Verification code'))
})
