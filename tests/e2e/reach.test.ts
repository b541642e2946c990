// Long: every page in every state, at three widths, light and dark, looked through by axe-core.
// Everyone can use it: by keyboard alone, on a narrow screen, and as axe-core sees it, in light and dark.
import { expect, test } from 'vitest'
import { type PagePath, pagePaths } from '#protocol/kernel/pages.ts'
import { button, coming, heading, hydrated, role, sendButton, thanks } from './acts.ts'
import { focused, openStage, type Person, seen } from './kit.ts'
import { visitNewcomerPages } from './newcomer-pages.ts'
import { operatorEmail, visitInviteePages, visitOpenPages, visitOperatorPages, visitOrganizerPages } from './pages-seen.ts'
import { openSeed } from './seed.ts'
import { startServer } from './server.ts'
import { isFocused, tabTo } from './tabbing.ts'
import { violationsOf } from './violations.ts'

const stage = openStage(() => startServer({ ADMIN_EMAILS: operatorEmail }))
const { host, event } = openSeed(stage)

test('an invitee answers by keyboard alone: Tab, Space and Enter', async () => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const { page, open } = await stage.newPerson()
  await open(held.invitation)
  await hydrated(page)
  await tabTo(page, role(page, 'Speaker'))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('nora@guests.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nora')
  await page.keyboard.press('Enter')
  await seen(page.getByLabel('Verification code'))
  await expect.poll(() => isFocused(page.getByLabel('Verification code'))).toBe(true)
  await page.keyboard.type(await stage.mailbox.code('nora@guests.test'))
  await seen(thanks(page, 'Nora'))
  const how = heading(page, 'You’re coming as Speaker')
  await seen(how)
  await focused(how)
})

test('R123 R124 by keyboard alone: a no, coming after all, and giving the seat back', async () => {
  const held = await event(await host(), [{ name: 'Speaker', max: 2 }])
  const { page, open } = await stage.newPerson({ width: 390, height: 844 })
  const { keyboard } = page
  await open(held.invitation)
  await hydrated(page)
  await tabTo(page, coming(page, 'yes'))
  await keyboard.press('ArrowRight')
  await tabTo(page, page.getByLabel('Email'))
  await keyboard.type('kim@guests.test')
  await keyboard.press('Enter')
  await seen(page.getByLabel('Verification code'))
  await keyboard.type(await stage.mailbox.code('kim@guests.test'))
  const no = heading(page, 'You’ve said no')
  await seen(no)
  await focused(no)

  await tabTo(page, button(page, 'I can come after all'))
  await keyboard.press('Enter')
  await tabTo(page, role(page, 'Speaker'))
  await keyboard.press('Space')
  await tabTo(page, sendButton(page))
  await keyboard.press('Enter')
  const yes = heading(page, 'You’re coming as Speaker')
  await seen(yes)
  await focused(yes)

  await tabTo(page, button(page, 'More'))
  await keyboard.press('Enter')
  const giveUp = page.getByRole('menuitem', { name: 'I can’t make it' })
  await seen(giveUp)
  for (let presses = 0; presses < 8 && !(await isFocused(giveUp)); presses++) await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await seen(heading(page, 'You can’t make it?'))
  await tabTo(page, page.getByRole('radio', { name: /^Hand it over/ }))
  await keyboard.press('ArrowLeft')
  await tabTo(page, button(page, 'Give my seat back'))
  await keyboard.press('Enter')
  await seen(no)
  await focused(button(page, 'More')) // where the dialog was opened from
})

type Visit = typeof visitOpenPages
interface Found {
  /** Of pages that are wider than the window. */
  readonly wide: string[]
  /** Words that stand on two lines. */
  readonly broken: string[]
  /** Icons that something beside them made narrower, and titles on paper that aren't whole. */
  readonly squeezed: string[]
  /** What axe-core found, each with the places where it was found. */
  readonly violations: Map<string, string[]>
  /** The pages that were looked at; a closed door is none. */
  readonly paths: Set<PagePath>
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

/** Notes common words that begin on one line and end on the next. */
async function noteBroken({ page }: Person, name: string, { broken }: Found) {
  const words = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<![\w.@/-])[A-Za-z]{2,16}(?![\w.@/-])/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
        if (lines.size > 1) found.push(`${word}: ${node.parentElement.outerHTML.slice(0, 120)}`)
      }
    }
    return found
  })
  broken.push(...words.map((word) => `${name}: ${word}`))
}

