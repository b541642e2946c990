// Going through a page as those do who have no mouse: by Tab, from one control to the next, which must be seen to have the focus.
import type { Locator, Page } from 'playwright-core'

export const isFocused = (what: Locator) =>
  what.evaluate((element) => element === document.activeElement && element.matches(':focus-visible'))

/** Presses Tab until `goal` has the focus, which must be visible. */
export async function tabTo(page: Page, goal: Locator, most = 40) {
  for (let presses = 0; presses < most; presses++) {
    if (await isFocused(goal)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${goal.toString()}`)
}
