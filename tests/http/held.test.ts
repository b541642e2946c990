// What connections make the process hold (R243): each budget is filled, and again with the budget taken away.
import { EventEmitter } from 'node:events'
import { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBodies, type Hold, largeBodies, pictureBodies } from '#server/edge/http/bodies.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { make } from '#server/edge/http/pages/sheet.ts'
import { budget } from '#server/edge/live/budget.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { Held, holding, lookEveryMs, slowMs } from '#server/people/live/budgets.ts'
import { frameOf, openIdle, plainHandshake } from '../kit/hostile/idle-sockets.ts'
import { allow } from '../kit/world/allow.ts'
import { openWorld } from '../kit/world/world.ts'

interface Line {
  readonly socket: Socket
  readonly said: () => string
  readonly ended: Promise<string>
}
/** A connection by hand, with what it has been told once it is over. */
function dial(url: string, first = ''): Promise<Line> {
  const { hostname, port } = new URL(url)
  let said = ''
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const ended = new Promise<string>((over) => socket.on('error', () => {}).on('close', () => over(said)))
  socket.on('data', (part) => (said += part.toString('latin1')))
  socket.on('end', () => socket.end())
  return new Promise((open) => socket.once('connect', () => (socket.write(first), open({ socket, said: () => said, ended }))))
}
const count = (text: string, word: string) => text.split(word).length - 1
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

test('R243 of requests on one connection 16 are under way, and answered in turn; with more it ends', async () => {
  const url = await (await openWorld()).address()
  const few = await dial(url, get('/api/health').repeat(holding.requests.ofOne))
  await expect.poll(() => count(few.said(), 'HTTP/1.1 200')).toBe(16)
  few.socket.write(get('/api/health'))
  await expect.poll(() => count(few.said(), 'HTTP/1.1 200')).toBe(17)
  expect(count(await (await dial(url, get('/api/health').repeat(300))).ended, 'HTTP/1.1 200')).toBeLessThan(17)
})

test('R243 control: where more may be under way, 300 are', async () => {
  allow(holding.requests, { ofOne: Infinity })
  const { said } = await dial(await (await openWorld()).address(), get('/api/health').repeat(300))
  await expect.poll(() => count(said(), 'HTTP/1.1 200')).toBe(300)
})

const bundle = '/api/docs/swagger-ui-bundle.js'
/** Asks for a megabyte and a half as often as it may, and reads nothing. */
async function deaf(url: string) {
  const line = await dial(url)
  line.socket.pause()
  line.socket.write(get(bundle).repeat(holding.requests.ofOne))
  return line
}
const megabyte = 1_048_576

test.each([
  ['of one connection', { ofOne: megabyte }],
  ['of an address', { ofAddress: megabyte }],
  ['in all', { ofAll: megabyte }],
])('R243 answers that nobody reads wait up to a budget %s, then the connection ends; who reads gets all', async (_, change) => {
  allow(holding.unread, change)
  const url = await (await openWorld()).address()
  const whole = (await (await fetch(`${url}${bundle}`)).arrayBuffer()).byteLength
  const { socket, ended } = await deaf(url)
  await expect.poll(() => (socket.resume(), socket.pause(), socket.readyState)).not.toBe('open')
  socket.resume()
  expect((await ended).length).toBeLessThan(holding.requests.ofOne * whole)
})

test('R243 control: without that budget all of it waits for as long as it is asked to', async () => {
  allow(holding.unread, { ofOne: Infinity, ofAddress: Infinity, ofAll: Infinity })
  const url = await (await openWorld()).address()
  const whole = (await (await fetch(`${url}${bundle}`)).arrayBuffer()).byteLength
  const { socket, said } = await deaf(url)
  for (let nth = 0; nth < 5; nth++) expect((await (await fetch(`${url}${bundle}`)).arrayBuffer()).byteLength).toBe(whole)
  socket.resume()
  await expect.poll(() => said().length).toBeGreaterThan(holding.requests.ofOne * whole)
})

