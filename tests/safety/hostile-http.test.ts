// What surrounds a request: credentials, claims about host and address, and HTTP that is broken before it is a request.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { type HttpApp, newApp } from '#server/edge/http/mount.ts'
import { serveClient } from '#server/edge/http/static.ts'
import { words } from '../kit/hostile/hostile.ts'
import { badBearers, badOrganizerTokens, brokenHosts, forgedHeaders } from '../kit/hostile/hostile-http.ts'
import { openRawHttp, type RawHttp } from '../kit/hostile/raw-http.ts'
import { listening } from '../kit/process/listening.ts'
import { newFolder } from '../kit/process/process.ts'
import { hour } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

async function overHttp() {
  const world = await openWorld()
  return { world, http: openRawHttp(await world.address()) }
}
const me = { method: 'GET', path: '/api/auth/me' }

/** A server that changes every request before the product sees it: for controls. */
async function behind({ app }: World, change: (headers: Headers) => void) {
  const front = newApp()
  front.all('*', async (c) => {
    const headers = new Headers(c.req.raw.headers)
    change(headers)
    const body = c.req.method === 'GET' ? undefined : await c.req.text()
    return app.fetch(new Request(c.req.url, { method: c.req.method, headers, ...(body && { body }) }), c.env)
  })
  return openRawHttp(await listenTo(front))
}
const listenTo = (app: HttpApp) => listening(createHttpServer(app))

/** Which bad credentials are answered anything but a 401: in either header, beside a good one, and in both at once. */
async function letIn(http: RawHttp, real: string, organizerToken: string) {
  const [bearers, organizers] = [badBearers(real), badOrganizerTokens(organizerToken)]
  expect([bearers.length >= 60, organizers.length >= 60]).toEqual([true, true])
  const both = bearers.map((value, nth) => [['authorization', value], ['x-organizer-token', organizers[nth % organizers.length] ?? '']] as const) // biome-ignore format: one line
  const sets = [
    ...bearers.map((value) => [['authorization', value]] as const),
    ...bearers.map((value) => [['authorization', value], ['x-organizer-token', organizerToken]] as const), // biome-ignore format: one line
    ...organizers.map((value) => [['x-organizer-token', value]] as const),
    ...both,
  ]
  const wrong: string[] = []
  for (const headers of sets) {
    const { status, text } = await http.send({ ...me, headers })
    if (status !== 401 || JSON.parse(text).code !== 'token-invalid') wrong.push(`${status} ${JSON.stringify(headers).slice(0, 90)}`)
  }
  return wrong
}

test('S2 R31 whatever is no valid token is a 401, in either header and in both, and nobody is let in by the other one', async () => {
  const { world, http } = await overHttp()
  const ada = await world.person('ada')
  const { organizerToken } = await world.link(ada.email)
  expect(await letIn(http, ada.token, organizerToken)).toEqual([])
})

test('S2 R31 control: a server that forgets a Bearer it can’t read lets in by the other header', async () => {
  const { world } = await overHttp()
  const ada = await world.person('ada')
  const { organizerToken } = await world.link(ada.email)
  const http = await behind(world, (headers) => {
    if (!/^Bearer [\w-]{43}$/.test(headers.get('authorization') ?? '')) headers.delete('authorization')
  })
  expect((await letIn(http, ada.token, organizerToken)).filter((one) => one.startsWith('200')).length).toBeGreaterThan(50)
})

test('S2 R31 with both headers the Bearer decides alone; a token of one kind is no token of the other', async () => {
  const { world } = await overHttp()
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  const { organizerToken } = await world.link(bob.email)
  const user = async (as: object) => (await world.ok(accountApi.me, {}, as)).user
  expect(await user({ token: ada.token, organizerToken })).toMatchObject({ email: ada.email, access: 'account' })
  expect(await user({ token: ada.token, organizerToken: 'nonsense' })).toMatchObject({ email: ada.email })
  expect(await user({ organizerToken })).toMatchObject({ email: bob.email, access: 'organizer' })
  for (const as of [{ token: organizerToken }, { organizerToken: ada.token }, { token: 'nonsense', organizerToken }])
    expect((await world.call(accountApi.me, {}, as)).status).toBe(401)
})

