// What sockets cost: watches in flight, bytes that nobody reads, frames and handshakes. None of them, however many, holds more than its budget.
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { formRoom } from '#protocol/live.ts'
import { roomRules } from '#server/app/app.ts'
import { budget } from '#server/edge/live/budget.ts'
import { holding } from '#server/people/live/budgets.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { allow } from '../kit/world/allow.ts'
import { openWorld } from '../kit/world/world.ts'

const megabyte = 1_048_576
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Bytes that are held, without what is only not yet collected. */
const inUse = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A world whose forms are as large as wanted, and which notes how many are read at once. */
async function withForms(bytes: number) {
  const counts = { made: 0, now: 0, most: 0 }
  const form: RoomRules['form'] = async (_, id) => {
    counts.made++
    counts.most = Math.max(counts.most, ++counts.now)
    await wait(1)
    counts.now--
    return { view: { _id: id, rev: 1, text: `${id}${'x'.repeat(bytes)}` } as never }
  }
  return { world: await openWorld({ rules: { ...roomRules, form } }), counts }
}

test('R119 250 watches at once of one large room are read one after the other and mostly together; each is answered, and the heap stays', async () => {
  const { world, counts } = await withForms(2 * megabyte)
  const { watch } = await world.socket()
  const before = inUse()
  let most = 0
  const look = setInterval(() => (most = Math.max(most, inUse() - before)), 50)
  const answers = await Promise.all(Array.from({ length: 250 }, () => watch('form:x:none')))
  clearInterval(look)
  expect(counts.most).toBe(1)
  // One reading for the first frame that came, and one for each lot of frames that came while another was made.
  expect(counts.made).toBeLessThanOrEqual(5)
  expect(answers.filter((one) => 'view' in one).length).toBeLessThanOrEqual(1 + (counts.made - 1) * budget.askedTogether)
  expect(new Set(answers.map((one) => ('view' in one ? 'view' : one.code)))).toEqual(new Set(['view', 'busy']))
  expect(most).toBeLessThan(200 * megabyte)
})

test('R119 control: 50 sockets are 50 watches in flight, and that is seen', async () => {
  const { world, counts } = await withForms(10)
  const sockets = await Promise.all(Array.from({ length: 50 }, () => world.socket()))
  await Promise.all(sockets.map(({ watch }) => watch('form:x:none')))
  await Promise.all(sockets.map(({ watch }) => watch('form:y:none')))
  expect(counts.made).toBe(100)
  expect(counts.most).toBeGreaterThan(5)
})

test('R119 a socket’s further rooms wait their turn, 50 of them, and all are opened; the next one is told to come back', async () => {
  const { world, counts } = await withForms(10)
  const { watch, socket } = await world.socket()
  await watch('form:0:none')
  socket.emit('unwatch', 'form:0:none')
  const answers = await Promise.all(Array.from({ length: 60 }, (_, nth) => watch(`form:${nth}:none`)))
  expect(answers.filter((one) => 'view' in one)).toHaveLength(50)
  expect(counts.most).toBe(1)
})

test('R119 a room that is left while it is being entered is left', async () => {
  const { world } = await withForms(10)
  const { watch, socket, heard } = await world.socket()
  const asked = watch('form:x:none')
  socket.emit('unwatch', 'form:x:none')
  await asked
  await watch('form:y:none')
  const live = await world.live()
  for (const room of ['form:x:none', 'form:y:none'] as const)
    live.publish({ room, name: 'form', id: 'x', view: () => ({ _id: room, rev: 2 }) } as never)
  await expect.poll(() => heard.map(({ view }) => view._id)).toEqual(['form:y:none'])
})

/** A watch whose one reading takes until `go`; what is told meanwhile must reach the socket in one way or the other. */
async function heldOpen(during: (world: Awaited<ReturnType<typeof openWorld>>, groupId: string) => Promise<unknown>) {
  let [go, made] = [() => {}, 0]
  const form: RoomRules['form'] = async (services, id, caller) => {
    const shown = await roomRules.form(services, id, caller)
    if (made++ === 0) await new Promise<void>((free) => (go = free))
    return shown
  }
  const world = await openWorld({ rules: { ...roomRules, form } })
  const { groupId, eventId } = await world.event(await world.person('ada'))
  const { watch, seen } = await world.socket()
  const asked = watch(formRoom(groupId, eventId))
  await expect.poll(() => made).toBe(1)
  await during(world, groupId)
  await wait(100)
  go()
  const answer = await asked
  await wait(100)
  const newest = Math.max(...seen('form').map(({ rev }) => rev), 'view' in answer ? (answer.view as { rev: number }).rev : 0)
  return { made, newest }
}

