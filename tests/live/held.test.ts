// What sockets make the process hold (R243): each budget is filled, and again with the budget taken away.
import { Namespace } from 'socket.io'
import { expect, onTestFinished, test, vi } from 'vitest'
import { roomRules } from '#server/app/app.ts'
import { budget } from '#server/edge/live/budget.ts'
import { parts, pongs } from '#server/edge/live/connections.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { frameOf, openIdle } from '../kit/hostile/idle-sockets.ts'
import { allow } from '../kit/world/allow.ts'
import { openWorld } from '../kit/world/world.ts'

const polling = '/socket.io/?EIO=4&transport=polling'
/** Opens a connection by polling; gives where it goes on. */
async function openPolling(url: string, address = '192.0.2.1') {
  const text = await (await fetch(`${url}${polling}`, { headers: { 'x-forwarded-for': address } })).text()
  return `${url}${polling}&sid=${/"sid":"([^"]+)"/.exec(text)?.[1]}`
}
/** A connection by hand, with what it is told. */
async function dial(url: string, packets: readonly string[] = [], headers: readonly string[] = []) {
  const socket = await openIdle(url, { packets, headers })
  onTestFinished(() => void socket.destroy())
  let said = ''
  socket.on('data', (bytes) => (said += bytes.toString('latin1')))
  return { socket, said: () => said }
}
const from = (address: string) => [`x-forwarded-for: ${address}`]
const isIn = (said: string) => said.includes('40{"sid"')
/** Whether a connection has been let in or is over, whichever comes. */
const becomes = async ({ socket, said }: Awaited<ReturnType<typeof dial>>) => {
  await expect.poll(() => socket.closed || isIn(said())).toBe(true)
  return socket.closed ? 'cut' : 'in'
}

test.each([true, false])('R243 an address holds so many sockets; the next is cut, and others go on (control: %s)', async (isOn) => {
  allow(budget, { socketsPerAddress: isOn ? 2 : Infinity })
  const url = await (await openWorld({ hops: 1 })).address()
  const all: string[] = []
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.7'])
    all.push(await becomes(await dial(url, ['40'], from(address))))
  expect(all).toEqual(['in', 'in', isOn ? 'cut' : 'in', 'in'])
})

test.each([true, false])(
  'R243 of 900 sockets that are asked for in one poll one is made, and the connection is cut (control: %s)',
  async (isOn) => {
    allow(budget, { socketsOfOne: isOn ? 1 : Infinity })
    const add = vi.spyOn(Namespace.prototype, '_add')
    onTestFinished(() => add.mockRestore())
    const path = await openPolling(await (await openWorld()).address())
    await fetch(path, { method: 'POST', body: Array(900).fill('40').join('\u001e') })
    expect((await fetch(path)).status).toBe(400)
    expect(add.mock.calls.length).toBe(isOn ? 1 : 900)
  },
)

/** What else a poll can bring many times over, and what is let go where its budget is taken away. */
const mixed = [
  ['a socket and a packet of bytes', '40\u001ebAAAA', 'partsOfOne'],
  ['packets of bytes', 'bAAAA', 'partsOfOne'],
  ['signs of life', '3', 'framesPerMinute'],
  ['packets without a meaning', '6', 'framesPerMinute'],
] as const
test.each(mixed.flatMap((one) => [[...one, true] as const, [...one, false] as const]))(
  'R243 a poll that brings %s 900 times makes one socket at most, and ends its connection (%j, %s; control: %s)',
  async (_, packet, name, isOn) => {
    allow(budget, { framesPerMinute: 800, ...(!isOn && { socketsOfOne: Infinity, framesPerMinute: Infinity, [name]: Infinity }) })
    const add = vi.spyOn(Namespace.prototype, '_add')
    onTestFinished(() => add.mockRestore())
    const path = await openPolling(await (await openWorld()).address())
    const post = async (body: string) => (await fetch(path, { method: 'POST', body })).status
    expect(await post(Array(900).fill(packet).join('\u001e'))).toBe(200)
    expect([(await post('3')) === 200, add.mock.calls.length < 2]).toEqual([!isOn, true])
  },
)

test.each([true, false])('R243 of a packet in parts none is kept: the connection is cut (control: %s)', async (isOn) => {
  allow(budget, { partsOfOne: isOn ? 0 : Infinity })
  const line = await dial(await (await openWorld()).address(), ['40'])
  await expect.poll(() => isIn(line.said())).toBe(true)
  for (const packet of ['451-0["watch",{"_placeholder":true,"num":0}]', Buffer.from('part')]) line.socket.write(frameOf(packet))
  await expect.poll(() => line.socket.closed || line.said().includes('430[')).toBe(true)
  expect(line.socket.closed).toBe(isOn)
})

test.each([true, false])('R243 a message in more than four fragments ends its connection (control: %s)', async (isOn) => {
  if (!isOn) allow(parts, { maxFragments: 0 })
  const line = await dial(await (await openWorld()).address())
  const whole = '40{"token":"x"}'
  for (const [nth, letter] of whole.split('').entries()) {
    const frame = frameOf(letter, nth === 0 ? 1 : 0)
    if (nth < whole.length - 1) frame[0] = nth === 0 ? 1 : 0
    line.socket.write(frame)
  }
  expect(await becomes(line)).toBe(isOn ? 'cut' : 'in')
})