test('S2 a token ends with its time, its logout and its password; an expired one is like none', async () => {
  const { world } = await overHttp()
  const ada = await world.person('ada')
  const link = await world.link(ada.email)
  world.clock.advance(24 * hour)
  expect((await world.call(accountApi.me, {}, link)).status).toBe(401)
  expect((await world.call(accountApi.me, {}, ada)).status).toBe(200)
  await world.ok(accessApi.logOut, {}, ada)
  expect((await world.call(accountApi.me, {}, ada)).status).toBe(401)
  expect((await world.call(groupApi.mine, {}, ada)).status).toBe(401)
})

/** Everything that is mailed and answered to somebody who lies in every header there is. */
async function toldToLiars(world: World, http: RawHttp) {
  const ada = await world.person('ada')
  const lying = forgedHeaders.filter(([name]) => !['Idempotency-Key', 'Content-Encoding', 'Cookie'].includes(name)) // with a cookie a page of others is refused (R121)
  const post = (path: string, body: object) =>
    http.send({ method: 'POST', path, headers: [...lying, ['content-type', 'application/json']], body: JSON.stringify(body) })
  await post('/api/token-access/request', { email: ada.email })
  await post('/api/auth/request-password-reset', { email: ada.email })
  await post('/api/auth/signup', { email: 'eve@people.test', username: 'eve_user', password: 'password of eve' })
  const event = world.eventInput({ organizerEmail: 'carl@people.test' })
  const created = await post('/api/event/with-group', { event, groups: [{ roles: [] }] })
  expect(created.status).toBe(200)
  const mails = await Promise.all([ada.email, 'eve@people.test', 'carl@people.test'].map((to) => world.mails(to)))
  expect(mails.map((some) => some.length)).toEqual([3, 1, 1])
  return JSON.stringify([mails, created])
}

test('S3 what a request claims of its host, its address or its origin stands in no link and in no answer', async () => {
  const { world, http } = await overHttp()
  const replied = await toldToLiars(world, http)
  expect(replied).not.toMatch(/evil|6\.6\.6\.6/)
  expect(replied).toContain('http://rolecall.test/')
})

test('S3 control: a server that believes the host it is called by mails it', async () => {
  const { world } = await overHttp()
  const http = await behind(world, (headers) => {
    Object.assign(world.services, { publicUrl: `http://${headers.get('x-forwarded-host')}` })
  })
  expect(await toldToLiars(world, http)).toMatch(/http:\/\/evil\.test\/token/)
})

test('S3 a made-up method or path in a header opens nothing', async () => {
  const { world, http } = await overHttp()
  const ada = await world.person('ada')
  const { eventId } = await world.event(ada)
  const as = ['authorization', `Bearer ${ada.token}`] as const
  await http.send({ method: 'POST', path: `/api/event/${eventId}`, headers: [as, ['X-HTTP-Method-Override', 'DELETE']], body: '{}' })
  await http.send({ method: 'GET', path: `/api/event/${eventId}?_method=DELETE`, headers: [as] })
  expect((await world.ok(eventApi.read, { id: eventId }, ada)).canManage).toBe(true)
})

