// Long: one guest through every state, each brought about by somebody else, on a phone; in Chromium and in Firefox.
// How a guest stands (R123): every state live on an open page, from the first screen of a phone, again after a reload, and offline.
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { button, changeAnswer, heading, ownCard } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import type { Held } from './seed.ts'
import { openWalks, phone, type Stop } from './standing-walk.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
/** What only Chromium is asked: Firefox shows the same page, and can't be taken off the network by the driver. */
const isFirefox = process.env.BROWSER === 'firefox'
let walks: Awaited<ReturnType<typeof openWalks>>
beforeAll(async () => {
  walks = await openWalks(stage)
})

/** Somebody whose browser holds the proof of their email. */
async function guest(held: Held, cookie: string, colorScheme: 'light' | 'dark'): Promise<Person> {
  const person = await stage.newPerson({ ...phone, colorScheme, bypassCSP: !isFirefox })
  const cookies = cookie.split('; ').map((one) => one.split('='))
  await person.context.addCookies(cookies.map(([name = '', ...value]) => ({ name, value: value.join('='), url: stage.server.url })))
  await person.open(held.invitation)
  await expect.poll(() => person.page.evaluate(() => performance.getEntriesByName('answerable').length)).toBeGreaterThan(0)
  return person
}

const bottomOf = async (what: Locator) => {
  await seen(what)
  const box = await what.first().boundingBox()
  return box ? box.y + box.height : Infinity
}
/** State and next act stand in the first screen; the seat is marked on the cover. */
async function stands({ page }: Person, { state, title, act, says, mine = 0 }: Stop) {
  await seen(ownCard(page, state))
  await seen(heading(page, title))
  if (says) await seen(page.getByText(says))
  const inCard = ownCard(page, state)
  const next = (name: string) => inCard.getByRole('button', { name, exact: true }).or(inCard.getByRole('link', { name, exact: true }))
  const bottoms = [await bottomOf(inCard.getByRole('heading', { level: 1 })), act ? await bottomOf(next(act)) : 0]
  expect(Math.max(...bottoms)).toBeLessThan(phone.height)
  await expect.poll(() => page.locator('[data-cover] svg [class*="cover-mine"]').count()).toBe(mine)
}

/** Takes a picture of the card; axe finds nothing on it. */
async function looksRight(person: Person, name: string, colorScheme: 'light' | 'dark') {
  await person.shoot(`card-${name}-390-${colorScheme}${isFirefox ? '-firefox' : ''}`)
  if (isFirefox) return
  expect((await violationsOf(person.page)).map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  await person.page.emulateMedia({ colorScheme })
}

/** The same card again, drawn by the server before any script ran. */
async function standsWithoutScript(person: Person, held: Held, { state }: Stop) {
  const html = await (await person.context.request.get(`${stage.server.url}${held.invitation}`)).text()
  expect(html).toContain(`data-state="${state}"`)
}

async function goOffline(gina: Person, stop: Stop) {
  gina.expects(/ERR_INTERNET_DISCONNECTED/)
  await gina.context.setOffline(true)
  await seen(gina.page.getByText(/^(Offline|Reconnecting)$/))
  await stands(gina, stop)
  await gina.context.setOffline(false)
}

test.each(['light', 'dark'] as const)(
  'R123 every state is reached live, says its next act in the first screen, and is drawn by the server (%s)',
  async (colorScheme) => {
    const { held, guest: who, go } = await walks.answers()
    const gina = await guest(held, who.cookie, colorScheme)
    const { page } = gina
    await seen(ownCard(page, 'unanswered'))
    expect(await bottomOf(page.getByText('I can’t make it').first())).toBeLessThan(phone.height)
    await looksRight(gina, 'unanswered', colorScheme)
    const check = async (stop: Stop) => {
      await stands(gina, stop)
      await looksRight(gina, stop.name, colorScheme)
      if (isFirefox) return
      await standsWithoutScript(gina, held, stop)
      if (stop.name === 'coming') {
        await page.reload()
        await stands(gina, stop)
      }
      if (stop.name === 'accepted') await goOffline(gina, stop)
      if (stop.name === 'coming-again') {
        await changeAnswer(gina)
        await seen(heading(page, 'Your answer'))
        await looksRight(gina, 'changing', colorScheme)
        await button(page, 'Keep it as it is').click()
      }
    }
    await go(check, () => button(page, 'Accept the seat').click())
  },
)

test.each(['light', 'dark'] as const)(
  'R123 who is assigned while they look says that they come with a press; an event that ends says so by itself (%s)',
  async (colorScheme) => {
    const { held, guest: who, assign, stop } = await walks.assigned()
    const mia = await guest(held, who.cookie, colorScheme)
    await seen(ownCard(mia.page, 'unanswered'))
    await assign()
    await stands(mia, stop)
    await looksRight(mia, stop.name, colorScheme)
    await standsWithoutScript(mia, held, stop)
    await button(mia.page, 'I’m coming').click()
    await stands(mia, { name: 'came', state: 'coming', title: 'You’re coming as Alto', mine: 1 })

    const short = await walks.ending()
    const late = await guest(short.held, short.guest.cookie, colorScheme)
    await stands(late, { name: 'coming', state: 'coming', title: 'You’re coming as Speaker', mine: 1 })
    await seen(ownCard(late.page, 'over'))
    await stands(late, short.stop)
    await looksRight(late, short.stop.name, colorScheme)
  },
)