/** A frame whose first byte, and whose second, are set otherwise. */
const bent = (first: number, second = 0) => {
  const frame = frameOf('40')
  frame[0] = first
  frame[1] = (frame[1] ?? 0) ^ second
  return frame
}
test.each<[string, Buffer[]]>([
  ['that is not masked', [bent(0x81, 0x80)]],
  ['that says it is packed', [bent(0xc1)]],
  ['of no known kind', [bent(0x83)]],
  ['that goes on where nothing began', [bent(0x80)]],
  ['that pings in parts', [bent(0x09)]],
  ['of nothing, in parts that never end', [bent(0x01), ...Array<Buffer>(9_600).fill(Object.assign(frameOf('', 0), { 0: 0 }))]],
  [
    'with pings between its parts',
    [bent(0x01), ...Array<Buffer>(6).fill(Buffer.concat([frameOf('p', 9), Object.assign(frameOf('4', 0), { 0: 0 })]))],
  ],
])('R243 a frame %s ends its connection; control: one as a browser sends it goes on', async (_, frames) => {
  const url = await (await openWorld()).address()
  const line = await dial(url)
  for (const frame of frames) line.socket.write(frame)
  await expect.poll(() => line.socket.closed).toBe(true)
  expect(isIn(line.said())).toBe(false)
  expect(await becomes(await dial(url, ['40']))).toBe('in')
})

test.each([true, false])('R243 of the pings that come at once the latest is answered (control: %s)', async (isOn) => {
  if (!isOn) allow(pongs, { autoPong: true })
  const { socket, said } = await dial(await (await openWorld()).address())
  socket.write(Buffer.concat(Array.from({ length: 50 }, (_, nth) => frameOf(`<${nth}>`, 9))))
  await expect.poll(() => said().includes('<49>')).toBe(true)
  expect(said().split('<').length - 1 < 10).toBe(isOn)
})

test.each([true, false])('R243 a message that comes in more than 64 pieces ends its connection (control: %s)', async (isOn) => {
  if (!isOn) allow(parts, { maxBufferedChunks: 0 })
  const line = await dial(await (await openWorld()).address())
  line.socket.setNoDelay(true)
  for (const byte of frameOf(`40{"token":"${'x'.repeat(400)}"}`)) {
    if (line.socket.closed) break
    line.socket.write(Buffer.from([byte]))
    await new Promise(setImmediate) // so that each is read by itself
  }
  expect(await becomes(line)).toBe(isOn ? 'cut' : 'in')
})

test.each([
  ['of an address', 'handshakeBytesPerAddress', true],
  ['of an address', 'handshakeBytesPerAddress', false],
  ['in all', 'handshakeBytesOfAll', true],
  ['in all', 'handshakeBytesOfAll', false],
] as const)(
  'R243 what is kept of handshakes has a budget %s (%s): with the next the connection is cut (control: %s)',
  async (_, name, isOn) => {
    allow(budget, { [name]: isOn ? 1_000 : Infinity })
    const url = await (await openWorld({ hops: 1 })).address()
    const shake = async (address: string) => becomes(await dial(url, [`40{"token":"${'x'.repeat(400)}"}`], from(address)))
    const all = [await shake('192.0.2.1'), await shake('192.0.2.1')]
    const others = name === 'handshakeBytesOfAll' ? 'cut' : 'in'
    all.push(await shake('192.0.2.1'), await shake('198.51.100.7'))
    expect(all).toEqual(isOn ? ['in', 'in', 'cut', others] : ['in', 'in', 'in', 'in'])
  },
)

/** How many of so many requests for rooms are told to come back while the first of them is being read. */
async function turnedAway(rooms: readonly string[]) {
  const form: RoomRules['form'] = () => new Promise(() => {})
  const { socket } = await (await openWorld({ rules: { ...roomRules, form } })).socket()
  const told: (string | undefined)[] = []
  const ask = (room: unknown) =>
    new Promise((come) => socket.emit('watch', room as string, (reply) => come(told.push('code' in reply ? reply.code : undefined))))
  for (const room of rooms) void ask(room)
  await ask(7) // all that was asked before has come
  expect(new Set(told.slice(0, -1))).toEqual(new Set(told.length > 1 ? ['busy'] : []))
  return told.length - 1
}

test.each([true, false])(
  'R243 a socket has 50 rooms waiting for one that is read, and is told to come back for more (control: %s)',
  async (isOn) => {
    if (!isOn) allow(budget, { roomsWaiting: Infinity })
    expect(await turnedAway(Array.from({ length: 80 }, (_, nth) => `form:${nth}:none`))).toBe(isOn ? 29 : 0)
  },
)

test.each([true, false])(
  'R243 a socket asks for a waiting room four times, and is told to come back for more (control: %s)',
  async (isOn) => {
    if (!isOn) allow(budget, { askedTogether: Infinity })
    expect(await turnedAway(['form:0:none', ...Array.from({ length: 20 }, () => 'form:1:none')])).toBe(isOn ? 16 : 0)
  },
)

test.each([true, false])('R243 beyond so many polls a minute an address is told 400, and others go on (control: %s)', async (isOn) => {
  allow(budget, { pollsPerMinute: isOn ? 3 : Infinity })
  const path = await openPolling(await (await openWorld({ hops: 1 })).address(), '192.0.2.1')
  const poll = async () => (await fetch(path, { method: 'POST', body: '3' })).status
  expect([await poll(), await poll(), await poll(), await poll()]).toEqual([200, 200, 200, isOn ? 400 : 200])
})
