// Long: first visits on phones, with three roles and with thirty, each in a browser of its own.
// Coming or not is asked first (R124): the first act in the first screen, few taps and fields, a bar that covers nothing, and the waitlist on a full role's card.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { onTime, within } from '../kit/world/pace.ts'
import { button, coming, heading, hydrated, ownCard, role } from './acts.ts'
import { focused, gone, openStage, type Person, screens, seen } from './kit.ts'
import { setPlan } from './plans.ts'
import { openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, event, answer } = openSeed(stage)
const phone = { width: 390, height: 844 }
const few = [
  { name: 'Speaker', max: 3 },
  { name: 'Host', max: 1 },
  { name: 'Guest', max: 12 },
]
const many = Array.from({ length: 30 }, (_, at) => ({ name: `Station ${at + 1}`, max: 40 }))
const bottomOf = (what: Locator) => what.evaluate((one) => one.getBoundingClientRect().bottom)
const topOf = (what: Locator) => what.evaluate((one) => one.getBoundingClientRect().top)
const barOf = (page: Page) => page.locator('[data-sticks]')
/** The list of many roles on a phone. */
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^Take a seat, \d+ left$/ })

/** Somebody whose taps and fields are counted. */
async function counted(options = phone) {
  const person = await stage.newPerson(options)
  const counts = { taps: 0, fields: 0 }
  const tap = async (what: Locator) => {
    counts.taps++
    await what.click({ force: true })
  }
  const type = async (label: string, text: string) => {
    counts.fields++
    const box = person.page.getByLabel(label)
    await focused(box)
    await person.page.keyboard.type(text)
  }
  const open = async (path: string) => {
    await person.open(path)
    await hydrated(person.page)
  }
  return { ...person, open, counts, tap, type }
}
const typeCode = async ({ page }: Pick<Person, 'page'>, email: string) => {
  await focused(page.getByLabel('Verification code'))
  await page.keyboard.type(await stage.mailbox.code(email))
}

/** An invitation with few roles or with thirty. */
async function invited(roles: readonly { name: string; max: number }[], more = {}) {
  const owner = await host()
  if (roles.length > 3) await setPlan(stage.server, [owner], 'enterprise')
  const rules = { assignmentRules: { enableRoleSelfSelect: true } }
  return event(owner, [...roles], { location: 'Old mill, 4 Mill Lane, Cologne', ...rules, ...more })
}

test.each([
  [3, few],
  [30, many],
] as const)(
  'R124, R242 with %i roles both answers are the bar of a phone’s first screen; the bar that follows covers no focus',
  async (n, roles) => {
    const held = await invited(roles, { description: 'Bring boots, a coat and something to eat.\n'.repeat(8) })
    const guest = await counted()
    const { page } = guest
    await guest.open(held.invitation)
    for (const which of ['yes', 'no'] as const) {
      expect(await bottomOf(coming(page, which))).toBeLessThan(phone.height)
      expect(await topOf(coming(page, which))).toBeGreaterThan(await bottomOf(page.getByRole('heading', { level: 1 })))
    }
    expect(Math.round(await bottomOf(page.locator('[data-asks]')))).toBe(phone.height)
    expect(await barOf(page).count()).toBe(0)
    await guest.shoot(`form-${n}-first`)
    await coming(page, 'yes').click()
    if (n === 30) {
      // Many roles are a sheet, at once; closed, the list in the page is there as with few.
      await seen(sheetOf(page))
      await guest.shoot('form-30-sheet')
      await page.keyboard.press('Escape')
      await gone(sheetOf(page))
    }
    await seen(button(page, /^Take a seat, \d+ left$/))
    // Side by side, each on one line.
    const words = ['I’m coming', 'I can’t make it'].map((said) => page.locator('[data-asks]').getByText(said, { exact: true }))
    expect(await Promise.all(words.map((one) => one.evaluate((said) => said.getClientRects().length)))).toEqual([1, 1])
    expect(new Set(await Promise.all(words.map(topOf))).size).toBe(1)
    expect(Math.round(await bottomOf(barOf(page)))).toBe(phone.height)
    if (n === 3) await button(page, /^Take a seat/).click()
    else await role(page, roles[0]?.name ?? '').focus()
    await focused(role(page, roles[0]?.name ?? ''))
    const isUncovered = async () => {
      const { bottom, name } = await page.evaluate(() => {
        const one = document.activeElement
        return { bottom: (one?.closest('label') ?? one)?.getBoundingClientRect().bottom ?? 0, name: one?.outerHTML.slice(0, 90) }
      })
      const isLast = await barOf(page).evaluate((bar) => bar.contains(document.activeElement))
      expect(isLast || bottom <= (await topOf(barOf(page))), name).toBe(true)
      return isLast
    }
    for (let presses = 0; presses < 30 && !(await isUncovered()); presses++) await page.keyboard.press('Tab')
    expect(await isUncovered()).toBe(true)
    const emailAt = await page.getByLabel('Email').evaluate((one) => one.getBoundingClientRect().top + window.scrollY)
    expect(emailAt).toBeLessThan(2_000)
  },
)

