// The headers, the log line and the figure of every answer: they cost little, and nothing of them is given up for it.
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { answerLong } from '#server/edge/http/headers.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import type { Bindings } from '#server/edge/http/request.ts'
import { listening } from '../kit/process/listening.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'

/** The headers of Hono's own middleware, with our policy: what ours are measured by. */
async function expected(crossOriginResourcePolicy: string) {
  const contentSecurityPolicy = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  }
  const own = { strictTransportSecurity: 'max-age=15552000', referrerPolicy: 'no-referrer', xFrameOptions: 'DENY' }
  const app = new Hono().use(secureHeaders({ contentSecurityPolicy, crossOriginResourcePolicy, ...own })).get('/', (c) => c.body(null))
  return Object.fromEntries((await app.request('/')).headers)
}

/** Answers of every kind: of a call, refused, with a cookie, unknown, kept by browsers, 304, a page, a picture, to HEAD. */
async function answers(ask: (path: string, init?: RequestInit) => Promise<Response>) {
  const etag = (await ask('/api/docs')).headers.get('etag') ?? ''
  const drawn = await comes(async () => (await ask('/og/rolecall.png')).headers.get('etag') || Promise.reject(new Error('not drawn')))
  const login = { email: 'ada@people.test', password: 'password of ada' }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(login) }
  return {
    health: await ask('/api/health'),
    refused: await ask('/api/auth/me'),
    cookie: await ask('/api/auth/login', json),
    unknown: await ask('/api/nothing'),
    docs: await ask('/api/docs'),
    unchanged: await ask('/api/docs', { headers: { 'if-none-match': etag } }),
    page: await ask('/dev/outbox'),
    picture: await ask('/og/rolecall.png', { headers: { 'if-none-match': drawn } }),
    nobody: await ask('/nothing'),
    head: await ask('/api/health', { method: 'HEAD' }),
  }
}

const overHttp = async (world: World) => {
  const url = await listening(createHttpServer(world.app))
  return (path: string, init?: RequestInit) => fetch(url + path, init)
}
const inMemory = async (world: World) => async (path: string, init?: RequestInit) => world.app.request(path, init)

test.each([
  ['in memory', inMemory],
  ['over HTTP', overHttp],
])('H2 every answer has each security header once, as Hono’s own middleware sets them, and an id: %s', async (_, open) => {
  const world = await openWorld()
  await world.person('ada')
  const all = await answers(await open(world))
  const kept: Record<string, string | null> = {}
  for (const [what, response] of Object.entries(all)) {
    const headers = Object.fromEntries(response.headers)
    expect(headers, what).toMatchObject(await expected(what === 'picture' ? 'cross-origin' : 'same-origin'))
    expect(headers['x-request-id'], what).toMatch(/^[0-9a-f]{24}$/)
    kept[what] = response.headers.get('cache-control')
    await response.body?.cancel()
  }
  const [nothing, asked] = ['no-store', 'no-cache']
  expect(kept).toEqual({
    health: nothing,
    refused: nothing,
    cookie: nothing,
    unknown: nothing,
    docs: asked,
    unchanged: asked,
    page: null,
    picture: 'public, max-age=60',
    nobody: null,
    head: nothing,
  })
  const statuses = Object.values(all).map(({ status }) => status)
  expect(statuses).toEqual([200, 401, 200, 404, 200, 304, 200, 304, 404, 200])
  expect(all.cookie.headers.getSetCookie()).toHaveLength(1)
})

test('H2 an id that a proxy gave is kept, if it looks like one', async () => {
  const world = await openWorld()
  const idFor = async (given: string) =>
    (await world.app.request('/api/health', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  expect(await idFor('abc-1_2=')).toBe('abc-1_2=')
  for (const odd of ['a b', 'x'.repeat(65), '<script>']) expect(await idFor(odd)).toMatch(/^[0-9a-f]{24}$/)
})

test('H4 O2 each request is one line in the log and counts once in the figures, under its pattern, whatever became of it', async () => {
  const lines: string[] = []
  const world = await openWorld({ log: pino({}, { write: (line: string) => void lines.push(line) }) })
  const ask = await overHttp(world)
  const json = { 'content-type': 'application/json' }
  const long = { method: 'POST', headers: json, body: JSON.stringify({ email: 'x'.repeat(300_000) }) }
  const paths: [string, RequestInit?][] = [['/api/health'], ['/api/nothing/else'], ['/api/auth/me'], ['/api/auth/login', long]]
  for (const [path, init] of paths) await (await ask(path, init)).text()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ route }) => route !== undefined)
  expect(logged.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/health', 200],
    ['GET', '/api/*', 404],
    ['GET', '/api/auth/me', 401],
    ['POST', '/*', 413],
  ])
  expect(new Set(logged.map(({ id }) => id)).size).toBe(4)
  expect(logged.every(({ ms }) => Number.isInteger(ms))).toBe(true)
  const figures = await (await ask('/api/metrics')).text()
  for (const { method, route, status } of logged) {
    expect(figures).toContain(`rolecall_request_seconds_count{method="${method}",route="${route}",status="${status}"} 1\n`)
  }
})

test('R110 a long answer is compressed only for a call with a token: a page of another site can have cookies sent, and see the length', async () => {
  const app = new Hono<{ Bindings: Bindings }>().get('/', (c) => answerLong(c, '"long"'.repeat(4_000)))
  const encodingFor = async (headers: Record<string, string>) =>
    (
      await app.request('/', { headers: { 'accept-encoding': 'gzip', ...headers } }, { requestId: '1', route: '/', isWhole: false })
    ).headers.get('content-encoding')
  expect([await encodingFor({ authorization: 'Bearer a' }), await encodingFor({ cookie: 'proof=a' }), await encodingFor({})]).toEqual([
    'gzip',
    null,
    null,
  ])
})
