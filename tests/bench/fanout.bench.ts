// Fan-out: how soon everyone who watches hears of a change, how much is delivered, and what an idle socket costs.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { hostileHandshake, openIdle } from '#tests/kit/hostile/idle-sockets.ts'
import { sendAnswer } from './answer.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'
import { openSockets } from './sockets.ts'

const changesPerSecond = 20
const seconds = 5
const limitsMs: Record<number, number> = { 1000: 100, 5000: 250 }

const formRoom = ({ groupId, eventId }: Bench['groups'][number]) => `form:${groupId}:${eventId}`
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const percentile = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

async function change(server: Bench, nth: number, n: number): Promise<number> {
  const reply = await sendAnswer(server.url, server.groups[nth], `change${n}@guests.test`)
  return ((await reply.json()) as { form: { rev: number } }).form.rev
}

/** For every socket and change: from the answer of the change to the first view that includes it. */
async function latency(sockets: number): Promise<Row> {
  const server = await startServer({ groups: 1, seats: 100_000 })
  const room = formRoom(server.groups[0] ?? { groupId: '', eventId: '' })
  const heard = new Map<number, number[]>()
  const open = await openSockets(server.url, Array(sockets).fill(room) as string[], (_, message) => {
    const rev = Number(/"rev":(\d+)/.exec(message)?.[1])
    const times = heard.get(rev) ?? []
    heard.set(rev, times)
    times.push(performance.now())
  })
  const changes: { rev: number; at: number }[] = []
  for (let n = 0; n < changesPerSecond * seconds; n++) {
    const started = performance.now()
    const rev = await change(server, 0, n)
    changes.push({ rev, at: performance.now() })
    await wait(Math.max(0, 1000 / changesPerSecond - (performance.now() - started)))
  }
  await wait(1000)
  open.close()
  await server.stop()
  const revs = [...heard.keys()].sort((a, b) => a - b)
  const delays = changes.flatMap(({ rev, at }) =>
    (heard.get(revs.find((one) => one >= rev) ?? 0) ?? []).map((time) => Math.max(0, time - at)),
  )
  const complete = [...heard.values()].every((times) => times.length === sockets)
  const p99 = percentile(delays, 0.99)
  const limit = limitsMs[sockets] ?? 0
  return {
    what: `Fan-out: ${sockets} sockets in one room, ${changesPerSecond} changes a second: p99 until a socket has heard`,
    measured: `${p99.toFixed(0)} ms (median ${percentile(delays, 0.5).toFixed(0)} ms)`,
    limit: `≤ ${limit} ms, nobody left out`,
    ok: complete && p99 <= limit,
  }
}

interface Crowd {
  readonly rooms: number
  readonly sockets: number
  readonly share: number
}

/**
 * Deliveries a second, 20 changes a second in each room, against a bare Socket.IO server under the same changes. 5,000 sockets in five
 * rooms are about all that one core can write: there a change that meets the one before it still unwritten takes its place instead of
 * queueing behind it, so fewer messages are sent, and what people see is newer.
 */
async function throughput({ rooms: count, sockets, share: limit }: Crowd): Promise<Row> {
  const rooms = Array.from({ length: count }, (_, nth) => `form:${nth}:${nth}`)
  const crowd = Array.from({ length: sockets }, (_, n) => rooms[n % rooms.length] ?? '')
  const view = await exampleView()
  const ours = await flood('tests/bench/live-child.ts', crowd, rooms, view)
  const theirs = await flood('tests/bench/bare-child.ts', crowd, rooms, view)
  const share = ours / theirs
  return {
    what: `Fan-out: deliveries a second to ${sockets} sockets in ${count === 1 ? 'one room' : `${count} rooms`}, ${changesPerSecond} changes a second each, against bare Socket.IO`,
    measured: `${share.toFixed(2)} × (${Math.round(ours)}/s against ${Math.round(theirs)}/s)`,
    limit: `≥ ${limit} ×`,
    ok: share >= limit,
  }
}

async function exampleView(): Promise<unknown> {
  const server = await startServer({ groups: 1, seats: 20 })
  const view: unknown = await (await fetch(`${server.url}/api/rsvp/form/${server.groups[0]?.groupId}`)).json()
  await server.stop()
  return view
}

async function flood(program: string, crowd: readonly string[], rooms: readonly string[], view: unknown): Promise<number> {
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  const port = await new Promise<number>((listening) => child.once('message', (message) => listening(message as number)))
  const perSecond = await deliveries(`http://127.0.0.1:${port}`, [...crowd], (nth) => void child.send([rooms[nth], view]))
  child.kill()
  return perSecond
}

async function deliveries(url: string, rooms: string[], changeRoom: (nth: number) => void): Promise<number> {
  let count = 0
  const open = await openSockets(url, rooms, () => count++)
  const different = new Set(rooms).size
  const started = performance.now()
  for (let round = 0; round < changesPerSecond * seconds; round++) {
    for (let nth = 0; nth < different; nth++) changeRoom(nth)
    await wait(Math.max(0, (round + 1) * (1000 / changesPerSecond) - (performance.now() - started)))
  }
  const perSecond = count / ((performance.now() - started) / 1000)
  open.close()
  return perSecond
}

/** What each of so many more sockets takes, in kB. */
async function weigh(sockets: number, open: (count: number) => Promise<{ close: () => void }>, residentKb: () => number) {
  const few = await open(200)
  await wait(2000)
  const before = residentKb()
  const many = await open(sockets)
  await wait(3000)
  const each = (residentKb() - before) / sockets
  few.close()
  many.close()
  return each
}

/** One that watches, and one that brought as much along as a handshake may. */
async function memory(): Promise<Row> {
  const measure = async (open: (url: string, room: string, count: number) => Promise<{ close: () => void }>) => {
    const server = await startServer({ groups: 1, seats: 1 })
    const room = formRoom(server.groups[0] ?? { groupId: '', eventId: '' })
    const residentKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1])
    const each = await weigh(5000, (count) => open(server.url, room, count), residentKb)
    await server.stop()
    return each
  }
  const plain = await measure((url, room, count) => openSockets(url, Array(count).fill(room) as string[], () => {}))
  const hostile = await measure(async (url, _, count) => {
    const sockets: Socket[] = []
    while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openIdle(url, hostileHandshake)))))
    return { close: () => sockets.map((socket) => socket.destroy()).length }
  })
  return {
    what: 'Memory an idle watching socket takes in the server; one with a hostile handshake',
    measured: `${plain.toFixed(1)} kB; ${hostile.toFixed(1)} kB`,
    limit: '≤ 40 kB',
    ok: plain <= 40 && hostile <= 40,
  }
}

export default async function fanout(): Promise<Row[]> {
  return [
    await latency(1000),
    await latency(5000),
    await throughput({ rooms: 1, sockets: 1000, share: 0.9 }),
    await throughput({ rooms: 5, sockets: 5000, share: 0.9 }),
    await memory(),
  ]
}
