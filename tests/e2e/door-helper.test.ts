// Long: the door's whole way, in Chromium and in Firefox; the server goes away amid it.
// The door without a camera, as any browser has it: paired, searched, by hand and by hand scanner, undone, without the server and back (R182 to R191).
import { expect, test } from 'vitest'
import { doorApi } from '#protocol/seats/door/door.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { button } from './acts.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

test('R182 to R191 a helper pairs, lets in by hand and by hand scanner, takes it back, goes on without the server, and all of it counts once', async () => {
  const { host, event, answer } = openSeed(stage)
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 20 }], { name: 'Open stage night', start: minutes(30), end: minutes(150) })
  const cookie = await answer(held, 'Gina Gast', ['Guest'])
  await answer(held, 'Zoë Brâncuși', ['Guest'])
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${olivia.token}` }
  const door = (method: string, path: string, body?: object) =>
    fetch(`${stage.server.url}/api/door/${held.eventId}/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const form = await fetch(`${stage.server.url}/api/rsvp/form/${held.groupId}`, { headers: { cookie } }).then((one) => one.json())
  const pass = rsvpApi.form.reply.parse(form).rsvp?.passes?.[0]?.url ?? ''
  const { link, phone: made } = doorApi.makePhone.reply.parse(await (await door('POST', 'phones', { name: 'North' })).json())

  const phone = await stage.newPerson({ width: 390, height: 844 })
  const { page } = phone
  const { pathname, hash } = new URL(link)
  await phone.open(`${pathname}${hash}`)
  await button(page, 'Pair this phone').click()
  await seen(page.getByText('0 inside, 0 came'))
  await seen(button(page, 'In: Gina Gast'))

  const field = page.getByLabel('Find a guest, or scan here')
  await field.fill('zo')
  await expect.poll(() => button(page, 'In: Gina Gast').count()).toBe(0)
  await button(page, 'In: Zoë Brâncuși').click()
  await seen(page.getByText('1 inside, 1 came'))
  await button(page, 'Undo').click()
  await seen(page.getByText('0 inside'))
  // As a hand scanner does: key by key, and Enter.
  await field.fill('')
  await field.pressSequentially(pass)
  await field.press('Enter')
  await seen(page.locator('[data-result=ok]'))
  expect(await page.locator('[data-result=ok]').textContent()).toContain('Gina Gast')
  await seen(page.getByText('1 inside'))
  await phone.shoot('door-helper-390')
  const has = await page.evaluate(() => ['wakeLock' in navigator, 'vibrate' in navigator, 'onbeforeinstallprompt' in window])
  const saysNot = [/can’t keep the screen on/, /can’t shake/, /installs no page/].map((words) =>
    page.locator('li').filter({ hasText: words }).count(),
  )
  expect(await Promise.all(saysNot)).toEqual(has.map((isThere) => (isThere ? 0 : 1)))

  phone.expects(/./) // whatever a browser says of a server that isn't there
  await stage.server.kill()
  await field.fill('zo')
  await button(page, 'In: Zoë Brâncuși').click()
  await seen(page.locator('[data-result=ok] [data-here]'))
  await seen(page.getByText('1 scan waits'))
  await field.fill(pass)
  await field.press('Enter')
  await seen(page.locator('[data-result=again]'))
  await phone.shoot('door-helper-offline-390')
  await stage.server.restart()
  await seen(page.locator('[data-mode=online]'))
  await seen(page.getByText('2 inside'))
  const list = doorApi.list.reply.parse(await (await door('GET', 'list')).json())
  expect(list.groups[0]?.counts).toMatchObject({ inside: 2, came: 2 })

  await door('DELETE', `phones/${made._id}`)
  await seen(page.getByText('This phone can’t check in guests'))
  expect(await page.getByText('Gina Gast').count()).toBe(0)
})
