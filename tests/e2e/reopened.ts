// Whether an open page says what the same page says to whoever opens it now: whatever that is, so that no text is left out of it.
import type { Page } from 'playwright-core'
import type { Person } from './kit.ts'

/** Every text of a page, also what is folded away. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const said = new Set<string>()
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      if (text && !node.parentElement?.closest('script, style, noscript, [role=status], [role=alert]')) said.add(text)
    }
    return [...said]
  })

/** When a page was read, and the minutes of its curve, are its own. */
const ownTime = /^(?:As of )?\d{1,2} \p{L}+ \d{4}, \d{1,2}:\d\d [AP]M(?: \S+)?$/u
const onlyIn = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one) && !ownTime.test(one))

/** Opens the page once more, and says how the open one differs after some seconds. */
export async function staleOf(open: Page, person: Person, path: string): Promise<string[]> {
  const fresh = await person.openAnother(path)
  await fresh.locator('h1').first().waitFor({ state: 'attached' })
  await fresh.waitForLoadState('networkidle')
  let stale: string[] = []
  for (let tries = 0; tries < 20; tries++) {
    const [before, now] = await Promise.all([textsOf(open), textsOf(fresh)])
    stale = [...onlyIn(now, before).map((text) => `says no “${text}”`), ...onlyIn(before, now).map((text) => `still says “${text}”`)]
    if (stale.length === 0) break
    await fresh.waitForTimeout(200)
  }
  await fresh.close()
  return stale
}

/** A page that hears nothing, for the control. */
export async function openDeaf(person: Person, path: string): Promise<Page> {
  person.expects(/ERR_FAILED|socket\.io/)
  const page = await person.context.newPage()
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close())
  await page.route(/socket\.io/, (route) => route.abort())
  await page.goto(path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  return page
}
