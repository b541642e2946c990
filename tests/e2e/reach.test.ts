// Everyone can use it: by keyboard alone, on a narrow screen, and as axe-core sees it, in light and dark.
import axe from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, heading, role } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { visitNewcomerPages } from './newcomer-pages.ts'
import { type Check, visitInviteePages, visitOpenPages, visitOrganizerPages } from './pages-seen.ts'
import { openSeed } from './seed.ts'

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

/** What makes a page scroll sideways: nothing may stand out of it. */
const isNarrow: Check = async ({ page, shoot }, name) => {
  const { width, wide } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    wide: [...document.body.querySelectorAll('*')]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.overflow-x-auto, .sr-only'))
      .slice(0, 3)
      .map((one) => one.outerHTML.slice(0, 120)),
  }))
  await shoot(`60-narrow-${name.replaceAll(/\W+/g, '-')}`)
  expect.soft(width, `${name} ${wide.join('\n')}`).toBeLessThanOrEqual(390)
}

test('at 390 px no page scrolls sideways, however long its names', async () => {
  const phone = { width: 390, height: 844 }
  await visitOpenPages(stage, phone, isNarrow)
  await visitOrganizerPages(stage, phone, isNarrow)
  await visitInviteePages(stage, phone, isNarrow)
})

test('R115 R116 R117 nor does a page that somebody new comes to, on a phone or a tablet', async () => {
  await visitNewcomerPages(stage, { width: 390, height: 844 }, async (person, name) => {
    await isNarrow(person, name)
    await person.page.setViewportSize({ width: 768, height: 1024 })
    const width = await person.page.evaluate(() => document.documentElement.scrollWidth)
    await person.page.setViewportSize({ width: 390, height: 844 })
    expect.soft(width, `${name} at 768`).toBeLessThanOrEqual(768)
  })
})

/** Visits pages in light and dark; what axe-core finds there, each with the places where it was found. */
async function violationsOn(visit: typeof visitInviteePages) {
  const found = new Map<string, string[]>()
  await visit(stage, { bypassCSP: true, reducedMotion: 'reduce' }, async (person, name) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await person.page.emulateMedia({ colorScheme })
      await person.page.evaluate(axe.source)
      const { violations } = await person.page.evaluate<axe.AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
      for (const { id, nodes } of violations) {
        const what = `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`
        found.set(what, [...(found.get(what) ?? []), `${name} (${colorScheme})`])
      }
    }
    await person.shoot(`70-dark-${name.replaceAll(/\W+/g, '-')}`)
    await person.page.emulateMedia({ colorScheme: 'light' })
  })
  return [...found].map(([what, places]) => `${what}\n  on ${places.join(', ')}`).join('\n\n')
}

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
