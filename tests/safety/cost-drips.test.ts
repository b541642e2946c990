// Bodies that come in crumbs or drip for minutes: what they hold has a budget, and whoever sends one otherwise is answered.
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { largeBodies } from '#server/edge/http/bodies.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const json = ['content-type', 'application/json'] as const
const check = '/api/rsvp/verify-code'

/** A body in pieces of so many bytes, without a stated length. */
const chunked = (path: string, bytes: number, pieces: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${`${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`.repeat(pieces)}0\r\n\r\n`

async function open(hops = 0) {
  const world = await openWorld({ hops })
  const http = openRawHttp(await world.address())
  onTestFinished(http.close)
  return { world, http }
}

test('R119, S4 a body in thousands of crumbs ends its connection, wherever it is sent; in whole pieces it is read', async () => {
  const { http } = await open()
  const polling = '/socket.io/?EIO=4&transport=polling'
  const { text } = await http.send({ method: 'GET', path: polling })
  const session = `${polling}&sid=${/"sid":"([^"]+)"/.exec(text)?.[1]}`
  for (const path of [check, '/api/email/events', '/rsvp/x', session]) {
    const answer = await http.bytes(chunked(path, 1, 5_000))
    expect([path, answer.slice(0, 12), answer.includes('request-broken')]).toEqual([path, 'HTTP/1.1 400', true])
  }
  expect(await http.bytes(chunked(check, 1_000, 250), 500)).toContain('"code":"json-broken"')
  expect(await http.bytes(chunked(check, 1, 150), 500)).toContain('"code":"json-broken"')
})

test('R119 control: Node’s own server takes every crumb', async () => {
  const { createServer } = await import('node:http')
  let crumbs = 0
  const http = createServer((request, response) => request.on('data', () => crumbs++).on('end', () => response.end('all')))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void http.close())
  const { port } = http.address() as { port: number }
  await openRawHttp(`http://127.0.0.1:${port}`).bytes(chunked('/', 1, 5_000), 500)
  expect(crumbs).toBe(5_000)
})

/** A large body of an address that is begun and not ended. */
async function begin(world: World, from: string): Promise<Socket> {
  const { hostname, port } = new URL(await world.address())
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write(
    `POST ${check} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{`,
  )
  return socket
}

test('R119 of large bodies an address has so many under way; the next is refused, short ones and other addresses go on, and one that ends makes room', async () => {
  const { world, http } = await open(1)
  const large = (from: string) =>
    http.send({ method: 'POST', path: check, headers: [json, ['x-forwarded-for', from]], body: `{"email":"${'x'.repeat(20_000)}"}` })
  const sockets: Socket[] = []
  while (sockets.length < largeBodies.ofAddress) sockets.push(await begin(world, '203.0.113.66'))
  await expect.poll(async () => (await large('203.0.113.66')).status).toBe(503)
  expect((await large('192.0.2.1')).status).toBe(400)
  const short = await http.send({ method: 'POST', path: check, headers: [json, ['x-forwarded-for', '203.0.113.66']], body: '{}' })
  expect(short.status).toBe(400)
  sockets[0]?.destroy()
  await expect.poll(async () => (await large('203.0.113.66')).status).toBe(400)
})

test('R119 a request has a minute to be there as a whole', async () => {
  const { world } = await open()
  const http = createHttpServer(world.app)
  expect([http.requestTimeout, http.headersTimeout <= 60_000]).toEqual([60_000, true])
})
