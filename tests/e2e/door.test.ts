// Long: an organizer makes a phone, a helper pairs theirs, scans a pass off a faked camera and finds guests by name.
// The door of an event, from the options of its page to a guest who is let in (R182 to R188).

import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { doorApi } from '#protocol/seats/door/door.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { button, heading } from './acts.ts'
import { openStage, type Person, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

/** What the camera of this phone sees from now on: a code at 3 pixels a module, blurred once. */
const holdUp = (phone: Person, text: string) =>
  phone.page.evaluate((rows) => Object.assign(window, { heldUp: rows }), encode(text, { ecc: 'M', border: 4 }).data)

/** Gives the phone a camera: a picture that is drawn anew all the time. */
const fakeCamera = (phone: Person) =>
  phone.context.addInitScript(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 320, height: 240 })
    const draw = () => {
      const pen = canvas.getContext('2d')
      const rows = (window as unknown as { heldUp?: boolean[][] }).heldUp ?? []
      if (!pen) return
      pen.filter = 'none'
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, 320, 240)
      pen.fillStyle = '#000'
      pen.filter = 'blur(0.6px)'
      for (const [y, row] of rows.entries()) for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(40 + x * 3, 20 + y * 3, 3, 3)
    }
    setInterval(draw, 100)
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => canvas.captureStream(10) } })
  })

/** An event with a guest who has a pass, and a way to make phones for its doors. */
async function openEvent() {
  const { host, event, answer } = openSeed(stage)
  const olivia = await host()
  const held = await event(olivia, [{ name: 'Guest', max: 20 }], { name: 'Open stage night', start: minutes(30), end: minutes(150) })
  const cookie = await answer(held, 'Gina Gast', ['Guest'])
  await answer(held, 'Zoë Brâncuși', ['Guest'])
  await answer(held, 'Nora Nein', null)
  const form = await fetch(`${stage.server.url}/api/rsvp/form/${held.groupId}`, { headers: { cookie } }).then((one) => one.json())
  const pass = rsvpApi.form.reply.parse(form).rsvp?.passes?.[0]?.url ?? ''
  const send = (path: string, body: object) =>
    fetch(`${stage.server.url}/api/door/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${olivia.token}` },
      body: JSON.stringify(body),
    })
  const makePhone = async (name: string) => doorApi.makePhone.reply.parse(await (await send(`${held.eventId}/phones`, { name })).json())
  /** The organizer lets somebody in at the same time, elsewhere. */
  const letIn = async (scanned: string) => {
    const reply = await send(`${held.eventId}/scans`, { scans: [{ scanId: crypto.randomUUID(), pass: scanned }] })
    return doorApi.scan.reply.parse(await reply.json()).results[0]?.result
  }
  return { olivia, held, pass, makePhone, letIn }
}

test('R182 to R188 a helper pairs a phone, scans a pass, and finds a guest by name', async () => {
  const { olivia, held, pass } = await openEvent()

  const desk = await stage.newPerson({ width: 1440, token: olivia.token })
  await desk.open(`/event/${held.eventId}`)
  await button(desk.page, 'Options').click()
  await desk.page.getByRole('menuitem', { name: 'Door', exact: true }).click()
  await desk.page.getByLabel('Another phone').fill('North door')
  const making = desk.page.waitForResponse((one) => one.url().endsWith('/phones') && one.request().method() === 'POST')
  await button(desk.page, 'Make a link').click()
  const { link } = doorApi.makePhone.reply.parse(await (await making).json())
  await seen(desk.page.getByLabel('Link for North door, as a QR code'))
  await desk.shoot('door-phones-1440')

  const phone = await stage.newPerson({ width: 390, height: 844, colorScheme: 'dark' })
  await fakeCamera(phone)
  const { pathname, hash } = new URL(link)
  await phone.open(`${pathname}${hash}`)
  await seen(heading(phone.page, 'Use this phone at the door?'))
  await phone.shoot('door-pair-390-dark')
  await button(phone.page, 'Pair this phone').click()
  await seen(phone.page.getByText('0 inside, 0 came'))
  await phone.shoot('door-390-dark')

  await button(phone.page, 'Scan passes').click()
  await holdUp(phone, pass)
  await seen(phone.page.locator('[data-result=ok]', { hasText: 'Gina Gast' }))
  await seen(phone.page.getByText('1 inside, 1 came'))
  await phone.shoot('door-ok-390-dark')
  await holdUp(phone, 'https://elsewhere.test/a-code-of-somebody-else')
  await seen(phone.page.locator('[data-result=unknown]'))
  await holdUp(phone, '')
  await button(phone.page, 'Close the camera').click()

  const field = phone.page.getByLabel('Find a guest, or scan here')
  await field.fill('zo')
  await button(phone.page, 'In: Zoë Brâncuși').click()
  await seen(phone.page.getByText('2 inside, 2 came'))
  await field.fill(pass)
  await field.press('Enter')
  await seen(phone.page.locator('[data-result=again]'))
  await phone.shoot('door-again-390-dark')
  await button(phone.page, 'Out: Gina Gast').click()
  await seen(phone.page.getByText('1 inside, 2 came'))
  await button(phone.page, 'Undo').click()
  await seen(phone.page.getByText('2 inside, 2 came'))
  await button(phone.page, 'In: Nora Nein').click()
  await seen(phone.page.locator('[data-result=declined]'))
  await button(phone.page, 'Let in anyway').click()
  await seen(phone.page.getByText('3 inside, 3 came'))

  await desk.page.keyboard.press('Escape')
  await button(desk.page, 'Options').click()
  await desk.page.getByRole('menuitem', { name: 'Door', exact: true }).click()
  await button(desk.page, 'Cut off North door').click()
  // Nobody touches the phone: it hears of it.
  await seen(phone.page.getByText('This phone can’t check in guests'))
  expect(await phone.page.getByText('Gina Gast').count()).toBe(0)
})

