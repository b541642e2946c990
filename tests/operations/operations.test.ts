// What the operator relies on: ready tells the truth, figures that name nobody and are not for everybody, and an end that loses no socket.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { createApp } from '#server/app/app.ts'
import type { OperationsOptions } from '#server/edge/http/operations.ts'
import { addressOf } from '#server/edge/http/request.ts'
import { readConfig } from '#server/kernel/config.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { RevisionConflict, type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { createLimits } from '#server/people/http/limits.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { freePort } from '../kit/process/free-port.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { holdTime } from '../kit/world/held.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const silent = { info() {}, warn() {}, error() {} } as never
const pauseMs = 1_000
const options = (more: Partial<OperationsOptions> = {}) => ({
  log: silent,
  countCall: async () => {},
  hops: 0,
  outbox: 'nobody' as const,
  ...more,
})

/** An engine whose commits can be made to fail; counts those that were tried. */
function openFaults() {
  const faults = { commit: undefined as (() => Promise<void> | undefined) | undefined, tried: 0 }
  const wrap = (store: Store) =>
    storeWith(store, {
      commit(writes) {
        faults.tried++
        return faults.commit?.() ?? store.commit(writes)
      },
    })
  return { faults, wrap }
}
const away = () => Promise.reject(new StoreUnavailable('the disk is full'))

describe('ready', () => {
  test('O1 ready is a 200 while the store takes writes, a 503 with Retry-After while it does not, and health is neither', async () => {
    const { faults, wrap } = openFaults()
    const world = await openWorld({ wrap })
    const pass = holdTime()
    const ready = async () => {
      const { status, body, headers } = await world.send('GET', '/api/ready')
      return [status, body.status ?? body.code, headers.get('retry-after')]
    }
    expect(await ready()).toEqual([200, 'ready', null])
    faults.commit = away
    pass(pauseMs)
    expect(await ready()).toEqual([503, 'store-unavailable', '1'])
    expect((await world.send('GET', '/api/ready')).body.error).toMatch(/^We can’t save right now/)
    expect((await world.send('GET', '/api/health')).body).toEqual({ status: 'ok' })
    faults.commit = undefined
    pass(pauseMs)
    expect(await ready()).toEqual([200, 'ready', null])
  })

  test('O1 it writes once a second, whoever asks; what was found holds that long', async () => {
    const { faults, wrap } = openFaults()
    const world = await openWorld({ wrap })
    const pass = holdTime()
    const ask = (times: number) => Promise.all(Array.from({ length: times }, async () => (await world.send('GET', '/api/ready')).status))
    const before = world.store.commits
    expect(new Set(await ask(200))).toEqual(new Set([200]))
    expect(new Set(await ask(200))).toEqual(new Set([200]))
    expect([faults.tried, world.store.commits - before]).toEqual([1, 1])
    pass(pauseMs)
    await ask(50)
    expect(faults.tried).toBe(2)
  })

  test('O1 a store that hangs is a 503 in time, asked once only; one that another process wrote to is ready', async () => {
    const { faults, wrap } = openFaults()
    const world = await openWorld({ wrap })
    const pass = holdTime()
    faults.commit = () => Promise.reject(new RevisionConflict('the other process was quicker'))
    expect((await world.send('GET', '/api/ready')).status).toBe(200)
    faults.commit = () => new Promise(() => {})
    pass(pauseMs)
    const asked = Promise.all(Array.from({ length: 20 }, () => world.send('GET', '/api/ready')))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set([503]))
    expect(faults.tried).toBe(2)
  })

  test('O1 control: reads alone would have called a store ready that refuses every write', async () => {
    const { faults, wrap } = openFaults()
    const world = await openWorld({ wrap })
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    faults.commit = away
    expect((await world.call(groupApi.read, { id: groupId }, ada)).status).toBe(200)
    expect((await world.send('GET', '/api/ready')).status).toBe(503)
  })

  test('O1 O4 who is stopping is not ready, though the store is', async () => {
    const world = await openWorld()
    let isStopping = false
    const app = createApp(world.services, options({ isStopping: () => isStopping }))
    expect((await app.request('/api/ready')).status).toBe(200)
    isStopping = true
    const { status, headers } = await app.request('/api/ready')
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect((await app.request('/api/health')).status).toBe(200)
  })
})