test.each([
  [3, few],
  [30, many],
] as const)('R124 with %i roles a first yes takes three taps, two fields and one code', async (_, roles) => {
  const held = await invited(roles)
  const { page, open, counts, tap, type } = await counted()
  await open(held.invitation)
  await tap(coming(page, 'yes'))
  await tap(
    roles.length > 8 ? sheetOf(page).getByRole('button', { name: roles[0]?.name ?? '', exact: true }) : role(page, roles[0]?.name ?? ''),
  )
  await type('Email', 'three@guests.test')
  await page.keyboard.press('Enter')
  await type('Name', 'Three Taps')
  await tap(button(page, 'Verify your email'))
  await typeCode({ page }, 'three@guests.test')
  await seen(heading(page, /^You’re coming as /))
  expect(counts).toEqual({ taps: 3, fields: 2 })
})

test.each([
  [3, few],
  [30, many],
] as const)('R124 with %i roles a no takes two taps, one field and one code, with no role in sight', async (_, roles) => {
  const held = await invited(roles)
  const { page, open, counts, tap, type, shoot } = await counted()
  await open(held.invitation)
  await tap(coming(page, 'no'))
  await type('Email', 'no@guests.test')
  expect(await page.locator('[data-role]').count()).toBe(0)
  expect(await page.getByLabel('Name').count()).toBe(0)
  await shoot('form-no')
  await tap(button(page, 'Verify your email'))
  await typeCode({ page }, 'no@guests.test')
  await seen(ownCard(page, 'declined'))
  expect(counts).toEqual({ taps: 2, fields: 1 })
})

