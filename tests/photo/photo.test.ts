// R224: an event's photo is written anew, kept in the store, served as what it is, and goes with what showed it.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { mostScans, scansOf } from '#server/edge/pictures/scans.ts'
import { type PictureBudget, pictureBudgets, pictures } from '#server/people/model/picture.ts'
import { flood, fromPhone, gif, html, jpeg, landscape, metadataIn, png, progressive, svg, webp, wide } from '../kit/pictures/pictures.ts'
import { hour } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada')
  return { world, ada, ...(await world.event(ada)) }
}
async function fileOf({ app }: World, path: string) {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const kept = (world: World) => world.store.find(pictures, { index: '_id', limit: 100 })

test('R224, R224a, R224c a photo is written anew in two widths of at most 120 and 50 kB, and served as a picture and nothing else', async () => {
  const { world, ada, eventId: id } = await setUp()
  for (const bytes of [await jpeg(2400, 1600), await png(), await webp()]) {
    const { event, act } = await world.ok(photoApi.set, { id, bytes }, ada)
    expect(act).toBeDefined()
    const { hash = '', blur = '', hue = 0 } = event.photo ?? {}
    expect(Buffer.from(blur, 'base64')).toHaveLength(32)
    expect(hue).toBeGreaterThan(0)
    for (const [width, most] of [
      [1600, 120_000],
      [800, 50_000],
    ] as const) {
      const { status, headers, bytes: file } = await fileOf(world, `/photo/${hash}-${width}.jpg`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/jpeg')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(file.length).toBeLessThanOrEqual(most)
      expect((await fileOf(world, `/brand/${hash}-${width}.jpg`)).status).toBe(404)
      expect(file.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    }
  }
})

test('R224 nothing of what a phone writes into a photo is left, and it stands as it was held', async () => {
  const { world, ada, eventId: id } = await setUp()
  const bytes = await fromPhone()
  expect(metadataIn(bytes)).toContain('ffe1')
  const { event } = await world.ok(photoApi.set, { id, bytes }, ada)
  const { bytes: file } = await fileOf(world, `/photo/${event.photo?.hash}-800.jpg`)
  expect(metadataIn(file)).toEqual([])
  expect(file.includes('Secret')).toBe(false)
})

test('R224 a large photo comes in over the network, and what is too large is refused before it is read', async () => {
  const { world, ada, eventId: id } = await setUp()
  const send = async (bytes: Buffer<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'image/png' }
    const body = new Uint8Array(bytes)
    return (await fetch(`${await world.address()}/api/event/${id}/photo`, { method: 'PUT', headers, body })).status
  }
  const large = await landscape(900, 600).png({ compressionLevel: 0 }).toBuffer()
  expect(large.length).toBeGreaterThan(300_000)
  expect(await send(large)).toBe(200)
  expect(await send(Buffer.alloc(9_000_000))).toBe(413)
})

test('R224 what is no PNG, JPEG or WebP is refused by its bytes, whatever it says it is', async () => {
  const { world, ada, eventId: id } = await setUp()
  for (const bytes of [svg, html, gif, Buffer.alloc(0), Buffer.from('BM')])
    expect(await world.no(photoApi.set, { id, bytes }, ada)).toEqual([
      415,
      'picture-type-unknown',
      'Please choose a PNG, JPEG or WebP picture.',
    ])
  const asPage = { ...ada, headers: { 'content-type': 'text/plain' } }
  expect((await world.no(photoApi.set, { id, bytes: await jpeg(99, 99) }, asPage))[1]).toBe('picture-type-unknown')
  expect(await kept(world)).toEqual([])
})

test('R224 a picture that is cut off or made up is refused; one with more behind it is written without that', async () => {
  const { world, ada, eventId: id } = await setUp()
  const whole = await png(400, 300)
  const broken = [whole.subarray(0, whole.length / 2), Buffer.concat([whole.subarray(0, 8), html]), (await jpeg()).subarray(0, 2_000)]
  for (const bytes of broken) expect((await world.no(photoApi.set, { id, bytes }, ada)).slice(0, 2)).toEqual([400, 'picture-broken'])
  const { event } = await world.ok(photoApi.set, { id, bytes: Buffer.concat([await jpeg(400, 300), html]) }, ada)
  const { bytes: file } = await fileOf(world, `/photo/${event.photo?.hash}-1600.jpg`)
  expect(file.includes('script')).toBe(false)
})

test('R224 more than 8 MB, or than 40 megapixels in however few bytes, is refused', async () => {
  const { world, ada, eventId: id } = await setUp()
  const tooLarge = Buffer.concat([await jpeg(99, 99), Buffer.alloc(8 * 1_048_576)])
  expect(await world.no(photoApi.set, { id, bytes: tooLarge }, ada)).toEqual([
    413,
    'picture-too-large',
    'This picture is too large. Please choose one of at most 8 MB.',
  ])
  expect((await world.no(photoApi.set, { id, bytes: flood(20_000, 20_000) }, ada)).slice(0, 2)).toEqual([413, 'picture-pixels'])
})

test('R224b a JPEG that has to be gone through again and again is refused before it is; whatever looks like it behind its end or in its metadata is none', async () => {
  const { world, ada, eventId: id } = await setUp()
  const send = async (bytes: Buffer<ArrayBuffer>) => (await world.call(photoApi.set, { id, bytes }, ada)).body.code
  const encoded = await landscape(99, 99).jpeg({ mozjpeg: true }).toBuffer()
  expect([progressive(1), progressive(mostScans), encoded].map(scansOf)).toEqual([1, mostScans, expect.toBeOneOf([4, 6, 10])])
  const mark = Buffer.from('ffda0003', 'hex')
  const marks = Buffer.concat(Array.from({ length: 2 * mostScans }, () => mark))
  const whole = progressive(mostScans)
  const within = Buffer.concat([whole.subarray(0, 2), Buffer.from([0xff, 0xe9, (marks.length + 2) >> 8, (marks.length + 2) & 255]), marks])
  for (const good of [whole, Buffer.concat([whole, marks]), Buffer.concat([within, whole.subarray(2)])])
    expect(await send(good)).toBe(undefined)
  for (const bad of [progressive(mostScans + 1), progressive(5_000)]) expect(await send(bad)).toBe('picture-broken')
})

test('R224b one that lies whole in memory until its last pass has to be smaller than one that comes line by line', async () => {
  const { world, ada, eventId: id } = await setUp()
  const send = async (bytes: Buffer<ArrayBuffer>) => (await world.call(photoApi.set, { id, bytes }, ada)).body.code
  const held = [await wide('jpeg', true), await wide('png', true)]
  for (const bytes of held) expect(await send(bytes)).toBe('picture-pixels')
  for (const bytes of [await wide('jpeg', false), await wide('jpeg', true, 2_000)]) expect(await send(bytes)).toBe(undefined)
})

test('R224b control: the decoder itself takes such a file for a picture', async () => {
  expect(await sharp(progressive(5_000)).raw().toBuffer()).toHaveLength(16 * 16 * 3)
})

test('R224, R106 a photo is told in the activity and taken back like any other change', async () => {
  const { world, ada, eventId: id, groupId } = await setUp()
  const [bytes, other] = [await jpeg(400, 300), await png(300, 300)]
  const first = await world.ok(photoApi.set, { id, bytes }, ada)
  const second = await world.ok(photoApi.set, { id, bytes: other }, ada)
  expect(second.event.photo).not.toEqual(first.event.photo)
  const { activity } = await world.ok(activityApi.list, { id: groupId }, ada)
  expect(activity[0]?.to.settings?.photo).toEqual(second.event.photo)
  await world.ok(undoApi.undo, { id: second.act ?? '' }, ada)
  expect((await world.ok(eventApi.read, { id }, {})).event.photo).toEqual(first.event.photo)
  const gone = await world.ok(photoApi.remove, { id }, ada)
  expect(gone.event.photo).toBeNull()
  await world.ok(undoApi.undo, { id: gone.act ?? '' }, ada)
  expect((await world.ok(eventApi.read, { id }, {})).event.photo).toEqual(first.event.photo)
})

test('R224a a photo goes an hour after the last event that shows it, and counts for its owner until it shows nowhere', async () => {
  const { world, ada, eventId: id } = await setUp()
  const { event } = await world.ok(photoApi.set, { id, bytes: await jpeg(400, 300) }, ada)
  const copy = await world.ok(eventApi.duplicate, { id, start: world.inDays(20) }, ada)
  expect(copy.event.photo).toEqual(event.photo)
  const used = async () => (await world.store.get(pictureBudgets, ada.userId))?.bytes
  const inUse = (await used()) ?? 0
  expect(inUse).toBeGreaterThan(1_000)
  await world.ok(photoApi.remove, { id }, ada)
  world.clock.advance(2 * hour)
  await world.runJobs()
  expect(await used()).toBe(inUse)
  expect(await kept(world)).toHaveLength(2)
  await world.ok(eventApi.remove, { id: copy.event._id }, ada)
  expect(await used()).toBe(0)
  world.clock.advance(2 * hour)
  await world.runJobs()
  expect(await kept(world)).toEqual([])
  expect((await fileOf(world, `/photo/${event.photo?.hash}-800.jpg`)).status).toBe(404)
})

test('R224a one person has so many bytes of pictures and no more', async () => {
  const { world, ada, eventId: id } = await setUp()
  const budget: PictureBudget = { _id: ada.userId, rev: 1, bytes: 49_999_000 }
  await world.store.commit([{ collection: pictureBudgets, put: budget, expectedRev: 0 }])
  expect((await world.no(photoApi.set, { id, bytes: await jpeg(400, 300) }, ada)).slice(0, 2)).toEqual([409, 'pictures-full'])
})
