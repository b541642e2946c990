// Long: a feed that is lost is called so after seconds, and has to come back.
// A process that can't hear what is committed: it isn't ready, says why, and has its screens look anew once it hears them again. All of it is shown on a
// stand-in of the test's own, which refuses change streams on order.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { MongoClient } from 'mongodb'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import type { Hook } from '#tests/mongod/server.ts'
import { ownStandIn, sleep } from '../kit/process/mongo-house.ts'
import { look } from '../kit/process/mongo-watch.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { onTime, within } from '../kit/world/pace.ts'

const said = 'what server processes commit is not heard'
const refused = { ok: 0, code: 72, codeName: 'InvalidOptions', errmsg: 'not at this level' }
const isStream = (command: Record<string, unknown>) => JSON.stringify(command.pipeline ?? '').includes('$changeStream')
const noStreams: Hook = (name, command) => (name === 'aggregate' && isStream(command) ? { reply: refused } : undefined)

async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text()
  return Number(new RegExp(`^rolecall_${name} (.*)$`, 'm').exec(text)?.[1])
}
const readyAt = async (url: string) => (await look(url, '/api/ready')).status

/** A server of its own and a socket on it. */
async function setUp(hook?: Hook) {
  const mongod = await ownStandIn()
  mongod.onCommand(hook)
  const env = { MONGODB_URI: newDatabase(mongod.uri), LOG_LEVEL: 'info' }
  const server = await startServer(newFolder(), env, await bundled('server/app/main.ts'))
  const socket = io(server.url, { transports: ['websocket'] })
  onTestFinished(() => void socket.close())
  const stales: number[] = []
  socket.on('stale', () => stales.push(performance.now()))
  return { mongod, server, url: server.url, stales }
}

test('O1, L8 pace: (stand-in) a feed that ends is seen: not ready within 6 s, in the figures, in the log with why; back, its sockets look anew', {
  ...onTime,
}, async () => {
  const { mongod, server, url, stales } = await setUp()
  await sleep(2_500)
  expect([await readyAt(url), await figure(url, 'feed_up'), stales]).toEqual([200, 1, []])
  within(1_000 * (await figure(url, 'feed_lag_seconds')), 2_500)
  mongod.onCommand(noStreams)
  mongod.dropConnections()
  const downAt = performance.now()
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(200)
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(503)
  within(performance.now() - downAt, 6_000)
  await sleep(4_000)
  expect([await readyAt(url), await figure(url, 'feed_up')]).toEqual([503, 0])
  expect(await figure(url, 'feed_lag_seconds')).toBeGreaterThan(5)
  expect(server.output().split(said)).toHaveLength(2)
  expect(server.output()).toContain('72 InvalidOptions')
  expect(stales).toEqual([])
  mongod.onCommand(undefined)
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(200)
  await expect.poll(() => stales.length).toBe(1)
})

test('O1, L8 (stand-in) a stream that answers and is behind the database is told by readiness, the figures and the log, with what to set', async () => {
  const { mongod, server, url } = await setUp()
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(200)
  const client = new MongoClient(mongod.uri)
  onTestFinished(() => client.close())
  const elsewhere = client.db('elsewhere').collection<{ _id: string }>('elsewhere', { writeConcern: { w: 1 } })
  const write = () => elsewhere.updateOne({ _id: 'one' }, { $set: { at: Date.now() } }, { upsert: true })
  mongod.lag(60_000)
  await expect
    .poll(
      async () => {
        await write()
        return [await readyAt(url), await figure(url, 'feed_up')]
      },
      { interval: 200 },
    )
    .toEqual([503, 0])
  expect(await figure(url, 'feed_lag_seconds')).toBeGreaterThan(5)
  await expect.poll(() => server.output()).toContain('over a sharded cluster set periodicNoopIntervalSecs to 1')
  mongod.lag(0)
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(200)
})

test('O1 (stand-in) a feed that never begins is seen too, where writes alone would call the process ready', async () => {
  const { url } = await setUp(noStreams)
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(503)
  const writes = await fetch(`${url}/api/user/me`)
  expect(writes.status).toBe(401)
})

/** Takes what reads streams and never answers, as a driver sees it that waits for what won't come. */
const silentStreams: Hook = (name, command) =>
  (name === 'aggregate' && isStream(command)) || (name === 'getMore' && command.collection === '$cmd.aggregate')
    ? { lost: 'hang' }
    : undefined

test('O1, L8 (stand-in) a stream that is silent for 12 s is opened again, and its sockets look anew once', async () => {
  const { mongod, url, stales } = await setUp()
  await sleep(1_500)
  mongod.onCommand(silentStreams)
  await sleep(12_000)
  expect(await readyAt(url)).toBe(503)
  mongod.onCommand(undefined)
  const back = performance.now()
  await expect.poll(() => readyAt(url), { interval: 100 }).toBe(200)
  console.log(`a silent feed is back ${Math.round(performance.now() - back)} ms after the database answers again`)
  await expect.poll(() => stales.length).toBe(1)
})

test('S17, O14 (stand-in) where killSessions is not allowed the start says what that costs, and so does doctor', async () => {
  const notAllowed: Hook = (name) =>
    name === 'killSessions' ? { reply: { ok: 0, code: 8000, codeName: 'AtlasError', errmsg: 'CMD_NOT_ALLOWED: killSessions' } } : undefined
  const said = 'what a killed process has locked stays so for up to 60 s'
  const doctor = async (hook?: Hook) => {
    const { server, url } = await setUp(hook)
    const env = { PATH: process.env.PATH, PORT: new URL(url).port }
    const lines = await text(spawn(process.execPath, ['scripts/doctor.mjs', url], { env, stdio: ['ignore', 'pipe', 'ignore'] }).stdout)
    return [server.output().includes(said), lines.split('\n').find((line) => / store /.test(line))]
  }
  expect(await doctor(notAllowed)).toEqual([true, expect.stringMatching(new RegExp(`^warn +store .*${said}`))])
  expect(await doctor()).toEqual([false, expect.stringMatching(/^ok +store +The store takes writes\.$/)])
})