test('R124 by keyboard alone: the bar leads from the roles to the email and on', async () => {
  const held = await invited(few)
  const { page, open } = await counted({ width: 1280, height: 800 })
  await open(held.invitation)
  const tabTo = async (what: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await what.evaluate((one) => one === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The keyboard does not reach ${what.toString()}`)
  }
  await tabTo(coming(page, 'yes'))
  await page.keyboard.press('Space')
  await focused(coming(page, 'yes'))
  await tabTo(role(page, 'Guest'))
  await page.keyboard.press('Space')
  await tabTo(button(page, 'Verify your email'))
  await page.keyboard.press('Enter')
  await focused(page.getByLabel('Email'))
  await page.keyboard.type('keys@guests.test')
  await page.keyboard.press('Enter')
  await focused(page.getByLabel('Name'))
  await page.keyboard.type('Kay')
  await page.keyboard.press('Enter')
  await typeCode({ page }, 'keys@guests.test')
  await seen(ownCard(page, 'coming'))
})

test('R124d a full role’s card has the waitlist; the last button says which is joined, and axe finds nothing on the way', async () => {
  const held = await invited(few)
  await answer(held, 'Ann', ['Host'])
  const person = await stage.newPerson({ ...phone, bypassCSP: true })
  const { page } = person
  await person.open(held.invitation)
  await hydrated(page)
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Join the waitlist').click()
  await seen(page.getByText('You join the waitlist when you send. No one is before you.'))
  await page.getByLabel('Email').fill('wanda@guests.test')
  await page.getByLabel('Name').fill('Wanda')
  await button(page, 'Verify your email').click()
  await seen(button(page, 'Join the waitlist for Host'))
  expect(await violationsOf(page)).toEqual([])
  await person.shoot('form-waitlist')
  await typeCode(person, 'wanda@guests.test')
  await seen(ownCard(page, 'waiting'))
})

test('R125a where organizers give out the roles guests read that, and no locked role stands above their answer', async () => {
  const held = await invited(many, { assignmentRules: { enableRoleAssignment: true } })
  const { page, open, shoot } = await counted()
  await open(held.invitation)
  await seen(page.getByText(/gives out the roles\.$/))
  for (const one of await page.locator('[data-role]').all()) expect(await one.isVisible()).toBe(false)
  await shoot('form-given-out')
  await page.getByText('See the roles').click()
  await seen(page.getByText('Selection Disabled'))
})

/** In the middle of the nth drawn seat of a state. */
async function seatOf(page: Page, state: 'free' | 'mine') {
  const seat = page.locator(`[data-cover] svg rect[class*="cover-${state}"]`).first()
  const { x, y, width, height } = (await seat.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

test('R124c a seat of the cover is taken and given back by tap, mouse and keyboard, and the list of roles shows the same', async () => {
  const held = await invited(few)
  const { page, open, shoot } = await counted()
  await open(held.invitation)
  const list = page.getByRole('listbox', { name: /Seats on the picture/ })
  await list.waitFor({ state: 'attached' })
  const chosen = () => page.locator('input[data-role]:checked').count()
  const free = await seatOf(page, 'free')
  await page.mouse.click(free.x, free.y)
  await expect.poll(chosen).toBe(1)
  expect(await coming(page, 'yes').isChecked()).toBe(true)
  const mine = await seatOf(page, 'mine')
  expect(Math.hypot(mine.x - free.x, mine.y - free.y)).toBeLessThan(3)
  await seen(page.getByText(/^Your seat: /))
  await shoot('form-cover-taken')
  await page.mouse.click(mine.x, mine.y)
  await expect.poll(chosen).toBe(0)

  await list.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  expect(await role(page, 'Guest').isChecked()).toBe(true)
  expect(await page.getByRole('option', { selected: true }).textContent()).toBe('Guest, 11 of 12 left')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  expect(await role(page, 'Speaker').isChecked()).toBe(true)
  expect(await page.locator('[data-cover] svg rect[class*="cover-mine"]').count()).toBe(2)
})

test('R124c pace: of ten thousand seats each tap opens the list with the role it meant on top, at once', onTime, async () => {
  const held = await invited(Array.from({ length: 20 }, (_, at) => ({ name: `Station ${at + 1}`, max: 500 })))
  const { page, open } = await counted()
  await open(held.invitation)
  await page.getByRole('listbox').waitFor({ state: 'attached' })
  const free = await seatOf(page, 'free')
  const took = await page.evaluate(async ({ x, y }) => {
    const from = performance.now()
    document.elementFromPoint(x, y)?.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y, bubbles: true, detail: 1 }))
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    return performance.now() - from
  }, free)
  const first = sheetOf(page).locator('[data-first]')
  await seen(first)
  const meant = /^Station \d+(?=, )/.exec((await page.locator('[data-cover] ~ p').textContent()) ?? '')?.[0]
  expect(meant).toBeTruthy()
  expect(await first.textContent()).toContain(`${meant}500 of 500 left`)
  expect(await page.locator('input[data-role]:checked').count()).toBe(0)
  await first.click()
  await expect.poll(() => page.locator('input[data-role]:checked').count()).toBe(1)
  within(took, 1_000)
})

test('R124 as it looks', async () => {
  const [three, thirty] = [
    await invited(few, { description: 'Bring boots, a coat and something to eat.\n'.repeat(8) }),
    await invited(many),
  ]
  for (const [width, colorScheme] of screens) {
    for (const [name, held] of [
      ['3', three],
      ['30', thirty],
    ] as const) {
      const one = await stage.newPerson({ width, height: width === 390 ? 844 : 900, colorScheme })
      await one.open(held.invitation)
      await hydrated(one.page)
      expect(await one.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      await one.shoot(`form-${name}-${width}-${colorScheme}`)
      await coming(one.page, 'yes').check()
      if (name === '30' && width < 768) {
        await seen(sheetOf(one.page))
        await one.shoot(`form-${name}-${width}-${colorScheme}-sheet`)
        await sheetOf(one.page).getByRole('button', { name: 'Station 1', exact: true }).click()
      } else await role(one.page, name === '3' ? 'Speaker' : 'Station 1').check()
      await one.shoot(`form-${name}-${width}-${colorScheme}-taken`)
      await one.context.close()
    }
  }
})
