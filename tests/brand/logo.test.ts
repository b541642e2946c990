// R214 to R219: the logo of a brand is written anew, stands where guests see the brand, and goes with it.
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accountRoom, formRoom } from '#protocol/live.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { sizeWithin } from '#protocol/people/brand/logo.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { layout } from '#server/edge/preview/layout.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { type PictureBudget, pictureBudgets, pictures } from '#server/people/model/picture.ts'
import { brandFacts } from '#server/seats/model/event-picture.ts'
import { flood, fromPhone, gif, html, landscape, png, svg, webp } from '../kit/pictures/pictures.ts'
import { hour, minute } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

const look = { name: 'Harbor Choir', accent: '#aa3355' }

/** Ada, on Pro, with a brand and an event in it. */
async function opened() {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  await world.ok(brandApi.save, look, ada)
  const { groupId, eventId } = await world.event(ada, [{ name: 'Guest', max: 9 }], {}, { theme: 'brand' })
  const put = (bytes: Buffer<ArrayBufferLike>, as: object = ada, more: object = {}) =>
    world.call(brandApi.setLogo, { bytes: new Uint8Array(bytes), ...more }, as)
  const logo = async () => (await world.ok(brandApi.read, {}, ada)).brand?.logo ?? null
  const file = async (url: string) => {
    const response = await world.app.request(url)
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { world, ada, groupId, eventId, put, logo, file }
}
/** What kinds of parts a PNG has. */
function partsOf(file: Buffer): string[] {
  const found: string[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) found.push(file.toString('latin1', at + 4, at + 8))
  return found
}

test('R214, R215 a logo is written anew as PNG in two sizes without metadata, and served as a picture and nothing else', async () => {
  const { put, file, world, ada } = await opened()
  for (const bytes of [await png(600, 300), await webp(600, 300), await fromPhone()]) {
    const { status, body } = await put(bytes)
    expect([status, typeof body.act]).toEqual([200, 'string'])
    const { url, largeUrl, width, height } = body.brand.logo
    expect(url).not.toBe(largeUrl)
    expect(width <= 160 && height <= 80).toBe(true)
    for (const one of [url, largeUrl]) {
      expect(one).toMatch(/^\/brand\/[0-9a-f]{24}\.png$/)
      const { status: found, headers, bytes: made } = await file(one)
      expect([found, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([200, 'image/png', 'nosniff'])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(partsOf(made).filter((part) => !['IHDR', 'IDAT', 'IEND', 'PLTE', 'tRNS', 'pHYs'].includes(part))).toEqual([])
      expect(made.includes('Secret')).toBe(false)
      expect((await file(one.replace('/brand/', '/photo/'))).status).toBe(404)
    }
    expect((await file(url)).bytes.length).toBeLessThanOrEqual(20_000)
  }
  // One that is small already is one file.
  const { url, largeUrl } = (await put(await png(60, 30))).body.brand.logo
  expect(url).toBe(largeUrl)
  expect((await world.ok(brandApi.read, {}, ada)).brand?.logo).toMatchObject({ width: 60, height: 30 })
})

test('R214 what is no PNG, JPEG or WebP, too large, broken or of too many pixels is refused with its reason', async () => {
  const { put, logo } = await opened()
  for (const bytes of [svg, html, gif, Buffer.alloc(0)]) expect((await put(bytes)).body).toMatchObject({ code: 'picture-type-unknown' })
  const large = await put(Buffer.concat([await png(60, 30), Buffer.alloc(512 * 1_024)]))
  expect([large.status, large.body.error]).toEqual([413, 'This picture is too large. Please choose one of at most 512 kB.'])
  expect((await put(flood(2_100, 2_000))).body.code).toBe('picture-pixels')
  expect((await put((await png(400, 300)).subarray(0, 4_000))).body).toMatchObject({ code: 'picture-broken' })
  expect(await logo()).toBeNull()
})

test('R212, R214 a logo is for who may have a brand, once it has a name', async () => {
  const { world, ada, put } = await opened()
  const bytes = await png(60, 30)
  expect((await put(bytes, await world.person('eve', 'free'))).body.code).toBe('brand-plan-needed')
  const noName = await put(bytes, await world.person('nina', 'pro'))
  expect([noName.status, noName.body.code]).toEqual([409, 'brand-first'])
  const { orgId, owner, ann, bob } = await openChoir(world, { ann: 'admin', bob: 'member' })
  await world.ok(brandApi.save, { ...look, orgId }, owner)
  const codes: unknown[] = []
  for (const as of [ann, bob, ada]) codes.push((await put(bytes, as, { orgId })).body.code ?? 'ok')
  expect(codes).toEqual(['ok', 'member-rights', 'org-unknown'])
  expect((await world.ok(brandApi.read, { orgId }, owner)).brand?.logo).not.toBeNull()
})

test('R216, R219 it is live on open pages, stays while name and color change, and setting and removing it can be undone', async () => {
  const { world, ada, groupId, eventId, put, logo, file } = await opened()
  const [guest, own] = [await world.socket({}), await world.socket(ada)]
  await guest.watch(formRoom(groupId, eventId))
  await own.watch(accountRoom(ada.userId))
  const { act, brand } = (await put(await png(200, 100))).body
  await expect.poll(() => guest.seen('brand').at(-1)?.face?.logo).toEqual(brand.logo)
  await expect.poll(() => own.seen('ownBrand').at(-1)?.brand?.logo).toEqual(brand.logo)
  expect((await put(await png(200, 100))).body.act).toBeUndefined()
  await world.ok(brandApi.undo, { act }, ada)
  expect(await logo()).toBeNull()
  expect((await file(brand.logo.url)).status).toBe(404) // what is taken off is gone at once
  await put(await png(200, 100))
  await world.ok(brandApi.save, { ...look, accent: '#00703c' }, ada)
  expect(await logo()).toEqual(brand.logo)
  expect((await world.ok(rsvpApi.form, { groupId })).brand?.face?.logo).toEqual(brand.logo)
  const gone = await world.ok(brandApi.removeLogo, {}, ada)
  expect(gone.brand).toMatchObject({ name: look.name, logo: null })
  expect((await world.ok(brandApi.removeLogo, {}, ada)).act).toBeUndefined()
  await world.ok(brandApi.undo, { act: gone.act ?? '' }, ada)
  expect((await file(brand.logo.largeUrl)).status).toBe(200)
  const late = await world.ok(brandApi.removeLogo, {}, ada)
  world.clock.advance(minute)
  expect((await world.call(brandApi.undo, { act: late.act ?? '' }, ada)).body.code).toBe('undo-late')
})

test('R221 under a lower plan it is kept and not shown, and can be removed', async () => {
  const { world, ada, groupId, put, logo } = await opened()
  await put(await png(200, 100))
  await world.setTier(ada.userId, 'free')
  expect((await world.ok(rsvpApi.form, { groupId })).brand?.face).toBeNull()
  expect(await logo()).not.toBeNull()
  expect((await put(await png(90, 90))).body.code).toBe('brand-plan-needed')
  await world.ok(brandApi.removeLogo, {}, ada)
  expect(await logo()).toBeNull()
})

test('R217 emails about the event carry it as a hosted picture with the name as its text and a room of its own', async () => {
  const { world, groupId, put } = await opened()
  const { brand } = (await put(await png(600, 200))).body
  await world.answer(groupId, world.proven('gina@guests.test', groupId), [], { name: 'Gina' })
  await world.runJobs()
  const [email] = await readOutbox(world.services, 'gina@guests.test')
  expect(email?.html).toContain(`<img src="${world.services.publicUrl}${brand.logo.largeUrl}" width="145" height="48" alt="${look.name}"`)
  expect(sizeWithin({ width: 160, height: 20 }, { width: 80, height: 80 })).toEqual({ width: 80, height: 10 })
})

test('R216, R219 the preview picture has it beside the name, also over a photo, and is drawn anew with it', async () => {
  const { world, groupId, put } = await opened()
  const etag = async () => (await world.app.request(`/og/${groupId}.png`)).headers.get('etag')
  const before = await etag()
  await put(await png(600, 200))
  await expect.poll(etag).not.toBe(before)
  const logo = { base64: (await png(60, 20)).toString('base64'), width: 60, height: 20 }
  const photo = { base64: (await landscape(160, 84).jpeg().toBuffer()).toString('base64'), hue: 120 }
  for (const facts of [brandFacts, { ...brandFacts, photo }]) {
    expect(layout({ ...facts, logo })).toContain(`href="data:image/png;base64,${logo.base64}"`)
    expect(layout(facts)).not.toContain('data:image/png')
  }
})

test('R220, R224a an operator who takes the brand off takes the logo with it; nothing of it is kept an hour later', async () => {
  const { world, ada, put, file } = await opened()
  const { brand } = (await put(await png(600, 200))).body
  const used = async () => (await world.store.get(pictureBudgets, ada.userId))?.bytes
  expect(await used()).toBeGreaterThan(100)
  await world.ok(operatorApi.takeOffBrand, { id: ada.userId }, await world.person('operator'))
  expect((await file(brand.logo.url)).status).toBe(404)
  expect(await used()).toBe(0)
  world.clock.advance(2 * hour)
  await world.runJobs()
  expect(await world.store.find(pictures, { index: '_id', limit: 9 })).toEqual([])
})

test('R224a logos count for the budget of who owns the brand', async () => {
  const { world, ada, put } = await opened()
  const budget: PictureBudget = { _id: ada.userId, rev: 1, bytes: 49_999_999 }
  await world.store.commit([{ collection: pictureBudgets, put: budget, expectedRev: 0 }])
  expect((await put(await png(600, 200))).body).toMatchObject({ code: 'pictures-full' })
})