/** The world's app with figures, as it is asked over a connection from `address`. */
function metered(world: World, more: Partial<OperationsOptions> = {}) {
  const metrics = createMetrics()
  const services = { ...world.services, metrics }
  const app = createApp(services, options(more))
  const read = async (headers: Record<string, string> = {}, address = '127.0.0.1') => {
    const answer = await app.request('/api/metrics', { headers }, { incoming: { socket: { remoteAddress: address } } })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  return { services, metrics, app, read }
}
/** The sum of a figure over the label sets that contain all of `labels`. */
const figure = (text: string, name: string, ...labels: string[]) =>
  text
    .split('\n')
    .filter((line) => new RegExp(`^rolecall_${name}(\\{| )`).test(line) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)

const codeOf = ({ status, text }: { status: number; text: string }) => [status, text.startsWith('{') ? JSON.parse(text).code : 'figures']

describe('figures', () => {
  test('O2 without a token only a connection of this machine reads them; a proxy, and what a request says of itself, opens nothing', async () => {
    const world = await openWorld()
    const { read } = metered(world)
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(codeOf(await read({}, address))).toEqual([200, 'figures'])
    for (const address of ['203.0.113.7', '10.0.0.2', '2001:db8::1', '::ffff:203.0.113.7', '1270.0.0.1'])
      expect(codeOf(await read({}, address))).toEqual([403, 'not-yours'])
    const claims = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1', via: '1.1 proxy' }
    for (const [name, value] of Object.entries(claims)) {
      expect(codeOf(await read({ [name]: value }, '203.0.113.7'))).toEqual([403, 'not-yours'])
      expect([name, ...codeOf(await read({ [name]: value }))]).toEqual([name, 403, 'not-yours'])
    }
    expect(codeOf(await metered(world, { hops: 1 }).read({ 'x-forwarded-for': '127.0.0.1' }))).toEqual([403, 'not-yours'])
    expect(codeOf(await metered(world, { hops: 1 }).read())).toEqual([403, 'not-yours'])
    expect(codeOf(await metered(world, { isProduction: true }).read())).toEqual([403, 'not-yours'])
    expect((await world.send('GET', '/api/metrics')).status).toBe(403)
  })

  test('O2 with a token whoever has it reads them from anywhere, and nobody else, this machine included', async () => {
    const world = await openWorld()
    expect(() => readConfig({ METRICS_TOKEN: 'guessable' })).toThrow('METRICS_TOKEN must have 16')
    const { metricsToken } = readConfig({ METRICS_TOKEN: 'figures-for-prometheus' })
    const { read } = metered(world, { metricsToken, hops: 1 })
    const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' })
    expect(await read(bearer('figures-for-prometheus'), '203.0.113.7')).toMatchObject({
      status: 200,
      type: expect.stringContaining('text/plain; version=0.0.4'),
    })
    for (const wrong of ['figures-for-prometheu', 'figures-for-prometheus1', 'x'])
      expect(codeOf(await read(bearer(wrong)))).toEqual([401, 'token-invalid'])
    expect(codeOf(await read())).toEqual([401, 'token-invalid'])
    const ada = await world.person('ada')
    expect(codeOf(await read({ authorization: `Bearer ${ada.token}` }))).toEqual([401, 'token-invalid'])
  })

  test('O2 requests are counted under the pattern of their route, and no id, email or made-up path is a label', async () => {
    const world = await openWorld()
    const { app, read } = metered(world)
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    const get = (path: string) => app.request(path, { headers: { authorization: `Bearer ${ada.token}` } })
    for (let n = 0; n < 5; n++) await get(`/api/group/${groupId}`)
    for (let n = 0; n < 300; n++) await get(`/api/made-up/${n}/guest@guests.test`)
    await get(`/api/rsvp/check?groupId=${groupId}&email=guest@guests.test`)
    await get(`/api/group/${'f'.repeat(24)}`)
    await get('/api/health')
    await app.request('/api/health', { method: 'PROPFIND' })
    const { text } = await read()
    const counted = (...labels: string[]) => figure(text, 'request_seconds_count', ...labels)
    expect(counted('method="GET"', 'route="/api/group/:id"', 'status="200"')).toBe(5)
    expect(counted('route="/api/group/:id"', 'status="404"')).toBe(1)
    expect(counted('route="/api/rsvp/check"', 'status="200"')).toBe(1)
    expect(counted('route="/api/health"', 'status="200"')).toBe(1)
    expect(counted('route="/api/*"', 'method="GET"', 'status="404"')).toBe(300)
    expect(counted('method="other"')).toBe(1)
    for (const secret of [groupId, 'guests.test', 'made-up', ada.token, ada.email]) expect(text).not.toContain(secret)
    expect(new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route)).size).toBeLessThan(6)
  })

  test('O2 control: paths for labels are seen to have no end and to name people, and an address off a header to open the door', async () => {
    const { metrics, read } = metered(await openWorld())
    for (let n = 0; n < 300; n++) metrics.request('GET', `/api/made-up/${n}/guest@guests.test`, 404, 0.001)
    const { text } = await read()
    expect(new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route)).size).toBe(300)
    expect(text).toContain('guests.test')
    expect(addressOf('203.0.113.7', '127.0.0.1', 1)).toBe('127.0.0.1')
  })

  test('O2 commits, the size of batches, conflicts, who waits, refused calls, emails and what is due are counted', async () => {
    const { faults, wrap } = openFaults()
    const world = await openWorld({ wrap })
    const limits = createLimits()
    const { app, services, read } = metered(world, { countCall: limits })
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    const edit = async (name: string) =>
      app.request(`/api/group/${groupId}/settings`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ displayRSVPToAll: name === 'on' }),
      })
    let conflicts = 2
    faults.commit = () => (conflicts-- > 0 ? Promise.reject(new RevisionConflict('another process')) : undefined)
    const answers = await Promise.all(['on', 'off', 'on', 'off'].map(edit))
    faults.commit = undefined
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (let n = 0; n < 125; n++) await app.request('/api/token-access/validate?token=nothing', {}, { incoming: { socket: {} } })
    services.queues.set('busy', Array.from({ length: 7 }) as never)
    const { text } = await read()
    expect(figure(text, 'commit_seconds_count')).toBeGreaterThan(0)
    expect(figure(text, 'batch_size_sum')).toBe(4)
    expect(figure(text, 'batch_size_count')).toBeLessThan(4)
    expect(figure(text, 'store_conflicts_total')).toBe(2)
    expect(figure(text, 'commands_waiting')).toBe(7)
    expect(figure(text, 'rate_limited_total', 'limit="token"')).toBe(65)
    services.queues.delete('busy')
    expect(figure((await read()).text, 'commands_waiting')).toBe(0)
    const dueBefore = figure(text, 'due', 'kind="emails"')
    expect(dueBefore).toBeGreaterThan(0)
    let refused = 1
    const mailer = {
      name: 'outbox' as const,
      keeps: true,
      send: () => (refused-- > 0 ? Promise.reject(new Error('later')) : Promise.resolve()),
    }
    const loop = createDelivery({ ...services, mailer, log: silent })
    world.clock.advance(20)
    const sent = async () => {
      world.clock.advance(1_000)
      return figure((await read()).text, 'emails_total', 'outcome="sent"')
    }
    await expect.poll(sent).toBeGreaterThan(0)
    await loop.stop()
    const after = (await read()).text
    expect(figure(after, 'emails_total', 'outcome="retry"')).toBe(1)
    expect(figure(after, 'due', 'kind="emails"')).toBeLessThan(dueBefore)
    expect(figure(after, 'job_round_seconds_count', 'loop="mail"', 'outcome="done"')).toBeGreaterThan(0)
  })

  test('O2 a store that is away keeps nobody from the other figures', async () => {
    const { wrap } = openFaults()
    const find = () => Promise.reject(new StoreUnavailable('away'))
    const { read } = metered(await openWorld({ wrap: (store) => Object.assign(wrap(store), { find }) }))
    const { status, text } = await read()
    expect([status, figure(text, 'commands_waiting')]).toEqual([200, 0])
    expect(text).not.toMatch(/^rolecall_due\{/m)
  })
})

