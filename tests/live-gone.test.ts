// A right that ends takes the socket out of the room within a second, and nothing is told to it after that.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accessApi } from '#protocol/access.ts'
import { eventApi } from '#protocol/event.ts'
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { day } from './kit/clock.ts'
import { openWorld } from './kit/world.ts'

const canary = { name: 'Canary Bird', email: 'canary@guests.test' }
const soonMs = 1_000

const setUp = async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId, eventId } = await world.event(ada, [{ name: 'Guest', max: 20 }])
  const rooms = { group: groupRoom(groupId), form: formRoom(groupId, eventId), dashboard: dashboardRoom(ada.userId) }
  let nth = 0
  const somebodyAnswers = () => world.answer(groupId, world.proven(`g${nth++}@guests.test`, groupId), [])
  const canaryAnswers = () => world.answer(groupId, world.proven(canary.email, groupId), ['Guest'], { name: canary.name })
  return { world, ada, eventId, rooms, somebodyAnswers, canaryAnswers }
}

/** Watches, ends the right, and expects `gone` within a second and silence after it. */
async function goneAfter(setting: Awaited<ReturnType<typeof setUp>>, auth: object, end: () => unknown, room: string) {
  const watcher = await setting.world.socket(auth)
  expect(await watcher.watch(room)).toHaveProperty('view')
  await setting.somebodyAnswers()
  await watcher.hears(({ name }) => name === (room.startsWith('group') ? 'group' : 'dashboard'))
  const ended = performance.now()
  await end()
  const gone = await watcher.hears(({ name, view }) => name === 'gone' && view === room)
  expect(gone.at - ended).toBeLessThan(soonMs)
  const heard = watcher.heard.length
  await setting.canaryAnswers()
  await wait(150)
  expect(watcher.heard.slice(heard)).toEqual([])
  expect(JSON.stringify(watcher.heard)).not.toMatch(/canary/i)
  expect(await watcher.watch(room)).toHaveProperty('code')
}

test('L6, R33 by logout', async () => {
  const setting = await setUp()
  const { world, ada, rooms } = setting
  await goneAfter(setting, { token: ada.token }, () => world.ok(accessApi.logOut, {}, ada), rooms.group)
})

test('L6, R33 by logout, while another session of the same person goes on', async () => {
  const setting = await setUp()
  const { world, ada, rooms, canaryAnswers } = setting
  const other = await world.socket({ token: (await world.logIn('ada')).token })
  await other.watch(rooms.group)
  await goneAfter(setting, { token: ada.token }, () => world.ok(accessApi.logOut, {}, ada), rooms.dashboard)
  await canaryAnswers()
  await other.hears(({ view }) => view.name === canary.name)
  expect(other.seen('gone')).toEqual([])
})

test('L6, R33 by a password reset, for logins and links alike', async () => {
  const setting = await setUp()
  const { world, ada, rooms } = setting
  const [link, other] = [await world.link(ada.email), await world.socket({ token: ada.token })]
  await other.watch(rooms.group)
  await world.ok(accessApi.requestPasswordReset, { email: ada.email })
  const token = await world.tokenMailed(ada.email)
  await goneAfter(setting, link, () => world.ok(accessApi.resetPassword, { token, newPassword: 'brand new one' }), rooms.group)
  expect(other.seen('gone')).toEqual([rooms.group])
})

test('L6, R29 by the end of a magic link', async () => {
  const setting = await setUp()
  const link = await setting.world.link(setting.ada.email)
  await goneAfter(setting, link, () => setting.world.clock.advance(day), setting.rooms.group)
})

test('L6 by the end of a login, thirty days on', async () => {
  const setting = await setUp()
  const watcher = await setting.world.socket({ token: setting.ada.token })
  await watcher.watch(setting.rooms.group)
  for (let nth = 1; nth < 30; nth++) {
    setting.world.clock.advance(day)
    await wait(5)
  }
  expect(watcher.seen('gone')).toEqual([])
  setting.world.clock.advance(day)
  await watcher.hears(({ name }) => name === 'gone')
})

test('L6, R57 by the deletion of the event', async () => {
  const setting = await setUp()
  const { world, ada, eventId, rooms } = setting
  await goneAfter(setting, { token: ada.token }, () => world.ok(eventApi.remove, { id: eventId }, ada), rooms.group)
})

test('L6 unwatch ends it as well, without a word', async () => {
  const { world, ada, rooms, somebodyAnswers } = await setUp()
  const watcher = await world.socket({ token: ada.token })
  await watcher.watch(rooms.group)
  watcher.socket.emit('unwatch', rooms.group)
  await watcher.watch(rooms.form)
  await somebodyAnswers()
  await watcher.hears(({ name }) => name === 'form')
  await wait(100)
  expect(new Set(watcher.heard.map(({ name }) => name))).toEqual(new Set(['form']))
})
