// Long: a brand is set and worn on two screens, each person at a browser of their own.
// A brand in a browser: set on its page, chosen for an event, worn by the invitation, live, and taken off.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { html } from '../kit/pictures/pictures.ts'
import { button, heading, unfoldMore } from './acts.ts'
import { gone, openStage, seen, toastSays } from './kit.ts'
import { setPlan } from './plans.ts'
import { openSeed } from './seed.ts'
import { tabTo } from './tabbing.ts'
import { violationsOf } from './violations.ts'

const stage = openStage()
const { host, event } = openSeed(stage)

/** Clear around a ring, as logos are. */
const logo = (width = 400, height = 200) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="24" fill="none" stroke="#0a3d62" stroke-width="8"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R212, R213, R216, R219 a brand is set, worn by the invitation, changed live and taken back (%s, %i px)',
  async (colorScheme, width) => {
    const at = `${width}-${colorScheme}`
    const olivia = await host()
    const desk = await stage.newPerson({ width, colorScheme, token: olivia.token })
    desk.expects(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/) // while the plan is changed
    await desk.open('/brand')
    await seen(heading(desk.page, 'A brand of your own comes with the Pro plan'))
    await desk.shoot(`brand-locked-${at}`)
    await setPlan(stage.server, [olivia], 'pro')
    await desk.open('/profile')
    await desk.page.getByRole('link', { name: 'Your brand' }).click()
    await desk.page.getByRole('textbox', { name: 'Name' }).fill('Rolecall Support')
    await button(desk.page, 'Save brand').click()
    desk.expects(/status of 400/)
    await seen(desk.page.getByText('This name looks like ours. Please choose another.'))
    await desk.page.getByRole('textbox', { name: 'Name' }).fill('Harbor Choir')
    await desk.page.getByRole('textbox', { name: 'Color', exact: true }).fill('#e8a020')
    await desk.shoot(`brand-form-${at}`)
    await button(desk.page, 'Save brand').click()
    await toastSays(desk.page, 'Brand saved')

    const held = await event(olivia, [{ name: 'Singer', max: 4 }], {
      name: 'Summer concert',
      assignmentRules: { enableRoleSelfSelect: true },
    })
    const guest = await stage.newPerson({ width, height: 844, colorScheme })
    guest.expects(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/)
    await guest.open(held.invitation)
    await seen(guest.page.getByText('Rolecall', { exact: true }))
    await desk.open(`/event/${held.eventId}/edit`)
    await unfoldMore(desk.page)
    await desk.page.getByRole('radio', { name: 'Your brand' }).check()
    await desk.shoot(`brand-cover-${at}`)
    await button(desk.page, 'Next').click()
    await button(desk.page, 'Save changes').click()
    await toastSays(desk.page, 'Event updated')
    await seen(guest.page.getByText('Harbor Choir'))
    await gone(guest.page.getByRole('banner').getByText('Rolecall', { exact: true }))
    await guest.shoot(`brand-invitation-${at}`)
    for (const name of ['Report abuse', 'Made with Rolecall', 'Privacy']) await seen(guest.page.getByRole('link', { name }))
    await guest.open(held.invitation) // as the server draws it
    await seen(guest.page.getByText('Harbor Choir'))
    const filled = () =>
      guest.page.evaluate(() => {
        const probe = document.createElement('span')
        probe.style.background = 'var(--color-action)'
        document.body.append(probe)
        const { backgroundColor } = getComputedStyle(probe)
        probe.remove()
        return backgroundColor
      })
    const before = await filled()

    await desk.open('/brand')
    await desk.page.getByRole('textbox', { name: 'Color', exact: true }).fill('#00703c')
    await button(desk.page, 'Save brand').click()
    await expect.poll(filled).not.toBe(before)
    await button(desk.page, 'Undo').click()
    await toastSays(desk.page, 'Undone')
    await expect.poll(filled).toBe(before)
    await setPlan(stage.server, [olivia], 'free')
    await seen(heading(desk.page, 'Your brand is kept, and not shown now'))
    await guest.open(held.invitation)
    await seen(guest.page.getByText('Rolecall', { exact: true }))
  },
)

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R214, R216, R219, R222 a logo is chosen, dropped and pasted, seen live in its room, taken back and removed (%s, %i px)',
  async (colorScheme, width) => {
    const at = `${width}-${colorScheme}`
    const olivia = await host()
    await setPlan(stage.server, [olivia], 'pro')
    const desk = await stage.newPerson({ width, colorScheme, token: olivia.token })
    const { page } = desk
    await desk.open('/brand')
    const file = page.getByLabel('Picture file')
    const choose = async () => file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
    await choose()
    await seen(page.getByText('It goes along when you press Save brand.'))
    await seen(page.getByRole('img', { name: 'Logo, dark' }))
    await button(page, 'Remove logo').click()
    await gone(page.getByRole('img', { name: 'Logo, dark' }))
    await choose()
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbor Choir')
    await button(page, 'Save brand').click()
    await toastSays(page, 'Brand saved')
    await toastSays(page, 'Logo saved')
    await button(page, 'Remove logo').click()
    await toastSays(page, 'Logo removed')
    const held = await event(olivia, [{ name: 'Singer', max: 4 }], {
      name: 'Summer concert',
      assignmentRules: { enableRoleSelfSelect: true },
      theme: 'brand',
    })
    const guest = await stage.newPerson({ width, height: 844, colorScheme })
    await guest.open(held.invitation)
    await seen(guest.page.getByText('Harbor Choir').first())

    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: html })
    await seen(page.getByText('This picture can’t be read here.'))
    await choose()
    await toastSays(page, 'Logo saved')
    await seen(page.getByRole('img', { name: 'Logo, dark' }))
    const worn = guest.page.getByRole('banner').locator('img')
    await seen(worn)
    const sizeOf = () => worn.evaluate((one: HTMLImageElement) => [one.width, one.height, one.complete && one.naturalWidth > 0])
    await expect.poll(sizeOf).toEqual([80, 40, true])
    await desk.shoot(`logo-form-${at}`)
    await guest.shoot(`logo-invitation-${at}`)
    await button(page, 'Undo').click()
    await toastSays(page, 'Undone')
    await gone(worn)

    const give = (kind: 'drop' | 'paste', bytes: Buffer) =>
      page.evaluate(
        ([how, base64]) => {
          const data = new DataTransfer()
          data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'logo.png', { type: 'image/png' }))
          const event =
            how === 'drop'
              ? new DragEvent('drop', { bubbles: true, dataTransfer: data })
              : new ClipboardEvent('paste', { bubbles: true, clipboardData: data })
          const target = how === 'drop' ? document.querySelector('[aria-label="Picture file"]')?.parentElement : document
          target?.dispatchEvent(event)
        },
        [kind, bytes.toString('base64')] as const,
      )
    await give('drop', await logo())
    await seen(worn)
    await give('paste', await logo(300, 60))
    await expect.poll(sizeOf).toEqual([160, 32, true])
    await guest.open(held.invitation) // as the server draws it: its room is there before it
    expect(await (await fetch(stage.server.url + held.invitation)).text()).toMatch(
      /<img src="\/brand\/[0-9a-f]{24}\.png"[^>]* width="160" height="32"/,
    )
    await desk.open(`/group/${held.groupId}/poster`)
    await seen(page.getByRole('article', { name: 'Poster' }).getByRole('img', { name: 'Harbor Choir' }))
    await desk.shoot(`logo-poster-${at}`)
    await desk.open('/brand')
    await button(page, 'Remove logo').click()
    await toastSays(page, 'Logo removed')
    await gone(worn)
  },
)