/** The real server on a port of ours, so that the next one can take its place, behind a proxy. */
const serverOn = (port: number, folder: string) => startServer(folder, { PORT: String(port), TRUST_PROXY: '1' })
/** The client's own settings of Socket.IO, with what became of it. */
function socketTo(url: string) {
  const socket = io(url, { transports: ['websocket', 'polling'], reconnectionDelay: 200, reconnectionDelayMax: 2_000, forceNew: true })
  onTestFinished(() => void socket.disconnect())
  const told = { connects: 0, reasons: [] as string[] }
  socket.on('connect', () => told.connects++)
  socket.on('disconnect', (reason) => told.reasons.push(reason))
  return { socket, told }
}
const statusOf = async (url: string) => (await fetch(url).catch(() => undefined))?.status ?? 0

describe('the end', () => {
  test('O4 on SIGTERM ready turns 503 while calls are still answered, sockets go to the next process by themselves, and it ends', async () => {
    const [port, folder] = [await freePort(), newFolder()]
    const server = await serverOn(port, folder)
    const { told } = socketTo(server.url)
    await expect.poll(() => told.connects).toBe(1)
    expect(await statusOf(`${server.url}/api/ready`)).toBe(200)
    server.signal('SIGTERM')
    const seen: number[][] = []
    while (seen.at(-1)?.[0] !== 0) seen.push(await Promise.all(['ready', 'health'].map((call) => statusOf(`${server.url}/api/${call}`))))
    expect(seen).toContainEqual([503, 200])
    expect(await server.exit).toBe(0)
    expect(told.reasons).toEqual(['transport close'])
    await serverOn(port, folder)
    await expect.poll(() => told.connects).toBe(2)
  })

  test('O4 control: a socket that is disconnected instead does not come back by itself', async () => {
    const http = createServer().listen(0)
    const server = new Server(http)
    onTestFinished(() => void server.close())
    const { socket, told } = socketTo(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
    await expect.poll(() => told.connects).toBe(1)
    server.disconnectSockets(true)
    await expect.poll(() => told.reasons).toEqual(['io server disconnect'])
    expect(socket.active).toBe(false)
  })

  test('O2 O4 the real server counts its sockets and itself, and hides that behind a proxy', async () => {
    const server = await startServer(newFolder())
    const { socket, told } = socketTo(server.url)
    await expect.poll(() => told.connects).toBe(1)
    const read = async (headers = {}) => (await fetch(`${server.url}/api/metrics`, { headers })).text()
    const text = await read()
    expect(figure(text, 'sockets')).toBe(1)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'rolecall_job_round_seconds_count{loop="jobs"',
    ])
      expect(text).toContain(`\n${name}`)
    expect(JSON.parse(await read({ 'x-forwarded-for': '127.0.0.1' })).code).toBe('not-yours')
    socket.disconnect()
    await expect.poll(async () => figure(await read(), 'sockets')).toBe(0)
  }, 150_000)
})