async function noteSqueezed({ page }: Person, name: string, { squeezed }: Found) {
  const found = await page.evaluate(() => {
    const icons = [...document.querySelectorAll('svg.lucide')].filter((icon) => {
      const { width, height } = icon.getBoundingClientRect()
      return Math.abs(width - height) > 1
    })
    const titles = [...document.querySelectorAll('article[aria-label=Poster] h2')].filter((one) => one.scrollHeight > one.clientHeight + 1)
    return [...icons, ...titles].map((one) => one.outerHTML.slice(0, 120))
  })
  squeezed.push(...found.map((html) => `${name}: ${html}`))
}

async function noteViolations({ page, shoot }: Person, name: string, { violations }: Found) {
  for (const { colorScheme, id, nodes } of await violationsOf(page)) {
    const what = `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`
    violations.set(what, [...(violations.get(what) ?? []), `${name} (${colorScheme})`])
  }
  await shoot(`70-dark-${name.replaceAll(/\W+/g, '-')}`)
  await page.emulateMedia({ colorScheme: 'light' })
}

const patternOf = (path: PagePath) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
const door = /^(Please login|Login or use|Access|Page not found)/
async function notePath({ page }: Person, { paths }: Found) {
  const path = new URL(page.url()).pathname
  const title = await page.evaluate(() => document.querySelector('h1')?.textContent ?? '') // behind a dialog, too
  if (path === '/access' || !door.test(title)) for (const one of pagePaths) if (patternOf(one).test(path)) paths.add(one)
}

const [phone, tablet, laptop] = [390, 768, 1280]
async function foundOn(visit: Visit): Promise<Found> {
  const found: Found = { wide: [], broken: [], squeezed: [], violations: new Map(), paths: new Set() }
  await visit(stage, { width: phone, height: 844, bypassCSP: true, reducedMotion: 'reduce' }, async (person, name) => {
    await notePath(person, found)
    await noteWide(person, name, phone, found)
    await noteBroken(person, name, found)
    await noteSqueezed(person, name, found)
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

test.each([
  ['that anyone can open', visitOpenPages],
  ['of organizers', visitOrganizerPages],
  ['of invitees', visitInviteePages],
])('at 390 px no page %s scrolls sideways, however long its names', async (_, visit) => {
  expect(await wideOn(visit)).toEqual([])
})
test.each([
  ['that anyone can open', visitOpenPages],
  ['of organizers', visitOrganizerPages],
  ['of invitees', visitInviteePages],
  ['that somebody new comes to', visitNewcomerPages],
  ['of the operator', visitOperatorPages],
])('at 390 px no page %s breaks a word of at most 16 letters in two, squeezes an icon or cuts a poster’s title', async (_, visit) => {
  expect((await visited(visit)).broken).toEqual([])
  expect((await visited(visit)).squeezed).toEqual([])
})
test('R115 R116 R117 nor does a page that somebody new comes to scroll sideways, on a phone or a tablet', async () => {
  expect(await wideOn(visitNewcomerPages)).toEqual([])
})

test('axe-core finds nothing on the organizer’s pages, light and dark', async () => {
  expect(await violationsOn(visitOrganizerPages)).toBe('')
})
test('R114 nor on the operator’s page, which is as narrow as all others', async () => {
  expect([await violationsOn(visitOperatorPages), await wideOn(visitOperatorPages)]).toEqual(['', []])
})
/** Leads on by itself before anybody could look. */
const tooShort: readonly PagePath[] = ['/logout']
test('no page of the product is missing from those that are looked through', async () => {
  // The newcomers' pages restart the server: first, when nobody has one open.
  const all = [visitNewcomerPages, visitOpenPages, visitOrganizerPages, visitInviteePages, visitOperatorPages]
  const seen = new Set<PagePath>(tooShort)
  for (const visit of all) for (const path of (await visited(visit)).paths) seen.add(path)
  expect(pagePaths.filter((path) => !seen.has(path))).toEqual([])
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