/** What lies on the disk of this phone, as a program without its key reads it. */
const onDisk = (phone: Person) =>
  phone.page.evaluate(async () => {
    const read = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('The disk can’t be read'))
      })
    const names = (await indexedDB.databases()).flatMap(({ name = '' }) => (name.startsWith('rolecall-door') ? [name] : []))
    const texts: string[] = []
    for (const name of names) {
      const db = await read(indexedDB.open(name))
      for (const store of ['parts', 'waiting'])
        for (const { data } of (await read(db.transaction(store).objectStore(store).getAll())) as { data: ArrayBuffer }[])
          texts.push(new TextDecoder('latin1').decode(data))
      const key = (await read(db.transaction('keys').objectStore('keys').get('key'))) as CryptoKey
      texts.push(`key ${key.extractable}`)
      db.close()
    }
    return texts
  })

test('R187, R189, R190, R191 a phone goes on without a network, opens again, and settles what it did; cut off, it keeps nothing', async () => {
  const { olivia, held, pass, makePhone, letIn } = await openEvent()
  const { phone: north, link } = await makePhone('North')
  const phone = await stage.newPerson({ width: 390, height: 844, colorScheme: 'dark' })
  await fakeCamera(phone)
  const { pathname, hash } = new URL(link)
  await phone.open(`${pathname}${hash}`)
  await button(phone.page, 'Pair this phone').click()
  await seen(phone.page.getByText('Not ready for a lost connection'))
  await button(phone.page, 'Scan passes').click()
  await seen(phone.page.locator('[data-ready=true]'))
  await phone.shoot('door-ready-390-dark')

  phone.expects(/Failed to load resource|ERR_INTERNET_DISCONNECTED|NetworkError/)
  await phone.context.setOffline(true)
  await holdUp(phone, pass)
  await seen(phone.page.locator('[data-result=ok] [data-here]'))
  expect(await phone.page.locator('[data-result=ok]').textContent()).toContain('Gina Gast')
  await seen(phone.page.getByText('1 scan waits'))
  await phone.shoot('door-offline-390-dark')

  await phone.page.reload()
  await seen(phone.page.getByText('1 scan waits'))
  await seen(phone.page.getByText('1 inside, 1 came'))
  const field = phone.page.getByLabel('Find a guest, or scan here')
  await field.fill(pass)
  await field.press('Enter')
  await seen(phone.page.locator('[data-result=again]'))
  await field.fill(`${pass.slice(0, -3)}AAA`)
  await field.press('Enter')
  await seen(phone.page.locator('[data-result=unknown]'))
  const texts = await onDisk(phone)
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.filter((text) => /Gina|Open stage|rsvp/i.test(text))).toEqual([])
  expect(texts).toContain('key false')

  expect(await letIn(pass)).toBe('ok')
  await phone.context.setOffline(false)
  await seen(phone.page.locator('[data-mode=online]'))
  await seen(phone.page.getByText(/Let in twice: North .*, /))
  await phone.shoot('door-twice-390-dark')

  await fetch(`${stage.server.url}/api/door/${held.eventId}/phones/${north._id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${olivia.token}` },
  })
  phone.expects(/status of 404/)
  await seen(phone.page.getByText('This phone can’t check in guests'))
  expect(await onDisk(phone)).toEqual([])
})