test('R243a what is the same for everybody is sent as it is kept, without a copy for each request', async () => {
  const world = await openWorld()
  const files = { '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': [], '/rsvp/own': [], '/': [], '/pricing': [] }
  const stock = { page: '<html><head><title>x</title></head><body><div id="root"></div></body></html>', style: '', files }
  const print = async (sheet: Parameters<typeof make>[1]) => make(stock, sheet)
  mountPages(world.app, world.services, { stock, print, countCall: countNothing, hops: 0, log: pino({ level: 'silent' }) })
  const { groupId } = await world.event(await world.person('ada'))
  const url = await world.address()
  const sent: unknown[] = []
  const real = ServerResponse.prototype.end
  const end = vi.spyOn(ServerResponse.prototype, 'end').mockImplementation(function (
    this: ServerResponse,
    ...given: Parameters<typeof real>
  ) {
    sent.push(given[0])
    return real.apply(this, given)
  } as never)
  onTestFinished(() => end.mockRestore())
  for (const path of [bundle, '/api/docs', '/api/openapi.json', '/og/rolecall.png', `/rsvp/${groupId}`, '/'])
    for (const packing of ['gzip', 'br', 'identity']) {
      sent.length = 0
      for (let nth = 0; nth < 2; nth++) await (await fetch(`${url}${path}`, { headers: { 'accept-encoding': packing } })).arrayBuffer()
      expect([path, packing, sent[0] instanceof Uint8Array, sent[0] === sent[1]]).toEqual([path, packing, true, true])
    }
})
const post = (path: string, how: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${how}\r\n\r\n`
const check = '/api/rsvp/verify-code'
/** A body that has begun. */
const begun: readonly (readonly [how: string, bytes: (length: number) => string])[] = [
  ['chunked', (length) => `${post(check, 'transfer-encoding: chunked')}${length.toString(16)}\r\n${' '.repeat(length)}\r\n`],
  ['with its length', (length) => `${post(check, 'content-length: 250000')}${' '.repeat(length)}`],
  ['short', (length) => `${post(check, 'content-length: 16000')}${' '.repeat(Math.min(length, 15_000))}`],
]

test.each(begun)(
  'R243 bodies that come in, %s, are held up to a budget; the one that takes longest is told to come back',
  async (_, bytes) => {
    allow(holding.bodies, { ofAddress: 20_000 })
    const url = await (await openWorld()).address()
    const first = await dial(url, bytes(15_000))
    await dial(url, bytes(15_000))
    expect(await first.ended).toMatch(/^HTTP\/1.1 503 [\s\S]*"code":"busy"/)
    const short = await fetch(`${url}${check}`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
    expect(short.status).toBe(400)
  },
)

test.each(begun)('R243 control: without that budget ten bodies, %s, come in, and none of them is told to come back', async (how, bytes) => {
  allow(holding.bodies, { ofOne: Infinity, ofAddress: Infinity, ofAll: Infinity })
  const url = await (await openWorld()).address()
  const lines: Line[] = []
  for (let nth = 0; nth < 10; nth++) lines.push(await dial(url, bytes(15_000)))
  const rest = { chunked: '0\r\n\r\n', 'with its length': ' '.repeat(235_000), short: ' '.repeat(1_000) }[how] ?? ''
  for (const { socket } of lines) socket.write(rest)
  for (const { said } of lines) await expect.poll(said).toMatch(/^HTTP\/1.1 400 /)
})

test('R243 a body that was answered counts no more', async () => {
  allow(holding.bodies, { ofAddress: 20_000 })
  const url = await (await openWorld()).address()
  for (let nth = 0; nth < 5; nth++) {
    const { status } = await fetch(`${url}${check}`, {
      method: 'POST',
      body: ' '.repeat(15_000),
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(400)
  }
})

test('R243, R224 of pictures that come in an address has two under way, and all have six; one that ends makes room', () => {
  const hold = createBodies(pictureBodies)
  const first = hold('a')
  hold('a')
  expect(() => hold('a')).toThrow('busy')
  first()
  for (const address of ['a', 'b', 'b', 'c', 'c']) hold(address)
  expect(() => hold('d')).toThrow('busy')
})

test('R243 control: where more may come in, an address has a hundred large bodies or pictures under way', () => {
  for (const budget of [largeBodies, pictureBodies]) {
    const fill = (hold: Hold) => Array.from({ length: 100 }, () => hold('a'))
    expect(() => fill(createBodies(budget))).toThrow('busy')
    expect(fill(createBodies({ ofAddress: Infinity, ofAll: Infinity }))).toHaveLength(100)
  }
})

test('R243 a connection that was refused ends, also one whose other end never does', async () => {
  const { hostname, port } = new URL(await (await openWorld()).address())
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.resume().write('BROKEN\r\n\r\n')
  await expect.poll(() => (socket.write('x'), socket.destroyed)).toBe(true)
})

test('R243 an address has so many connections on which it asks nothing; the longest silent one ends, those that ask and websockets go on', async () => {
  allow(holding.silent, { ofAddress: 3 })
  const url = await (await openWorld()).address()
  const websocket = await openIdle(url, plainHandshake)
  onTestFinished(() => void websocket.destroy())
  const asking = await dial(url, `${post(check, 'content-length: 10')}{`)
  // Those of one address are read in their order: once this is answered, what asks was read.
  await (await dial(url, 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).ended
  const all = [await dial(url), await dial(url, 'GET / HTTP/1.1\r\n'), await dial(url)]
  await dial(url)
  await all[0]?.ended
  await dial(url)
  await all[1]?.ended
  expect([asking.socket.destroyed, all[2]?.socket.destroyed, websocket.destroyed]).toEqual([false, false, false])
  asking.socket.write(' '.repeat(9))
  await expect.poll(() => count(asking.said(), 'HTTP/1.1 400')).toBe(1)
})

test.each([true, false])('R243 behind a proxy silent connections count in all, and not by address (control: %s)', async (isOn) => {
  allow(holding.silent, { ofAddress: 1, ofAll: isOn ? 3 : Infinity })
  const url = await (await openWorld({ hops: 1 })).address()
  const all: Line[] = []
  for (let nth = 0; nth < 4; nth++) all.push(await dial(url))
  if (isOn) await all[0]?.ended
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(all.map(({ socket }) => socket.destroyed)).toEqual([isOn, isOn, false, false])
})

test('R243 control: where an address may have more, twenty are silent and none ends', async () => {
  allow(holding.silent, { ofAddress: Infinity, ofAll: Infinity })
  const url = await (await openWorld()).address()
  const all: Line[] = []
  for (let nth = 0; nth < 20; nth++) all.push(await dial(url))
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect(all.filter(({ socket }) => socket.destroyed)).toEqual([])
})

const [ping, pong, message] = [frameOf('p'.repeat(125), 9), frameOf('p'.repeat(125), 10), frameOf('42["watch",7]')]
const frames = { pings: [ping], pongs: [pong], 'pings, pongs and messages in turn': [ping, pong, message] }
const limits = { framesPerMinute: [100, Infinity], pingsPerMinute: [Infinity, 100] } as const
test.each(
  Object.entries(limits).flatMap(([name, [framesPerMinute, pingsPerMinute]]) =>
    Object.keys(frames).flatMap((what) =>
      [true, false].map((isOn) => [name, what as keyof typeof frames, isOn, { framesPerMinute, pingsPerMinute }] as const),
    ),
  ),
)('R243 by %s, %s are counted: whoever sends more than a page ever does is cut (control: %s)', async (_, what, isOn, most) => {
  allow(budget, isOn ? most : { framesPerMinute: Infinity, pingsPerMinute: Infinity })
  const socket = await openIdle(await (await openWorld()).address(), plainHandshake)
  onTestFinished(() => void socket.destroy())
  let said = ''
  socket.on('data', (bytes) => (said += bytes.toString('latin1')))
  for (let nth = 0; nth < 300; nth++) socket.write(frames[what][nth % frames[what].length] ?? message)
  socket.write(frameOf('42999["watch",7]'))
  await expect.poll(() => (isOn ? socket.closed : said.includes('43999['))).toBe(true)
})

/** A count over connections that are none, whose time is in hand. */
function inHand() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const told: string[] = []
  const held = new Held({ hops: 0, addressOf: (remote = '') => remote, end: (_, why) => told.push(why) })
  onTestFinished(() => {
    held.close()
    vi.useRealTimers()
  })
  const connection = (remoteAddress = 'a') => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      writableLength: 0,
      destroyed: false,
      write: (bytes: number) => (socket.writableLength += bytes),
      destroy: () => {
        socket.destroyed = true
        socket.emit('close')
      },
    })
    held.add(socket as never)
    return socket
  }
  return { held, told, connection }
}

test('R243 a body that comes more slowly than any phone sends is given up after ten seconds; one that is there, or comes on, is not', () => {
  const { held, told, connection } = inHand()
  const begin = () => {
    const socket = connection() as never
    held.begin(socket, '')
    held.take(socket, Buffer.alloc(100))
    return socket
  }
  const [whole, quick] = [begin(), begin()]
  held.take(whole, null)
  for (let second = 0; second < 30; second++) {
    held.take(quick, Buffer.alloc(2_000))
    vi.advanceTimersByTime(1_000)
  }
  expect(told).toEqual([])
  begin()
  vi.advanceTimersByTime(slowMs)
  expect(told).toEqual([])
  vi.advanceTimersByTime(2 * lookEveryMs)
  expect(new Set(told)).toEqual(new Set(['request-slow']))
})

test('R243 a connection on which nothing is read for thirty seconds ends; one that reads a little goes on, and what ended counts no more', () => {
  const { held, connection } = inHand()
  const [still, slow] = [connection(), connection()]
  for (const one of [still, slow]) one.write(100_000)
  for (let second = 0; second < 40; second++) {
    slow.writableLength -= 100
    vi.advanceTimersByTime(1_000)
  }
  expect([still.destroyed, slow.destroyed, held.unread.sum()]).toEqual([true, false, slow.writableLength])
  slow.destroy()
  expect([held.unread.sum(), held.silence.sum(), held.bodies.sum()]).toEqual([0, 0, 0])
})

test.each([true, false])('R243 of all that read nothing those go first that have read nothing for the longest (control: %s)', (isOn) => {
  if (!isOn) allow(holding.unread, { ofAll: Infinity, ofAddress: Infinity })
  const { held, connection } = inHand()
  const all = Array.from({ length: 100 }, (_, nth) => connection(`address ${nth % 50}`))
  for (const one of all) one.write(holding.unread.ofOne)
  const ended = all.filter(({ destroyed }) => destroyed)
  expect([held.unread.sum() <= 67_108_864, ended.length > 50]).toEqual([isOn, isOn])
  expect(ended).toEqual(all.slice(0, ended.length))
})