test('R119 L1 a view is made once for a watch, and once more only if something was told in between, which then isn’t lost', async () => {
  expect(await heldOpen(async () => {})).toMatchObject({ made: 1 })
  let replied = 0
  const { made, newest } = await heldOpen(async (world, groupId) => {
    replied = (await world.answer(groupId, world.proven('guest@guests.test', groupId))).body.form.rev
  })
  expect([made, newest]).toEqual([2, replied])
})

/** So many sockets that ask for a form of 1 MB again and again and never read. Gives how much memory they came to hold, and how many were cut. */
async function slowReaders(count: number) {
  allow(holding.unread, { ofOne: Infinity, ofAddress: Infinity, ofAll: Infinity }) // it would cut them first
  const { world } = await withForms(megabyte)
  const url = (await world.address()).replace('http', 'ws')
  await world.socket()
  const before = inUse()
  let cut = 0
  const readers = Array.from({ length: count }, (_, nth) => {
    const reader = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`)
    reader.on('error', () => {})
    reader.on('close', () => cut++)
    reader.on('message', (message: Buffer) => {
      if (String(message).startsWith('0')) reader.send('40')
      if (!String(message).startsWith('40')) return
      for (let times = 0; times < 20; times++) reader.send(`42${times}["watch","form:${nth}.${times}:none"]`)
      reader.pause()
    })
    return reader
  })
  onTestFinished(() => {
    for (const reader of readers) reader.terminate()
  })
  await wait(4_000)
  const held = inUse() - before
  // Somebody who does read is served all the same.
  const { watch } = await world.socket()
  expect(await watch('form:z:none')).toHaveProperty('view')
  return { held, cut }
}

// The sockets themselves cost about 7 MB, and the kernel takes the first views of each.
const [allowed, held] = [4 * megabyte, 18 * megabyte]

test('R119 50 sockets that read nothing hold no more than the budget of all, and somebody who reads is served', async () => {
  allow(budget, { bytesOfAll: allowed })
  const seen = await slowReaders(50)
  expect(seen.held).toBeLessThan(held)
  expect(seen.cut).toBeLessThan(50)
})

test('R119 control: without that budget they hold a view each, and that is seen', async () => {
  allow(budget, { bytesOfAll: Infinity })
  expect((await slowReaders(50)).held).toBeGreaterThan(held)
})

test('R119 a socket that reads nothing for half a minute is cut, and so is one that sends 1,000 frames a minute', async () => {
  allow(budget, { stillMs: 100 })
  const { world } = await withForms(8 * megabyte)
  const url = `${(await world.address()).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const ends: string[] = []
  const open = (name: string, send: (socket: WebSocket) => void) => {
    const socket = new WebSocket(url)
    socket.on('error', () => {})
    socket.on('close', () => ends.push(name))
    socket.on('message', (message: Buffer) => {
      if (String(message).startsWith('0')) socket.send('40')
      if (String(message).startsWith('40')) send(socket)
    })
    onTestFinished(() => socket.terminate())
    return socket
  }
  open('quiet', () => {})
  const slow = open('slow', (socket) => {
    socket.send('420["watch","form:x:none"]')
    socket.pause()
  })
  open('loud', (socket) => {
    for (let frame = 0; frame <= budget.framesPerMinute; frame++) socket.send('42["unwatch","x"]')
  })
  await expect.poll(() => ends).toContain('loud')
  await wait(6_000)
  slow.resume()
  await expect.poll(() => ends.toSorted()).toEqual(['loud', 'slow'])
})

test('R119 handshakes and watches count for the address, as calls do: also behind a proxy', async () => {
  const world = await openWorld({ rateLimits: true, hops: 1 })
  const url = `${await world.address()}/socket.io/?EIO=4&transport=polling`
  const ask = async (address: string) => (await fetch(url, { headers: { 'x-forwarded-for': address } })).status
  const answers: number[] = []
  for (let round = 0; round < 62; round++) answers.push(...(await Promise.all(Array.from({ length: 50 }, () => ask('203.0.113.7')))))
  expect(answers.filter((status) => status === 200)).toHaveLength(3_000)
  expect(await ask('203.0.113.8')).toBe(200)
})
