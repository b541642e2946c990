// What is looked at in an open dialog: whether all of it can be reached and enough of it is seen, and what is typed in it.
import type { Locator } from 'playwright-core'

const low = { width: 320, height: 256 }
const phone = { width: 390, height: 844 }
const laptop = { width: 1280, height: 900 }
const [light, dark, forced] = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const
/** Each size in each look. */
export const looks = [low, phone, laptop].flatMap((size) => [light, dark, forced].map((look) => ({ ...size, ...look })))

/** Pixels of its body that must be seen, where it has as many. */
const least = 80

/** Runs in the page. */
function look(dialog: Element, px: number): string[] {
  const found: string[] = []
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) found.push('it stands out of the window')
  const body = dialog.querySelector('header')?.nextElementSibling
  if (!body) return ['it has no body']
  dialog.scrollTo(0, 0)
  const box = body.getBoundingClientRect()
  const shown = Math.min(box.bottom, bottom) - Math.max(box.top, top)
  if (shown < Math.min(px, body.scrollHeight)) found.push(`${shown} px of its body are seen`)
  for (const scroller of [dialog, body]) if (scroller.scrollWidth > scroller.clientWidth + 1) found.push('it scrolls sideways')
  for (const one of dialog.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, summary')) {
    const shownBy = one.matches('input') && (one.clientWidth < 2 || getComputedStyle(one).opacity === '0') ? one.closest('label') : one
    if (!shownBy || shownBy.getClientRects().length === 0 || one.matches(':disabled')) continue
    shownBy.scrollIntoView({ block: 'nearest' })
    const at = shownBy.getBoundingClientRect()
    const hit = document.elementFromPoint(at.left + at.width / 2, Math.min(Math.max(at.top + at.height / 2, 1), innerHeight - 1))
    if (!hit || !(shownBy.contains(hit) || hit.closest('label')?.contains(one)))
      found.push(`${shownBy.outerHTML.slice(0, 120)} can’t be reached`)
  }
  return found
}
/** What is still wrong once a new size has come to all of it. */
export async function faultsOf(dialog: Locator): Promise<string[]> {
  let found: string[] = []
  for (let tries = 0; tries < 20; tries++) {
    found = await dialog.evaluate(look, least)
    if (found.length === 0) break
    await dialog.page().waitForTimeout(100)
  }
  return found
}

export const isFocusIn = (dialog: Locator): Promise<boolean> => dialog.evaluate((one) => one.contains(document.activeElement))

const fields = 'input:not([type=checkbox], [type=radio], [type=file], [readonly], [role=combobox], [type=range]), textarea'
const valueFor: Readonly<Record<string, string>> = {
  email: 'zoe@guests.test',
  date: '2030-05-04',
  'datetime-local': '2030-05-04T18:30',
  number: '3',
}
const valuesIn = (dialog: Locator) => dialog.locator(fields).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

/** Fills all there is to type in; gives what stands there then. */
export async function typeIn(dialog: Locator): Promise<string[]> {
  for (const field of await dialog.locator(fields).all()) {
    if (!(await field.isEditable())) continue
    const type = (await field.getAttribute('type')) ?? ''
    await field.fill(valueFor[type] ?? ((await field.getAttribute('inputmode')) === 'numeric' ? '3' : 'Zoe'))
  }
  return valuesIn(dialog)
}
/** What stands in its fields, once they are there. */
export const keptTyped = valuesIn
