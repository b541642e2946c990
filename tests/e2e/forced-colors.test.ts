// Long: each part of the gallery that has states is pictured in both of them.
// R249: where the viewer's system sets the colors, no state is told by a color of ours, a background or a shadow alone: whatever differs otherwise differs there.
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { button } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host } = openSeed(stage)

/** What a state is written as, and what is looked at then: toggled in the page, since the looks of a state hang on these. */
const states = [
  { of: 'input:is([type=checkbox], [type=radio]):not(:disabled)', name: 'checked' },
  { of: '[role=option][data-active-item], [role=option][data-selected=true]', name: 'active' },
  { of: '[role=menuitem][data-highlighted]', name: 'data-highlighted' },
  { of: '[data-cell=active]', name: 'data-cell' },
  { of: '[aria-invalid=true]:not([type=checkbox], [type=radio])', name: 'aria-invalid' },
  { of: '[role=tab][data-state]', name: 'data-state' },
] as const
type State = (typeof states)[number]['name']

/** Runs in the page: the other state of each, and at the next call the first again. Of radios that belong together only the one that is on turns. */
function turnAll(elements: readonly Element[], name: State) {
  const toggle = (element: Element, attribute: string, on = 'true') =>
    element.hasAttribute(attribute) ? element.removeAttribute(attribute) : element.setAttribute(attribute, on)
  const turnRadio = (radio: HTMLInputElement) => {
    if (radio.checked === radio.hasAttribute('data-was-on')) return
    radio.checked = radio.toggleAttribute('data-was-on') === false
  }
  for (const element of elements) {
    if (name === 'checked' && element instanceof HTMLInputElement && element.type === 'radio') turnRadio(element)
    else if (name === 'checked' && element instanceof HTMLInputElement) element.checked = !element.checked
    else if (name === 'active') toggle(element, element.hasAttribute('cmdk-item') ? 'data-selected' : 'data-active-item')
    else if (name === 'data-state') element.setAttribute(name, element.getAttribute(name) === 'active' ? 'inactive' : 'active')
    else toggle(element, name, name === 'data-cell' ? 'active' : 'true')
  }
}

/** Each of them as it is drawn, with what stands around it. */
async function pictures(page: Page, all: Locator): Promise<string[]> {
  const boxes = await all.evaluateAll((elements) =>
    elements.map((one) => {
      const drawn = one.matches('input') ? (one.closest('label, [data-field]') ?? one) : one
      const { x, y, width, height } = drawn.getBoundingClientRect()
      const [left, top] = [Math.max(0, Math.floor(x + scrollX - 4)), Math.max(0, Math.floor(y + scrollY - 4))]
      return { left, top, width: Math.ceil(width + 8), height: Math.ceil(height + 8) }
    }),
  )
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true })
  const size = await sharp(png).metadata()
  const cut = boxes.map(({ left, top, width, height }) => ({
    left,
    top,
    width: Math.min(width, size.width - left),
    height: Math.min(height, size.height - top),
  }))
  return Promise.all(cut.map(async (box) => (await sharp(png).extract(box).raw().toBuffer()).toString('base64')))
}

/** Tells of each whether its two states are drawn differently in these colors. */
async function differ(page: Page, all: Locator, name: State, forcedColors: 'none' | 'active'): Promise<boolean[]> {
  await page.emulateMedia({ forcedColors })
  const before = await pictures(page, all)
  await all.evaluateAll(turnAll, name)
  const after = await pictures(page, all)
  await all.evaluateAll(turnAll, name)
  return before.map((one, at) => one !== after[at])
}

/** The states on a page that are seen in our colors, and not in those of the viewer. */
async function unseen(page: Page, names: readonly State[]): Promise<{ looked: number; faults: string[] }> {
  const faults: string[] = []
  let looked = 0
  for (const { of, name } of states.filter((state) => names.includes(state.name))) {
    // What has turned is found all the same.
    await page.locator(of).evaluateAll((elements) => {
      for (const [at, one] of elements.entries()) one.setAttribute('data-looked-at', String(at))
    })
    const all = page.locator('[data-looked-at]')
    const [plain, forced] = [await differ(page, all, name, 'none'), await differ(page, all, name, 'active')]
    const said = await all.evaluateAll((elements) => elements.map((one) => one.outerHTML.slice(0, 200)))
    looked += plain.filter((one) => one).length
    faults.push(...said.filter((_, at) => plain[at] && !forced[at]).map((html) => `${name}: ${html}`))
    await all.evaluateAll((elements) => {
      for (const one of elements) one.removeAttribute('data-looked-at')
    })
  }
  return { looked, faults }
}