test('R216 the one invitation to several groups wears the brand, as it is drawn and live', async () => {
  const olivia = await host()
  await setPlan(stage.server, [olivia], 'pro')
  const as = { authorization: `Bearer ${olivia.token}`, 'content-type': 'application/json' }
  const send = (method: string, path: string, body: object) =>
    fetch(`${stage.server.url}/api${path}`, { method, headers: as, body: JSON.stringify(body) })
  await send('PUT', '/brand', { name: 'Harbor Choir', accent: '#aa3355' })
  const held = await event(olivia, [{ name: 'Singer', max: 4 }], { name: 'Concert week', theme: 'brand' })
  const group = { name: 'Second evening', roles: [{ name: 'Singer', max: 3 }] }
  expect((await send('POST', `/event/${held.eventId}/groups`, { group })).status).toBe(200)
  const guest = await stage.newPerson({ width: 390, height: 844 })
  await guest.open(`/rsvp/event/${held.eventId}`)
  await seen(guest.page.getByRole('banner').getByText('Harbor Choir'))
  await guest.shoot('brand-several')
  await send('PUT', '/brand', { name: 'Harbor Choir II', accent: '#aa3355' })
  await seen(guest.page.getByRole('banner').getByText('Harbor Choir II'))
  await send('PUT', `/event/${held.eventId}`, { theme: 'ocean' })
  await seen(guest.page.getByRole('banner').getByText('Rolecall', { exact: true }))
  await send('PUT', `/event/${held.eventId}`, { theme: 'brand' })
  await seen(guest.page.getByRole('banner').getByText('Harbor Choir II'))
})

test('R212, R214 a brand is set up with its logo by keyboard alone, and taken back by keys; axe finds nothing with it, nor on the invitation', async () => {
  const olivia = await host()
  await setPlan(stage.server, [olivia], 'pro')
  const desk = await stage.newPerson({ token: olivia.token, bypassCSP: true })
  const { page } = desk
  const { keyboard } = page
  page.on('filechooser', () => {}) // the browser asks the test for files from now on, and not only once it waits
  await desk.open('/brand')
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await keyboard.type('Harbor Choir')
  await tabTo(page, button(page, 'Save brand'))
  await keyboard.press('Enter')
  await toastSays(page, 'Brand saved')
  await tabTo(page, button(page, 'Choose a picture'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')])
  await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
  await toastSays(page, 'Logo saved')
  expect(await violationsOf(page)).toEqual([])
  await tabTo(page, button(page, 'Remove logo'))
  await keyboard.press('Enter')
  await toastSays(page, 'Logo removed')
  await keyboard.press('Control+z')
  await seen(page.getByRole('img', { name: 'Logo, light' }))
  const held = await event(olivia, [{ name: 'Singer', max: 4 }], { name: 'Summer concert', theme: 'brand' })
  const guest = await stage.newPerson({ width: 390, height: 844, colorScheme: 'dark', bypassCSP: true })
  await guest.open(held.invitation)
  await seen(guest.page.getByRole('banner').locator('img'))
  expect(await violationsOf(guest.page)).toEqual([])
})
