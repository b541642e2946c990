// Long: nine ways through a table of thousands of answers, on three screens and on paper.
// The table of answers at work: tabs and boxes by keyboard, sorting what wasn't loaded, many at once, and all of it on paper.
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { fill, ownerToken, type Seeded, tokenSecret } from '../kit/process/seed.ts'
import { button, heading } from './acts.ts'
import { focused, gone, openStage, screens, seen } from './kit.ts'
import { printed } from './paper.ts'
import { openSeed } from './seed.ts'
import { startServer } from './server.ts'
import { violationsOf } from './violations.ts'

const [some, many] = [300, 1_200]
let made: Seeded[] = []
const stage = openStage(() =>
  startServer({ TOKEN_SECRET: tokenSecret }, async (folder) => {
    made = await fill(folder, { groups: 2, seats: 5_000, roles: { Speaker: 5 }, rsvps: [some, many] })
  }),
)
const { host, event, answer } = openSeed(stage)
const desk = (options: object = {}) => stage.newPerson({ token: ownerToken, width: 1440, ...options })
const at = (nth: number, path = '?tab=answers') => `/group/${made[nth]?.groupId}${path}`
const box = (name: string) => ({ name, exact: true })

test('R110 the tabs are reached by keyboard, stand in the address, and Back leads to the one before', async () => {
  const { page, open } = await desk()
  await open(at(0, ''))
  await page.getByRole('tab', { name: 'Roles' }).focus()
  await page.keyboard.press('ArrowRight')
  await focused(page.getByRole('tab', { name: /^Answers/ }))
  await seen(heading(page, 'Answers'))
  expect(page.url()).toMatch(/\?tab=answers$/)
  await page.keyboard.press('End')
  await seen(heading(page, 'Settings'))
  expect(page.url()).toMatch(/\?tab=settings$/)
  await page.goBack()
  await seen(heading(page, 'Answers'))
  await page.goBack()
  await seen(heading(page, 'Role Summary'))
})

test.each(screens)('R110 every tab is in reach of one tap, and nothing is wrong with them (%i px, %s)', async (width, colorScheme) => {
  const { page, open, shoot } = await desk({ width, height: 844, colorScheme, bypassCSP: true })
  for (const tab of ['roles', 'answers', 'waiting', 'settings']) {
    await open(at(0, `?tab=${tab}`))
    const tabs = page.getByRole('tab')
    await seen(tabs)
    for (const one of await tabs.all()) {
      const { x = -1, width: wide = 0 } = (await one.boundingBox()) ?? {}
      expect([tab, x >= 0 && x + wide <= width]).toEqual([tab, true])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    if (tab === 'answers')
      await page
        .getByRole('checkbox', { name: /^Select Seed/ })
        .first()
        .check()
    await shoot(`answers-${tab}-${width}-${colorScheme}`)
    const wrong = width === 768 ? [] : await violationsOf(page)
    expect([tab, wrong]).toEqual([tab, []])
    await page.emulateMedia({ colorScheme })
  }
})

test('R110 rows are 44 pixels high, and their head stays in sight', async () => {
  const { page, open } = await desk()
  await open(at(0))
  const row = page.getByRole('row').nth(3)
  await seen(row)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(46)
  await page.mouse.wheel(0, 6_000)
  await expect.poll(async () => (await page.getByRole('columnheader').first().boundingBox())?.y ?? -1).toBeGreaterThan(50)
  await expect.poll(async () => (await page.getByRole('columnheader').first().boundingBox())?.y ?? 999).toBeLessThan(70)
})

test('R110 a column sorts all answers, those too that were not loaded', async () => {
  const { page, open } = await desk()
  await open(at(1))
  await seen(page.getByText(/^500 of 1,200 loaded$|^1,000 of/))
  await button(page, 'Name').click()
  await seen(page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort="ascending"]')))
  expect(await page.getByRole('rowheader').first().textContent()).toContain('seed0@')
  await button(page, 'Name').click()
  await expect.poll(() => page.getByRole('rowheader').first().textContent()).toContain(`seed${many - 1}@`)
  await gone(page.getByText(/loaded$/))
})

test('R110 one picks by box, with Shift from one to another, by keyboard, and all that fit the search', async () => {
  const { page, open } = await desk()
  await open(at(1))
  await button(page, 'Name').click()
  await seen(page.locator('[aria-sort="ascending"]'))
  const pick = (nth: number) => page.getByRole('checkbox', { name: /^Select Seed/ }).nth(nth)
  await pick(0).click()
  await pick(4).click({ modifiers: ['Shift'] })
  await seen(page.getByText('5 selected'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await seen(page.getByText('6 selected'))
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await seen(page.getByText('8 selected'))
  await page.getByLabel('Search by name or email').fill('seed11')
  await page.getByRole('checkbox', box('Select all that fit')).click() // `check` wants it checked at once, but what isn't loaded yet comes first
  await seen(page.getByText('111 selected')) // 11, 110 to 119, 1100 to 1199
  await button(page, 'Clear the selection').click()
  await gone(page.getByText('selected'))
})

test('R110 R101 a message goes to those who are selected', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 9 }])
  for (const name of ['Ann', 'Ben', 'Cleo']) await answer(held, name, ['Guest'])
  const { page, open, shoot } = await stage.newPerson({ token: olivia.token, width: 1440 })
  await open(`/event/${held.eventId}?tab=answers`)
  await page.getByRole('checkbox', box('Select Ann')).check()
  await page.getByRole('checkbox', box('Select Cleo')).check()
  await button(page, 'Message').click()
  await seen(page.getByText('To 2 people', { exact: true }))
  expect(await page.getByText('In which roles').count()).toBe(0)
  await shoot('answers-message-1440')
  await page.getByLabel('Subject').fill('Bring a cup')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please')
  await button(page, 'Send to 2 people').click()
  await button(page, 'Send').click()
  await seen(page.getByText('Selected people'))
  await stage.mailbox.next('cleo@guests.test', /Bring a cup/)
  expect(await stage.mailbox.all('ben@guests.test').then((mails) => mails.filter(({ subject }) => subject === 'Bring a cup'))).toEqual([])
})

