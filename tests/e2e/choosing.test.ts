// Long: a list of zones walked through by keyboard at three sizes, and held back.
// Lists to choose from (R249): what is active stays in sight and inside the window, Escape closes the list alone, and nothing is lost that is done before the list is there.
import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, heading, unfoldMore } from './acts.ts'
import { typeAsPeopleDo } from './browser.ts'
import { focused, gone, openStage, seen } from './kit.ts'

const stage = openStage()

const activeOf = (box: Locator) =>
  box.evaluate((input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null)
/** How the active option lies: whether all of it is in the window, and seen at its upper and its lower end. */
const standsOf = (box: Locator) =>
  box.evaluate((input) => {
    const option = document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    if (!option) return 'nothing is active'
    const { left, right, top, bottom, width } = option.getBoundingClientRect()
    const inWindow = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    const isSeen = [top + 2, bottom - 2].every((y) => option.contains(document.elementFromPoint(left + width / 2, y)))
    return inWindow && isSeen ? 'in sight' : `out of sight: ${top} to ${bottom}`
  })
const inSight = (box: Locator) => expect.poll(() => standsOf(box)).toBe('in sight')

const zoneBox = (page: Page) => page.getByRole('combobox', { name: 'Time zone' })
const openZones = async (page: Page) => {
  await page.keyboard.press('ArrowDown')
  await seen(page.getByRole('option', { name: /Africa/ }))
}

test.each([
  [1280, 900],
  [390, 844],
  [320, 256],
] as const)('R249 the active zone is in sight after ten and after fifty presses of Down, at %i x %i', async (width, height) => {
  const { page, open } = await stage.newPerson({ width, height })
  await open('/create')
  await unfoldMore(page)
  await zoneBox(page).focus()
  await openZones(page)
  for (let presses = 1; presses <= 52; presses++) {
    await page.keyboard.press('ArrowDown')
    if (presses === 10 || presses === 52) await inSight(zoneBox(page))
  }
  const last = await page.getByRole('listbox').getByRole('option').last().textContent()
  expect(await activeOf(zoneBox(page))).toBe(last)
  await page.keyboard.press('ArrowUp')
  await inSight(zoneBox(page))
  await page.keyboard.press('Escape')
  await gone(page.getByRole('listbox'))
  await focused(zoneBox(page))
})

test('R249 a zone is found by typing, taken by Enter and by a click', async () => {
  const { page, open } = await stage.newPerson()
  await open('/create')
  await unfoldMore(page)
  const box = zoneBox(page)
  await box.click()
  await page.keyboard.type('kolkata')
  await expect.poll(() => activeOf(box)).toMatch(/Kolkata/)
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toMatch(/Kolkata|Calcutta/)
  await gone(page.getByRole('listbox'))
  await box.fill('tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  expect(await box.inputValue()).toMatch(/Tokyo/)
  await focused(box)
  await box.click()
  await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBeGreaterThan(10)
  // What is left without a choice is as it was.
  await page.keyboard.type('nowhere at all')
  await seen(page.getByText(/No time zone found/))
  await page.keyboard.press('Tab')
  await gone(page.getByRole('listbox'))
  expect(await box.inputValue()).toMatch(/Tokyo/)
})

// The driver's touches are no clicks in Firefox, as those of a finger are.
test.skipIf(process.env.BROWSER === 'firefox')('R249 a zone is taken by a touch', async () => {
  const context = await stage.browser.newContext({
    baseURL: stage.server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await typeAsPeopleDo(context)
  const phone = await context.newPage()
  await phone.goto('/create')
  await unfoldMore(phone)
  await zoneBox(phone).tap()
  await zoneBox(phone).fill('lima')
  await phone.getByRole('option', { name: /Lima/ }).tap()
  await expect.poll(() => zoneBox(phone).inputValue()).toMatch(/Lima/)
  await gone(phone.getByRole('listbox'))
  await context.close()
})

test.each([
  [1280, 900],
  [320, 256],
] as const)('R249 R248 in a dialog of %i x %i the active option is in sight, Escape closes the list alone', async (width, height) => {
  const { page, open } = await stage.newPerson({ width, height, reducedMotion: 'reduce' })
  await open('/dev/ui?view=actions')
  await button(page, 'Open a dialog').click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('combobox', { name: 'Member' })
  await box.focus()
  await page.keyboard.press('ArrowDown')
  await seen(page.getByRole('option'))
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowDown')
  await inSight(box)
  await page.keyboard.press('Escape')
  await gone(page.getByRole('listbox'))
  await seen(dialog)
  await focused(box)
  await box.click()
  await page.getByRole('option', { name: /Katherine Liskov/ }).click()
  expect(await box.inputValue()).toBe('Katherine Liskov')
  await page.keyboard.press('Escape')
  await gone(dialog)
})

/** Holds back whatever the page asks for once the box is there, until it is let go. */
async function holding(page: Page) {
  const held: Route[] = []
  let isOn = true
  await page.route('**/assets/*.js', async (route) => {
    if (isOn && !(await isFirst(page))) held.push(route)
    else await route.continue()
  })
  return async () => {
    isOn = false
    for (const route of held.splice(0)) await route.continue()
  }
}
const isFirst = (page: Page) => page.evaluate(() => document.querySelector('[role=combobox]') === null).catch(() => true)

test.each([
  {
    what: 'a name and Enter',
    start: (box: Locator) => box.click(),
    does: (page: Page) => page.keyboard.type('kathm'),
    keys: ['Enter'],
    gives: /Kathmandu/,
  },
  {
    what: 'three times Down and Enter',
    start: (box: Locator) => box.focus(),
    does: async () => {},
    keys: ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'],
    gives: /Africa\/Addis/,
  },
])('R249 $what, done before the list has come, counts', async ({ start, does, keys, gives }) => {
  const { page, open } = await stage.newPerson()
  const letGo = await holding(page)
  await open('/create')
  await unfoldMore(page)
  await seen(heading(page, /Event Details/))
  const box = zoneBox(page)
  await start(box)
  await does(page)
  for (const key of keys) await page.keyboard.press(key)
  expect(await page.getByRole('option', { name: /Africa|Kathmandu/ }).count()).toBe(0)
  await letGo()
  await expect.poll(() => box.inputValue()).toMatch(gives)
  await focused(box)
  await gone(page.getByRole('listbox'))
})
