// Long: limits on a phone, and pages that are closed at once.
// Limits on a phone stand behind one button, and one that was changed is kept though the page is closed at once (R70).
import { expect, test } from 'vitest'
import { bar, button } from './acts.ts'
import { focused, gone, openStage, type Person, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const twoRoles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 4 },
]
const limit = ({ page }: Person, name: string) => page.getByRole('spinbutton', { name: `Limit of ${name}` })

test('R70 on a phone limits stand behind one button, which takes the focus along and back', async () => {
  const olivia = await host()
  const held = await event(olivia, twoRoles)
  const phone = await stage.newPerson({ token: olivia.token, width: 390, height: 844 })
  const { page } = phone
  await phone.open(`/group/${held.groupId}`)
  const edit = button(page, 'Edit limits')
  await seen(edit)
  expect(await limit(phone, 'Guest').isVisible()).toBe(false)
  expect(await button(page, 'Delete Guest').isVisible()).toBe(false)
  await phone.shoot('limits-phone-closed')
  await edit.click()
  await focused(button(page, 'Limit of Speaker: one less'))
  await gone(edit)
  for (const one of [button(page, 'Limit of Guest: one more'), button(page, 'Delete Guest'), button(page, 'Done')]) {
    const box = await one.evaluate((element) => {
      const { width, height } = getComputedStyle(element, '::after')
      const own = element.getBoundingClientRect()
      return { width: Math.max(own.width, Number.parseFloat(width) || 0), height: Math.max(own.height, Number.parseFloat(height) || 0) }
    })
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  }
  await button(page, 'Limit of Guest: one more').click()
  await phone.shoot('limits-phone-open')
  await button(page, 'Done').click()
  await focused(edit)
  expect(await limit(phone, 'Guest').isVisible()).toBe(false)
  await seen(bar(page, 'Guest: 5 seats, no answers yet'))

  const desk = await stage.newPerson({ token: olivia.token, colorScheme: 'dark' })
  await desk.open(`/group/${held.groupId}`)
  await seen(limit(desk, 'Guest'))
  expect(await button(desk.page, 'Edit limits').isVisible()).toBe(false)
})

/** Steps a limit in a page that is closed at once; `isDeaf`: the page isn't told that it ends. */
async function stepAndClose(isDeaf: boolean) {
  const olivia = await host()
  const held = await event(olivia, twoRoles)
  const closing = await stage.newPerson({ token: olivia.token })
  if (isDeaf)
    await closing.context.addInitScript(() => {
      for (const name of ['pagehide', 'visibilitychange'])
        window.addEventListener(name, (one) => one.stopImmediatePropagation(), { capture: true })
    })
  await closing.open(`/group/${held.groupId}`)
  await button(closing.page, 'Limit of Guest: one more').click()
  await closing.page.close({ runBeforeUnload: false })
  const after = await stage.newPerson({ token: olivia.token })
  await after.page.waitForTimeout(2_000)
  await after.open(`/group/${held.groupId}`)
  await seen(limit(after, 'Guest'))
  return limit(after, 'Guest').inputValue()
}

test('R70 a limit that was just stepped is on the server, though its page was closed at once', async () => {
  expect(await stepAndClose(false)).toBe('5')
})

test('R70 control: a page that isn’t told that it ends loses it', async () => {
  expect(await stepAndClose(true)).toBe('4')
})