test('R130d of those selected who declined is left out, and said so; replies come to who writes', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 9 }])
  for (const [name, roles] of [
    ['Ann', ['Guest']],
    ['Ben', ['Guest']],
    ['Cleo', null],
  ] as const)
    await answer(held, name, roles && [...roles])
  const { page, open } = await stage.newPerson({ token: olivia.token })
  await open(`/event/${held.eventId}?tab=answers`)
  await page.getByRole('checkbox', box('Select all that fit')).check()
  await button(page, 'Message').click()
  await seen(page.getByText('To 2 people (1 who declined left out)'))
  expect(await page.getByLabel('Let guests reply to me').isChecked()).toBe(true)
  await button(page, 'Choose others').click()
  await seen(page.getByText('In which roles'))
})

test.each([
  [390, 844],
  [1280, 900],
])(
  'R130e the bar of what is selected stays in reach while one scrolls, and toasts lie neither on it nor on the selected row (%i px)',
  async (width, height) => {
    const { page, open } = await desk({ width, height })
    await open(at(0))
    await button(page, 'Rename the event').click()
    await page.getByRole('textbox', { name: 'Event name' }).fill(`Renamed ${width}`)
    await page.keyboard.press('Enter')
    const toast = page.locator('[role=status].fixed > div')
    await seen(toast)
    const bar = page.getByRole('region', { name: 'Selected answers' })
    const title = page.getByRole('heading', { level: 1 })
    const boxes = page.getByRole('checkbox', { name: /^Select Seed/ })
    const apart = async (other: Locator) => {
      const [one, two] = [await toast.first().boundingBox(), await other.boundingBox()]
      if (!one || !two) throw new Error('gone')
      return one.y + one.height <= two.y || two.y + two.height <= one.y || one.x + one.width <= two.x || two.x + two.width <= one.x
    }
    expect([await apart(title), await apart(page.getByRole('banner'))]).toEqual([true, true])
    await boxes.nth(2).click()
    await seen(bar)
    for (let n = 0; n < 6; n++) {
      await page.mouse.move(width / 2, height / 2)
      await page.mouse.wheel(0, 700)
      await expect
        .poll(async () => ((await bar.boundingBox())?.y ?? 9_999) + ((await bar.boundingBox())?.height ?? 0))
        .toBeLessThanOrEqual(height)
      await page.getByRole('button', { name: 'Remove', exact: true }).last().click({ trial: true })
      // The lowest row in sight above the bar is selected.
      const top = (await bar.boundingBox())?.y ?? 0
      const row = page.locator('tr[data-row]').filter({ visible: true })
      const ids = await row.evaluateAll(
        (rows, limit) => rows.filter((one) => one.getBoundingClientRect().bottom < limit).map((one) => one.getAttribute('data-row')),
        top,
      )
      const low = page.locator(`tr[data-row="${ids.at(-1)}"]`)
      await low.getByRole('checkbox').click()
      await expect.poll(() => apart(bar)).toBe(true)
      await expect.poll(() => apart(low)).toBe(true)
    }
  },
)

