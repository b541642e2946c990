// What axe-core finds on a page as it stands, in light and in dark.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** R249: of those that axe-core still tries, the one that compares the name of a control with the text on it. */
const rules = { 'label-content-name-mismatch': { enabled: true } }
/** The rules that ask for colors; all others look at what is the same in light and in dark. */
const ofColors = ['color-contrast', 'link-in-text-block']

/** What glows or fades for a moment has the colors of the scheme in which it began; it is judged as it comes to rest. */
const rest = `for (const one of document.getAnimations()) if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish()`

export interface Violation {
  readonly colorScheme: 'light' | 'dark'
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Looks twice, by all rules and in the dark by those of colors; the page must let scripts of a test run (`bypassCSP`, or no policy). */
export async function violationsOf(page: Page, options: RunOptions = {}): Promise<Violation[]> {
  const found: Violation[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
    const asked: RunOptions = {
      resultTypes: ['violations'],
      rules,
      ...options,
      ...(colorScheme === 'dark' && { rules: {}, runOnly: { type: 'rule', values: ofColors } }),
    }
    await page.evaluate(rest)
    const run = `axe.run(document, ${JSON.stringify(asked)}).then(({ violations }) => violations)`
    for (const { id, nodes } of await page.evaluate<Result[]>(run)) found.push({ colorScheme, id, nodes })
  }
  return found
}
