// Long: the way through the mailbox is gone several times, in two browsers.
// A guest looks into the mailbox, and the page doesn't live that long: reloaded, left, opened again by the link, it still takes the code (R227).
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, unfoldEmail } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)

const ways: Readonly<Record<string, (page: Page, link: string) => Promise<Page>>> = {
  reloaded: async (page) => {
    await page.reload()
    return page
  },
  'left and come back to': async (page) => {
    await page.goto(`${stage.server.url}/pricing`)
    await page.goBack()
    return page
  },
  'opened again by the link in another tab': async (page, link) => {
    const other = await page.context().newPage()
    await page.close()
    await other.goto(link)
    return other
  },
}

test.each(Object.entries(ways))('R227 a page that is %s still takes the code', async (name, go) => {
  const { invitation } = await event(await host(), [{ name: 'Speaker', max: 3 }])
  const email = `ada.${name.length}@guests.test`
  const person = await stage.newPerson()
  await person.open(invitation)
  await unfoldEmail(person.page)
  await person.page.getByLabel('Email').fill(email)
  await person.page.getByLabel('Name').fill('Ada')
  await button(person.page, 'Verify your email').click()
  await seen(person.page.getByLabel('Verification code'))
  const code = await stage.mailbox.code(email)
  const page = await go(person.page, `${stage.server.url}${invitation}`)
  const box = page.getByLabel('Verification code')
  await seen(box)
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada')
  await box.fill(code)
  await seen(page.getByText('Email verified successfully!'))
})
