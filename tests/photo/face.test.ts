// R224: a person's picture beside their name, and what operators can do with the pictures of an installation.
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { eventRoom, formRoom } from '#protocol/live.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { faceApi } from '#protocol/people/face.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { pictures } from '#server/people/model/picture.ts'
import { factsOf } from '#server/seats/model/event-picture.ts'
import { fromPhone, jpeg, metadataIn, svg } from '../kit/pictures/pictures.ts'
import { hour, minute } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId, eventId } = await world.event(ada)
  const set = async (bytes: Buffer<ArrayBufferLike>) => world.ok(faceApi.set, { bytes: new Uint8Array(bytes) }, ada)
  const form = () => world.ok(rsvpApi.form, { groupId })
  const file = async (path: string) => {
    const response = await world.app.request(path)
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { world, ada, groupId, eventId, set, form, file }
}

test('R224 a person’s picture is written anew, small, without metadata, and told to guests without who they are', async () => {
  const { world, ada, set, form, file } = await setUp()
  expect((await form()).host).toBeUndefined()
  const { user, act } = await set(await fromPhone())
  expect(act).toBeDefined()
  const { host } = await form()
  expect(host?.photo).toBe(user.photo)
  expect(JSON.stringify(await form())).not.toContain(ada.userId)
  for (const [width, most] of [
    [256, 24_000],
    [96, 6_000],
  ] as const) {
    const { status, bytes } = await file(`/photo/${user.photo}-${width}.jpg`)
    expect([status, metadataIn(bytes), bytes.length <= most]).toEqual([200, [], true])
  }
  expect((await world.no(faceApi.set, { bytes: new Uint8Array(svg) }, ada))[0]).toBe(415)
})

test('R224, R219 it changes live on open invitations, and each change can be undone for 30 seconds', async () => {
  const { world, ada, groupId, eventId, set, form, file } = await setUp()
  const first = await set(await jpeg(300, 300))
  const guest = await world.socket({})
  await guest.watch(formRoom(groupId, eventId))
  const all = await world.socket({})
  await all.watch(eventRoom(eventId))
  const second = await set(await jpeg(300, 200))
  for (const one of [guest, all]) await expect.poll(() => one.seen('host').at(-1)?.photo).toBe(second.user.photo)
  expect((await set(await jpeg(300, 200))).act).toBeUndefined()
  expect((await world.no(faceApi.undo, { act: first.act ?? '' }, ada))[1]).toBe('undo-changed')
  expect((await world.ok(faceApi.undo, { act: second.act ?? '' }, ada)).user.photo).toBe(first.user.photo)
  await expect.poll(() => guest.seen('host').at(-1)?.photo).toBe(first.user.photo)
  const gone = await world.ok(faceApi.remove, {}, ada)
  expect([gone.user.photo, (await form()).host?.photo]).toEqual([undefined, null])
  expect((await file(`/photo/${first.user.photo}-96.jpg`)).status).toBe(404)
  world.clock.advance(minute)
  expect((await world.no(faceApi.undo, { act: gone.act ?? '' }, ada))[1]).toBe('undo-late')
  expect((await world.ok(faceApi.remove, {}, ada)).act).toBeUndefined()
  world.clock.advance(2 * hour)
  await world.runJobs()
  expect(await world.store.find(pictures, { index: '_id', limit: 9 })).toEqual([])
})

test('R220, R224 operators see how much there is and whose, and take off a person’s picture and an event’s photo, logged', async () => {
  const { world, ada, eventId, set, form } = await setUp()
  const operator = await world.person('operator')
  const { user, act } = await set(await jpeg(300, 300))
  await world.ok(photoApi.set, { id: eventId, bytes: new Uint8Array(await jpeg(400, 300)) }, ada)
  const { pictures: sizes } = await world.ok(operatorApi.state, {}, operator)
  expect(sizes).toMatchObject({ isMore: false, largest: [{ owner: ada.email, bytes: sizes.bytes }] })
  expect((await world.ok(operatorApi.people, { find: ada.email }, operator)).people[0]?.photo).toBe(user.photo)
  const { events } = await world.ok(operatorApi.photos, { id: ada.userId }, operator)
  expect(events).toEqual([{ _id: eventId, name: 'Summer school', photo: (await form()).event?.photo }])
  for (const as of [ada, {}]) expect((await world.call(operatorApi.takeOffPhoto, { id: ada.userId }, as)).status).toBe(404)
  await world.ok(operatorApi.takeOffPhoto, { id: ada.userId }, operator)
  await world.ok(operatorApi.takeOffEventPhoto, { id: eventId }, operator)
  expect([(await form()).host?.photo, (await form()).event?.photo]).toEqual([null, null])
  expect((await world.ok(operatorApi.state, {}, operator)).pictures.bytes).toBe(0)
  expect((await world.no(faceApi.undo, { act: act ?? '' }, ada))[1]).toBe('activity-unknown')
  const { acts } = await world.ok(operatorApi.log, {}, operator)
  expect(acts.map((one) => [one.act, one.about])).toEqual([
    ['take-off-photo', '“Summer school”'],
    ['take-off-photo', ada.email],
  ])
  for (const [call, id] of [
    [operatorApi.takeOffPhoto, ada.userId],
    [operatorApi.takeOffEventPhoto, eventId],
  ] as const)
    expect((await world.no(call, { id }, operator))[1]).toBe('photo-unknown')
})

test('R220 nobody sees the picture of a suspended account', async () => {
  const { world, ada, set, form } = await setUp()
  await set(await jpeg(300, 300))
  await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, await world.person('operator'))
  expect((await form()).host?.photo).toBeNull()
})

test('R216 where the host has no name, the brand’s stands for it; the one they give comes first', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  await world.ok(brandApi.save, { name: 'Harbor Choir', accent: '#aa3355' }, ada)
  const { groupId, eventId } = await world.event(ada, undefined, {}, { theme: 'brand' })
  const form = () => world.ok(rsvpApi.form, { groupId })
  expect((await form()).event?.organizer).toBe('Harbor Choir')
  expect(factsOf(await form()).over).toBe('Harbor Choir')
  await world.ok(eventApi.update, { id: eventId, hostName: 'Lena Park' }, ada)
  expect((await form()).event?.organizer).toBe('Lena Park')
  await world.ok(eventApi.update, { id: eventId, hostName: '' }, ada)
  await world.setTier(ada.userId, 'free')
  expect((await form()).event?.organizer).toBe('A Rolecall organizer')
})
