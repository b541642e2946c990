// Everyone can use it: by keyboard alone, on a narrow screen, and as axe-core sees it, in light and dark.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, heading, role } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import { visitNewcomerPages } from './newcomer-pages.ts'
import { visitInviteePages, visitOpenPages, visitOrganizerPages } from './pages-seen.ts'
import { openSeed } from './seed.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, event } = openSeed(stage)

const isFocused = (what: Locator) => what.evaluate((element) => element === document.activeElement && element.matches(':focus-visible'))

/** Presses Tab until `goal` has the focus, which must be visible. */
async function tabTo(page: Page, goal: Locator) {
  for (let presses = 0; presses < 40; presses++) {
    if (await isFocused(goal)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${goal.toString()}`)
}

test('an invitee answers by keyboard alone: Tab, Space and Enter', async () => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const { page, open } = await stage.newPerson()
  await open(held.invitation)
  await seen(button(page, 'Verify'))
  await tabTo(page, role(page, 'Speaker'))
  await page.keyboard.press('Space')
  await expect.poll(() => isFocused(page.getByLabel('Email'))).toBe(true)
  await page.keyboard.type('nora@guests.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nora')
  await page.keyboard.press('Enter')
  await seen(page.getByLabel('Verification code'))
  await expect.poll(() => isFocused(page.getByLabel('Verification code'))).toBe(true)
  await page.keyboard.type(await stage.mailbox.code('nora@guests.test'))
  await expect.poll(() => isFocused(page.getByRole('radio', { name: 'Yes' }))).toBe(true)
  await tabTo(page, button(page, 'Submit RSVP'))
  await page.keyboard.press('Enter')
  await seen(heading(page, 'Thank You, Nora'))
  await seen(page.getByRole('list', { name: 'Your roles' }).getByText('Speaker'))
  expect(await heading(page, 'Thank You, Nora').evaluate((element) => element === document.activeElement)).toBe(true)
})

type Visit = typeof visitOpenPages
interface Found {
  /** Of pages that are wider than the window. */
  readonly wide: string[]
  /** What axe-core found, each with the places where it was found. */
  readonly violations: Map<string, string[]>
}

/** What makes a page scroll sideways at this width: nothing may stand out of it. */
async function noteWide({ page }: Person, name: string, width: number, { wide }: Found) {
  await page.setViewportSize({ width, height: 844 })
  const shown = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    out: [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.overflow-x-auto, .sr-only'))
      .slice(0, 3)
      .map((one) => one.outerHTML.slice(0, 120)),
  }))
  if (shown.width > width) wide.push(`${name} at ${width}: ${shown.width} ${shown.out.join('\n')}`)
}

async function noteViolations({ page, shoot }: Person, name: string, { violations }: Found) {
  for (const { colorScheme, id, nodes } of await violationsOf(page)) {
    const what = `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`
    violations.set(what, [...(violations.get(what) ?? []), `${name} (${colorScheme})`])
  }
  await shoot(`70-dark-${name.replaceAll(/\W+/g, '-')}`)
  await page.emulateMedia({ colorScheme: 'light' })
}

const [phone, tablet, laptop] = [390, 768, 1280]
async function foundOn(visit: Visit): Promise<Found> {
  const found: Found = { wide: [], violations: new Map() }
  await visit(stage, { width: phone, height: 844, bypassCSP: true, reducedMotion: 'reduce' }, async (person, name) => {
    await noteWide(person, name, phone, found)
    await person.shoot(`60-narrow-${name.replaceAll(/\W+/g, '-')}`)
    if (visit === visitNewcomerPages) await noteWide(person, name, tablet, found)
    await person.page.setViewportSize({ width: laptop, height: 900 })
    await noteViolations(person, name, found)
    await person.page.setViewportSize({ width: phone, height: 844 })
  })
  return found
}

const visits = new Map<Visit, Promise<Found>>()
/** Visits these pages once for all tests: what takes long is to open them. */
function visited(visit: Visit): Promise<Found> {
  const found = visits.get(visit) ?? foundOn(visit)
  visits.set(visit, found)
  return found
}
const wideOn = async (visit: Visit) => (await visited(visit)).wide
const violationsOn = async (visit: Visit) =>
  [...(await visited(visit)).violations].map(([what, places]) => `${what}\n  on ${places.join(', ')}`).join('\n\n')

test('at 390 px no page scrolls sideways, however long its names', async () => {
  expect([await wideOn(visitOpenPages), await wideOn(visitOrganizerPages), await wideOn(visitInviteePages)]).toEqual([[], [], []])
})
test('R115 R116 R117 nor does a page that somebody new comes to, on a phone or a tablet', async () => {
  expect(await wideOn(visitNewcomerPages)).toEqual([])
})

test('axe-core finds nothing on the organizer’s pages, light and dark', async () => {
  expect(await violationsOn(visitOrganizerPages)).toBe('')
})
test('axe-core finds nothing on the invitee’s page in all its states, light and dark', async () => {
  expect(await violationsOn(visitInviteePages)).toBe('')
})
test('axe-core finds nothing on the pages anyone can open, light and dark', async () => {
  expect(await violationsOn(visitOpenPages)).toBe('')
})
test('R115 R116 R117 axe-core finds nothing on the pages that somebody new comes to, light and dark', async () => {
  expect(await violationsOn(visitNewcomerPages)).toBe('')
})