/** Takes what the product says of forced colors out of the page. */
function dropRules() {
  const drop = (list: CSSStyleSheet | CSSGroupingRule) => {
    for (let at = list.cssRules.length - 1; at >= 0; at--) {
      const rule = list.cssRules[at]
      if (rule instanceof CSSMediaRule && rule.conditionText.includes('forced-colors')) list.deleteRule(at)
      else if (rule instanceof CSSGroupingRule) drop(rule)
    }
  }
  for (const sheet of document.styleSheets) drop(sheet)
}

interface Row {
  readonly what: string
  readonly looksAt: readonly State[]
  readonly bring?: (page: Page) => Promise<unknown>
}
const rows: readonly Row[] = [
  { what: 'what is chosen or open', looksAt: ['checked', 'data-state'] },
  { what: 'what is wrong, a code among it', looksAt: ['aria-invalid'] },
  {
    what: 'the place in the code’s box',
    looksAt: ['data-cell'],
    bring: (page) => page.getByLabel('Verification code', { exact: true }).focus(),
  },
  {
    what: 'the active option of a list',
    looksAt: ['active'],
    bring: (page) => page.getByRole('combobox', { name: 'Member' }).press('ArrowDown'),
  },
  {
    what: 'the active command',
    looksAt: ['active'],
    bring: async (page) => {
      await page.goto('/dashboard')
      await seen(button(page, 'Your account')) // the keys come with it
      await page.keyboard.press('Control+k')
    },
  },
  {
    what: 'the active item of a menu',
    looksAt: ['data-highlighted'],
    bring: async (page) => {
      await page.goto('/dev/ui?view=actions')
      await page.locator('[aria-haspopup=menu]').first().click()
      await seen(page.getByRole('menu'))
      await page.keyboard.press('ArrowDown')
    },
  },
]

test.each(rows)('R249 in forced colors $what is told apart (control: not without the rules for them)', async ({ looksAt, bring }) => {
  const { page, open } = await stage.newPerson({ reducedMotion: 'reduce', token: (await host()).token })
  await open('/dev/ui?view=forms')
  await seen(button(page, 'Create event'))
  await bring?.(page)
  for (const { of, name } of states) if (looksAt.includes(name)) await seen(page.locator(of))
  const { looked, faults } = await unseen(page, looksAt)
  expect(looked).toBeGreaterThan(0)
  expect(faults).toEqual([])
  await page.evaluate(dropRules)
  expect((await unseen(page, looksAt)).faults.length).toBeGreaterThan(0)
})

/** The color in the middle of each seat, by its state. */
async function seatColors(page: Page, cover: Locator) {
  const png = await page.screenshot({ animations: 'disabled' })
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    [...data.subarray((Math.round(y) * info.width + Math.round(x)) * info.channels).subarray(0, 3)].join()
  const middles = await cover.locator('rect').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const [, state = ''] = /cover-(free|taken|mine)/.exec(one.getAttribute('class') ?? '') ?? []
      return { state, x: x + width / 2, y: y + height / 2, width }
    }),
  )
  const colors = new Map<string, Set<string>>()
  // Rings have none of these states.
  for (const { state, x, y } of middles) if (state) colors.set(state, (colors.get(state) ?? new Set()).add(at(x, y)))
  const box = await cover.boundingBox()
  colors.set('ground', new Set([at((box?.x ?? 0) + 6, (box?.y ?? 0) + (box?.height ?? 0) / 2)]))
  /** What one meets from the middle of a free seat to beyond its edge. */
  const free = middles.find(({ state }) => state === 'free')
  const ray = free ? Array.from({ length: Math.ceil(free.width) }, (_, px) => at(free.x + px, free.y)) : []
  return { colors, outline: new Set(ray) }
}

test.each(['light', 'dark'] as const)(
  'R249 in forced colors the seats of a cover are told apart, and from its ground (%s)',
  async (colorScheme) => {
    const { page, open } = await stage.newPerson({ height: 1200, reducedMotion: 'reduce' })
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await open('/dev/ui?view=showing')
    const cover = page.locator('[data-cover]:has(rect)').first()
    await seen(cover)
    await cover.scrollIntoViewIfNeeded()
    const { colors, outline } = await seatColors(page, cover)
    expect([...colors.keys()].toSorted()).toEqual(['free', 'ground', 'mine', 'taken'])
    for (const [state, seen] of colors) expect(seen.size, state).toBe(1)
    // A free one is the ground inside an outline; taken and mine are filled, each with a color of its own.
    expect(new Set([...colors.values()].flatMap((one) => [...one])).size).toBe(3)
    expect([...(colors.get('free') ?? [])]).toEqual([...(colors.get('ground') ?? [])])
    for (const color of colors.get('taken') ?? []) expect([...outline]).toContain(color)
  },
)
