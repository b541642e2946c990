// Bodies and packets that are small on their way and large once unpacked: nobody unpacks them, wherever they are sent.
import { connect } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#server/app/app.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { frameOf, openIdle, plainHandshake } from '../kit/hostile/idle-sockets.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { listening } from '../kit/process/listening.ts'
import { openWorld } from '../kit/world/world.ts'

const login = '{"email":"ada@people.test","password":"a guess"}'
/** A sound body with a long gap in it: a thousand times the limit, and sixty kilobytes when it is packed. */
const gap = Buffer.concat([Buffer.from(login.slice(0, -1)), Buffer.alloc(64 * 1_048_576, ' '), Buffer.from('}')])
const packings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, 'gzip, gzip': (body: Buffer) => gzipSync(gzipSync(body)) }
const packed = Object.entries(packings).flatMap(([encoding, pack]) =>
  [gap, Buffer.from(login)].map((body) => ({ encoding, body: pack(body) })),
)

const calls = routes
  .filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
  .map(({ endpoint }) => ({ method: endpoint.method, path: `/api${endpoint.path.replace(/:\w+/g, '0'.repeat(24))}` }))
const others = ['/api/payment/webhook', '/api/email/events', '/unsubscribe'].map((path) => ({ method: 'POST' as const, path }))

/** What comes of each packed body at each of these: the codes, and what was not refused. */
async function answersTo(url: string, token: string, asked: typeof calls) {
  const http = openRawHttp(url)
  onTestFinished(http.close)
  const codes = new Set<string>()
  const taken: string[] = []
  for (const { method, path } of asked)
    for (const { encoding, body } of packed) {
      const headers = Object.entries({ 'content-type': 'application/json', 'content-encoding': encoding, authorization: `Bearer ${token}` })
      const { status, text } = await http.send({ method, path, headers, body })
      if (status < 400 || status >= 500) taken.push(`${method} ${path} ${encoding}: ${status} ${text.slice(0, 80)}`)
      else codes.add(String((JSON.parse(text) as { code?: unknown }).code))
    }
  return { codes, taken }
}

test('S4, R119 a packed body is unpacked by no call: it is broken JSON, however much it would be', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { codes, taken } = await answersTo(await world.address(), ada.token, [...calls, ...others])
  expect(taken).toEqual([])
  expect(codes).toContain('json-broken')
  for (const code of ['body-too-large', 'login-wrong', 'input-invalid']) expect([...codes]).not.toContain(code)
  expect(calls.length).toBeGreaterThan(60)
})

test('S4 control: a server that unpacks what it is sent is found to', async () => {
  const world = await openWorld()
  const unpacking = {
    async fetch(request: Request, ...more: []) {
      if (request.headers.get('content-encoding') !== 'gzip') return world.app.fetch(request, ...more)
      const body = gunzipSync(Buffer.from(await request.arrayBuffer()))
      return world.app.fetch(new Request(request.url, { method: request.method, headers: request.headers, body }), ...more)
    },
  } as HttpApp
  const logIns = calls.filter(({ path }) => path === '/api/auth/login')
  const { codes } = await answersTo(await listening(createHttpServer(unpacking)), '', logIns)
  expect([...codes]).toContain('login-wrong')
})

test('S4, R119 no socket packs: what a browser offers is passed over, and a packed frame ends its connection', async () => {
  const world = await openWorld()
  const url = await world.address()
  const { hostname, port } = new URL(url)
  const said = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname).once('data', (bytes) => {
      resolve(bytes.toString('latin1'))
      socket.destroy()
    })
    const upgrade = `host: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-key: ${'a'.repeat(22)}==\r\nsec-websocket-version: 13`
    const path = '/socket.io/?EIO=4&transport=websocket'
    socket.write(`GET ${path} HTTP/1.1\r\n${upgrade}\r\nsec-websocket-extensions: permessage-deflate; client_max_window_bits\r\n\r\n`)
  })
  expect(said).toMatch(/^HTTP\/1\.1 101 /)
  expect(said.toLowerCase()).not.toContain('sec-websocket-extensions')
  const socket = await openIdle(url, plainHandshake)
  const ended = new Promise<void>((resolve) => void socket.once('close', resolve))
  const [first = 0, ...rest] = frameOf(deflateRawSync('2'.repeat(60_000)), 1)
  socket.write(Buffer.from([first | 0x40, ...rest]))
  await ended
})
