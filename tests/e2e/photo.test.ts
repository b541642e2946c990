// Long: pictures are decoded, written and printed.
// A photo of one's own (R224): put on an event, seen by its guests, printed on a poster, taken off again.
import { expect, test } from 'vitest'
import { fromPhone, html, jpeg } from '../kit/pictures/pictures.ts'
import { button } from './acts.ts'
import { gone, openStage, seen } from './kit.ts'
import { printed } from './paper.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event, photo } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 5 },
  { name: 'Guest', max: 20 },
]

test('R224, R224c a photo is chosen, cut by keys, put on, seen live by a guest, and taken back', async () => {
  const olivia = await host()
  const held = await event(olivia, roles, { name: 'Evening by the lake' })
  const [organizer, guest] = [await stage.newPerson({ token: olivia.token }), await stage.newPerson({ width: 390, height: 844 })]
  await guest.open(held.invitation)
  await seen(guest.page.locator('[data-cover]').first())
  const { page } = organizer
  await organizer.open(`/event/${held.eventId}`)
  await button(page, 'Options').click()
  await page.getByRole('menuitem', { name: 'Cover photo' }).click()
  await seen(button(page, 'Choose a picture'))
  const file = page.getByLabel('Picture file')
  await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: html })
  await seen(page.getByText('This picture can’t be read here.'))
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await fromPhone() })
  await page.getByRole('slider', { name: 'Zoom' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await page.getByRole('slider', { name: 'Zoom' }).inputValue()).toBe('1.1')
  await organizer.shoot('photo-crop')
  await button(page, 'Use this photo').click()
  await seen(page.getByText('Photo added'))
  await seen(guest.page.locator('[data-photo] img'))
  await organizer.shoot('photo-board')
  await button(page, 'Undo').click()
  await gone(guest.page.locator('[data-photo] img'))
})

test('R224c the invitation comes with its photo drawn: nothing moves, and a phone gets at most 50 kB of it', async () => {
  const olivia = await host()
  const held = await event(olivia, roles, { name: 'Evening by the lake' })
  await photo(olivia, held, await jpeg(2400, 1600))
  // A machine that is busy sends a page bare at first, which then draws itself; this is about one that comes drawn.
  const drawn = async () => (await fetch(stage.server.url + held.invitation)).text()
  await expect.poll(drawn).toContain('data-photo')
  const guest = await stage.newPerson({ width: 390, height: 844, sharpness: 3 })
  const sizes: number[] = []
  guest.page.on('response', async (response) => {
    if (response.url().includes('/photo/')) sizes.push((await response.body()).length)
  })
  await guest.page.addInitScript(() => {
    const seenShifts: string[] = []
    Object.assign(window, { seenShifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // A font that arrives moves letters within their line.
        const { sources = [] } = entry as PerformanceEntry & {
          sources?: { previousRect: DOMRect; currentRect: DOMRect; node: Node | null }[]
        }
        const down = sources.filter(({ previousRect, currentRect }) => previousRect.y !== currentRect.y)
        seenShifts.push(...down.map(({ node }) => (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).slice(0, 200)))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await guest.open(held.invitation)
  const image = guest.page.locator('[data-photo] img')
  await seen(image)
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBe(800)
  await expect.poll(() => sizes.length).toBe(1)
  expect(sizes[0]).toBeLessThanOrEqual(50_000)
  await guest.shoot('photo-invitation')
  expect(await guest.page.evaluate(() => (window as unknown as { seenShifts: string[] }).seenShifts)).toEqual([])
  const html = await (await fetch(stage.server.url + held.invitation)).text()
  expect(html).toMatch(/<img src="\/photo\/[0-9a-f]{24}-800\.jpg"/)
  expect(html).toContain('data:image/bmp;base64,')
  const preview = await fetch(`${stage.server.url}/og/${held.groupId}.png`)
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const wide = await stage.newPerson({ width: 1440, colorScheme: 'dark' })
  await wide.open(held.invitation)
  await seen(wide.page.locator('[data-photo] img'))
  await wide.shoot('photo-invitation-wide')
})

test('R224c the poster is one sheet, with a photo or without, on each paper', async () => {
  const olivia = await host()
  const held = await event(olivia, roles, { name: 'Evening by the lake', location: 'Boathouse 4' })
  const organizer = await stage.newPerson({ token: olivia.token })
  const { page } = organizer
  await organizer.open(`/event/${held.eventId}`)
  await page.getByRole('link', { name: 'Poster' }).click()
  const poster = page.getByRole('article', { name: 'Poster' })
  await seen(poster.getByText('Boathouse 4'))
  await seen(poster.getByText(/\/e\/[A-Z2-9]{8}/))
  const sheets = async () => {
    const pages = await printed(page)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Evening by the lake')
  }
  await sheets()
  await photo(olivia, held, await jpeg(1600, 900))
  await seen(poster.locator('img'))
  for (const paper of ['Letter', 'A5', 'A4']) {
    await page.getByRole('radio', { name: paper }).check({ force: true })
    await organizer.shoot(`poster-${paper}`)
  }
  await sheets()
})

test.each([
  ['light', 390],
  ['dark', 1440],
] as const)(
  'R224 a person’s picture is chosen in the profile, stands beside their name on the invitation, live, and is taken back (%s, %i px)',
  async (colorScheme, width) => {
    const olivia = await host()
    const held = await event(olivia, roles, { name: 'Evening by the lake', hostName: 'Olivia Park' })
    const [me, guest] = [
      await stage.newPerson({ token: olivia.token, width, colorScheme }),
      await stage.newPerson({ width, height: 844, colorScheme }),
    ]
    const { page } = me
    await me.open('/profile')
    const file = page.getByLabel('Picture file')
    const choose = async (bytes: Buffer<ArrayBuffer>) => {
      await page
        .getByRole('button', { name: /picture/ })
        .first()
        .click()
      await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: bytes })
      await seen(page.getByRole('slider', { name: 'Zoom' }))
    }
    await choose(await jpeg(600, 400))
    await me.shoot(`face-crop-${width}`)
    await button(page, 'Use this picture').click()
    await seen(page.getByText('Picture saved'))
    await me.shoot(`face-profile-${width}`)
    await guest.open(held.invitation)
    const face = guest.page.locator('img[src*="-96.jpg"]')
    await seen(face)
    await guest.shoot(`face-invitation-${width}`)
    const before = await face.getAttribute('src')
    await choose(await jpeg(400, 600))
    await button(page, 'Use this picture').click()
    await expect.poll(() => face.getAttribute('src')).not.toBe(before)
    await button(page, 'Undo').click()
    await expect.poll(() => face.getAttribute('src')).toBe(before)
    await page.getByRole('button', { name: 'Change your picture' }).click()
    await button(page, 'Remove picture').click()
    await gone(face)
    await seen(guest.page.getByText('OP', { exact: true })) // initials again
  },
)