test('R110g on paper stand all answers that are loaded, without an empty page, a button or a bar', async () => {
  const { page, open } = await desk({ colorScheme: 'dark' })
  await open(at(0))
  await seen(page.getByRole('row').nth(5))
  const pages = await printed(page)
  expect(pages.filter((text) => text.trim().length < 100).length).toBeLessThanOrEqual(1)
  expect(pages.length).toBeLessThanOrEqual(20)
  const all = pages.join(' ')
  const unbroken = all.replaceAll(' ', '')
  for (let n = 0; n < some; n++) expect(unbroken).toContain(`seed${n}@guests.test`)
  for (const word of ['Export', 'Dashboard', 'Search by name', 'Show more', 'Privacy']) expect(all).not.toContain(word)
  // Back on screen only those near it are drawn again.
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(100)
})

test('R110 the roster has everybody by role, with a line to sign on, each role on its own page if wanted', async () => {
  const { page, open, shoot } = await desk()
  await open(at(1))
  await page.getByRole('link', { name: 'Roster' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Roster' }))
  await expect.poll(() => button(page, 'Print').isEnabled()).toBe(true)
  await shoot('roster-1440')
  const together = await printed(page)
  const apart = async () => {
    await page.getByRole('switch', { name: 'One role per page' }).check()
    return printed(page)
  }
  const all = together.join(' ')
  for (const word of ['Signature', 'Guest', 'Speaker', 'No one yet', '1,200 of 5,000']) expect(all).toContain(word)
  expect(all).not.toMatch(/Each role on a page|@guests\.test|Dashboard|Back/)
  expect(together.filter((text) => text.trim() === '')).toEqual([])
  const parted = await apart()
  expect(parted.at(-1)).toMatch(/Speaker.*No one yet/)
  expect(parted.at(-1)).not.toMatch(/1,200/)
  expect(parted.length).toBeGreaterThanOrEqual(together.length)
})

/** What a page must not lose on its way to paper. */
function saidOnPaper(path: string): readonly RegExp[] {
  return path.startsWith('/event/') || path === at(0, '') ? [/Speaker.*Anyone with this link/s] : []
}

test('R110 the pages of an event, of its settings, of the dashboard and the landing page print as text alone', async () => {
  const { page, open } = await desk()
  for (const path of [
    '/dashboard',
    at(0, ''),
    at(0, '?tab=answers'),
    at(0, '?tab=waiting'),
    at(0, '?tab=settings'),
    `/event/${made[0]?.eventId}`,
    '/profile',
    '/',
  ]) {
    await open(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.locator('main [data-coming]').count()).toBe(0)
    const pages = await printed(page)
    for (const said of saidOnPaper(path)) expect([path, pages.join(' ')]).toEqual([path, expect.stringMatching(said)])
    expect([path, pages.filter((text) => text.trim() === '').length]).toEqual([path, 0])
    expect([path, /Skip to content|Copy link|Terms/.test(pages.join(' '))]).toEqual([path, false])
    await page.emulateMedia({ media: 'print' })
    const kept = await page
      .locator('[class~="print:hidden"]')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 100)))
    expect([path, kept]).toEqual([path, []])
    const inputs = await page
      .locator('input, select, textarea, [data-field]')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 2).map((one) => one.outerHTML.slice(0, 100)),
      )
    expect([path, inputs]).toEqual([path, []])
    // Whatever is cut off on screen with an ellipsis can be opened there; here it has to stand whole.
    const cutTimes = await page
      .locator('time')
      .evaluateAll((all) =>
        all.filter(({ parentElement: cell }) => cell && cell.scrollWidth > cell.clientWidth + 1).map((one) => one.textContent),
      )
    expect([path, cutTimes]).toEqual([path, []])
    await page.emulateMedia({ media: null })
  }
})

test('R110 on paper stands what the head of an event folds away, and nothing of invitations before there are any', async () => {
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 3 }], { hostName: 'Olivia Owens', description: 'Soup and talks' })
  const { page, open } = await stage.newPerson({ token: olivia.token })
  await open(`/event/${held.eventId}`)
  await seen(heading(page, 'Invitations'))
  await page.waitForLoadState('networkidle')
  const said = (await printed(page)).join(' ')
  expect(said).toMatch(/Organized by Olivia Owens.*Soup and talks/s)
  expect(said).not.toMatch(/Invitations|Live|Add Role/)
})
