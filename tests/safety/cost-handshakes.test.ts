// What a socket's handshake leaves behind: however much came with it, an idle socket costs about what a plain one does.
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket as Connection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { budget, limitConnections, limitFrames } from '#server/edge/live/budget.ts'
import { bytesOf, tokensOf } from '#server/edge/live/handshake.ts'
import * as cookies from '#server/people/identity/cookies.ts'
import { hostileHandshakes, type Idle, nestedHandshake, openIdle, plainHandshake } from '../kit/hostile/idle-sockets.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { openWorld } from '../kit/world/world.ts'

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
const settle = async () => {
  await wait(200)
  for (let round = 0; round < 3; round++) {
    collect()
    await wait(20)
  }
}
const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external

/** What one of so many idle sockets takes, in kB, both ends of it together. */
async function weigh(url: string, idle: Idle, count = 300) {
  const sockets: Connection[] = []
  const open = async (some: number) => {
    for (let n = 0; n < some; n++) sockets.push(await openIdle(url, idle))
    await settle()
    return used()
  }
  const before = await open(50) // what is made once is made
  const after = await open(count)
  const left = sockets.filter(({ destroyed, closed }) => !destroyed && !closed).length
  for (const socket of sockets) socket.destroy()
  await settle()
  return { kilobytes: (after - before) / count / 1024, left }
}

test('R119e a socket keeps two short texts and the proofs that verify of its handshake: a hostile one weighs about what a plain one does, whichever cookies it brings', async () => {
  // Every kind of cookie that there may be many of is tried.
  const named = Object.entries(cookies).filter(([name]) => name.endsWith('Cookie')) as [string, (id: string, url: string) => string][]
  const kinds = named.flatMap(([, name]) => /_([a-z]+)_0$/.exec(name('0', 'http://x.test'))?.[1] ?? [])
  expect(Object.keys(hostileHandshakes).sort()).toEqual(kinds.sort())
  const world = await openWorld()
  const url = await world.address()
  const plain = await weigh(url, plainHandshake)
  for (const [kind, idle] of Object.entries(hostileHandshakes)) {
    const hostile = await weigh(url, idle)
    expect([kind, plain.left, hostile.left]).toEqual([kind, 350, 350])
    expect(hostile.kilobytes, kind).toBeLessThan(plain.kilobytes + 6)
  }
})

test('R119 control: a server that keeps its handshakes is found to by the same scales', async () => {
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'] })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void io.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const [plain, nested] = [await weigh(url, plainHandshake), await weigh(url, nestedHandshake, 100)]
  expect(nested.kilobytes).toBeGreaterThan(plain.kilobytes + 100)
})

test('R119e a handshake with anything but two tokens is refused, and its connection ends', async () => {
  const world = await openWorld()
  const url = await world.address()
  const ends = (idle: Idle) =>
    openIdle(url, idle).then(
      (socket) =>
        new Promise<string>((ended) => {
          socket.once('close', () => ended('ended'))
          setTimeout(ended, 3_000, 'open')
        }),
    )
  const others = ['40{"other":1}', '40{"token":"x","pid":"x"}', '40{"constructor":{}}', '40[]', ...nestedHandshake.packets]
  for (const packet of others)
    expect([packet.toString().slice(0, 30), await ends({ packets: [packet] })]).toEqual([expect.anything(), 'ended'])
  const open = await openIdle(url, { packets: ['40{"token":"x"}'] })
  await wait(300)
  expect(open.closed).toBe(false)
  open.destroy()
})

test('R119 of auth no more is taken than two texts of a token’s length', () => {
  expect(tokensOf({ token: 'a', organizerToken: 'b' })).toEqual({ token: 'a', organizerToken: 'b' })
  expect(tokensOf({})).toEqual({ token: undefined, organizerToken: undefined })
  expect(tokensOf({ token: 'x'.repeat(501), organizerToken: {} })).toEqual({ token: '', organizerToken: '' })
  for (const auth of [null, 'x', 1, [], ['token'], { token: 'a', more: '' }, { offset: 1 }]) expect(tokensOf(auth)).toBeUndefined()
  expect(bytesOf({ address: '', proofs: new Map([['a', 'xyz']]), token: 'ab', organizerToken: 'c' })).toBe(6)
})

test('R119 a connection is one socket, however often it asks to be; and no packet comes in parts', async () => {
  const world = await openWorld()
  const url = await world.address()
  const isEnded = async (packets: Idle['packets']) => {
    const socket = await openIdle(url, { packets })
    await expect.poll(() => [packets[1], socket.closed]).toEqual([packets[1], true])
  }
  await isEnded(Array<string>(50).fill('40'))
  await isEnded(['40', '451-["watch",{"_placeholder":true,"num":0}]'])
  await isEnded(['40', Buffer.from('parts')])
  const http = openRawHttp(url)
  const { text } = await http.send({ method: 'GET', path: '/socket.io/?EIO=4&transport=polling' })
  const path = `/socket.io/?EIO=4&transport=polling&sid=${/"sid":"([^"]+)"/.exec(text)?.[1]}`
  await http.send({ method: 'POST', path, body: Array(500).fill('40').join('\u001e') })
  expect((await http.send({ method: 'GET', path })).status).toBe(400)
})

test('R119 the second time a connection asks to be a socket it is cut, before another one is made: 900 times fit into one poll', () => {
  const connection = Object.assign(new EventEmitter(), { transport: { socket: {} }, cuts: 0, close: () => void connection.cuts++ })
  limitFrames(connection as never)
  const cutsAfter = (data: string) => {
    connection.emit('packet', { type: 'message', data })
    return connection.cuts
  }
  expect(['0{}', '2["unwatch","x"]', '0'].map(cutsAfter)).toEqual([0, 0, 1])
})

test('R119 a message in thousands of parts is not kept: no page sends one in parts', async () => {
  const world = await openWorld()
  const url = `${(await world.address()).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  socket.on('error', () => {})
  await new Promise((opened) => socket.once('open', opened))
  const ended = new Promise<number>((known) => socket.once('close', known))
  for (let part = 0; part < 10; part++) socket.send('4', { fin: false })
  expect(await ended).toBe(1008)
})

/** Connections of one address, and how many bytes each keeps; says which are cut. */
function holding(allowed: Partial<Parameters<typeof limitConnections>[0]>) {
  const limits = { ...budget, socketsPerAddress: 100, handshakeBytesPerAddress: 1e9, handshakeBytesOfAll: 1e9, ...allowed }
  const hold = limitConnections(limits)
  const connect = () => {
    const connection = Object.assign(new EventEmitter(), { isCut: false, transport: { socket: {} }, close: () => {} })
    connection.close = () => {
      connection.isCut = true
      connection.emit('close')
    }
    return connection
  }
  return (address: string, bytes: number, connection = connect()) => {
    hold(connection as never, address, bytes)
    return connection
  }
}

test('R119 what is kept of handshakes has a budget for each address and for all; what ends gives it back', () => {
  const each = holding({ handshakeBytesPerAddress: 100 })
  const first = each('a', 60)
  expect([each('a', 50).isCut, each('b', 90).isCut, first.isCut]).toEqual([true, false, false])
  each('a', 90, first) // its tokens have come
  expect([first.isCut, each('a', 20).isCut]).toEqual([false, true])
  first.close()
  expect(each('a', 100).isCut).toBe(false)
  const all = holding({ handshakeBytesOfAll: 100 })
  const one = all('a', 60)
  expect([all('b', 41).isCut, all('c', 40).isCut]).toEqual([true, false])
  one.close()
  expect(all('d', 60).isCut).toBe(false)
})