const login = (headers: string, body = '') => `POST /api/auth/login HTTP/1.1\r\nConnection: close\r\n${headers}\r\n${body}`
const broken: readonly (readonly [what: string, sent: string, status: number])[] = [
  ['a path with spaces', 'GET /api/auth/me x HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['raw bytes in the path', 'GET /api/\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a backslash in the path', 'GET /api\\auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a TLS greeting', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000', 400],
  ['an unknown method', 'FOO /api/auth/me HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['an endless path', `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['an endless header', login(`Host: x\r\nX-A: ${'a'.repeat(20_000)}\r\n`), 431],
  ['NUL in a header', login('Host: x\r\nX-A: a\u0000b\r\n'), 400],
  ['a header that goes on in the next line', login('Host: x\r\nX-A: a\r\n b\r\n'), 400],
  ['two lengths', login('Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n', 'hello'), 400],
  ['a length and chunks', login('Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['a length below zero', login('Host: x\r\nContent-Length: -1\r\n'), 400],
  ['a chunk without a size', login('Host: x\r\nTransfer-Encoding: chunked\r\n', 'ZZ\r\nhello\r\n'), 400],
  ['an unknown expectation', login('Host: x\r\nExpect: miracles\r\nContent-Length: 0\r\n'), 417],
  ...brokenHosts
    .filter((host) => host !== '')
    .map((host) => [`the host ${host}`, login(`Host: ${host}\r\nContent-Length: 0\r\n`), 400] as const),
]

/** What is answered to broken HTTP in other words than ours, or not at all. */
async function strangeAnswers(http: RawHttp, waitMs = 120_000) {
  const strange: string[] = []
  for (const [what, sent, status] of broken) {
    const [head = '', body = ''] = (await http.bytes(Buffer.from(sent, 'latin1'), waitMs)).split('\r\n\r\n')
    const isOurs = head.startsWith(`HTTP/1.1 ${status} `) && head.toLowerCase().includes('content-type: application/json')
    if (!isOurs || !/^\{"error":"[^"]+","code":"[a-z-]+"/.test(body)) strange.push(`${what}: ${head.split('\r\n')[0]} ${body.slice(0, 60)}`)
  }
  return strange
}

test('S4 R59 HTTP that is broken is refused with a sentence and a code like any other, and the next one is served', async () => {
  const { http } = await overHttp()
  expect(await strangeAnswers(http)).toEqual([])
  expect((await http.send({ method: 'GET', path: '/api/health' })).status).toBe(200)
  expect(await http.bytes('GET /api/health HTTP/1.0\r\n\r\n', 120_000)).toContain('{"status":"ok"}')
})

test('S4 R59 control: Node’s own answers are none of ours', async () => {
  const server = createServer((_, response) => void response.end('{}'))
  const http = openRawHttp(await listening(server))
  expect((await strangeAnswers(http, 200)).length).toBe(broken.length)
})

test('S4 a body that is too long, by its length or in chunks, leaves its connection fit for the next request', async () => {
  const { http } = await overHttp()
  const body = 'x'.repeat(1_048_576)
  for (const chunked of [true, false, true, true, false]) {
    const got = await http.send({ method: 'POST', path: '/api/auth/login', body, chunked })
    expect([got.status, JSON.parse(got.text).code]).toEqual([413, 'body-too-large'])
    expect((await http.send({ method: 'GET', path: '/api/health' })).status).toBe(200)
  }
  const small = await http.send({
    method: 'POST',
    path: '/api/auth/login',
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ email: 'a@b.co', password: 'x' }),
    chunked: true,
  })
  expect(small.status).toBe(401)
})

const waysOut = words(String.raw`
  /assets/../secret.txt /assets/../../secret.txt /assets/..%2f..%2fsecret.txt /assets/%2e%2e/%2e%2e/secret.txt /assets/..%5c..%5csecret.txt
  /assets/....//....//secret.txt /assets//../secret.txt /assets/%252e%252e/secret.txt /assets/a.js/../../../secret.txt /assets/..;/..;/secret.txt
  /assets/a.js%00../../secret.txt /assets/\..\..\secret.txt /../secret.txt /favicon.svg/../../secret.txt //secret.txt /assets/C:/secret.txt
  /assets/%c0%ae%c0%ae/secret.txt /assets/.%2e/.%2e/secret.txt /assets/%2e%2e%2f%2e%2e%2fsecret.txt /assets/% /assets/`)

test('S4 no path leads out of the folder of the built client', async () => {
  const folder = newFolder()
  const built = join(folder, 'client')
  mkdirSync(join(built, 'assets'), { recursive: true })
  for (const [name, text] of [
    ['secret.txt', 'SECRET'],
    ['client/index.html', 'PAGE'],
    ['client/assets/a.js', 'SCRIPT'],
  ] as const)
    writeFileSync(join(folder, name), text)
  const app = newApp()
  app.notFound(serveClient(app, built))
  const http = openRawHttp(await listenTo(app))
  expect((await http.send({ method: 'GET', path: '/assets/a.js' })).text).toBe('SCRIPT')
  expect((await http.send({ method: 'GET', path: '/dashboard' })).text).toBe('PAGE')
  for (const path of waysOut) {
    const { status, text } = await http.send({ method: 'GET', path })
    expect([path, status < 500, text.includes('SECRET')]).toEqual([path, true, false])
  }
  http.close()
})
