// Bodies at the limit, in every way they can come, and requests that come a byte at a time.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { largeBodies } from '#server/edge/http/bodies.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { listening } from '../kit/process/listening.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const limit = 256 * 1024
const login = '/api/auth/login'
/** A body of so many bytes: JSON, or broken off. */
const bodyOf = (bytes: number, isWhole: boolean) => {
  const text = `{"email":"ada@people.test","password":"${'x'.repeat(bytes - 41)}"}`
  return isWhole ? text : text.replace(/"}$/, 'xx')
}
const sent = (body: string, chunked: boolean) => ({
  method: 'POST',
  path: login,
  headers: [['content-type', 'application/json']] as const,
  body,
  chunked,
})

/** What bodies of just the limit, and of a byte more, are told: by a stated length and in chunks, whole and broken off. */
async function atTheLimit(url: string) {
  const http = openRawHttp(url)
  const replies: (string | number)[] = []
  for (const bytes of [limit, limit + 1])
    for (const chunked of [false, true])
      for (const isWhole of [true, false]) {
        const { status, text } = await http.send(sent(bodyOf(bytes, isWhole), chunked))
        replies.push(status === 413 || status === 400 ? String(JSON.parse(text).code) : status)
      }
  http.close()
  return replies
}

test('S4 H3 a body of 262,144 bytes is read and one of a byte more is not, by its length and in chunks', async () => {
  const world = await openWorld()
  expect([bodyOf(limit, true).length, JSON.parse(bodyOf(99, true)).email]).toEqual([limit, 'ada@people.test'])
  const [read, broken, no] = ['input-invalid', 'json-broken', 'body-too-large']
  expect(await atTheLimit(await world.address())).toEqual([read, broken, read, broken, no, no, no, no])
})

test('S4 H3 control: a server without the limit reads them all', async () => {
  const { app } = await openWorld()
  const { port } = await ownServer(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const small = body.length > 1_000 ? '{"email":' : body
    const response = await app.request(login, { method: 'POST', headers, body: small })
    return [response.status, await response.text()]
  })
  expect(await atTheLimit(`http://127.0.0.1:${port}`)).not.toContain('body-too-large')
})

/** A server of Node's own, which reads a whole body and answers; one request after the other if `isAlone`. */
async function ownServer(answer: (body: string) => Promise<readonly [status: number, text: string]>, isAlone = false) {
  let turn: Promise<unknown> = Promise.resolve()
  const http = createServer((request, response) => {
    const work = async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const [status, text] = await answer(Buffer.concat(parts).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
    const mine = isAlone ? turn.then(work) : work()
    turn = mine.catch(() => {})
  })
  return { port: Number(new URL(await listening(http)).port) }
}

const slowBytes = '{"a":1}'
const head = `POST ${login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
/** How the slow ones begin; what follows comes a byte a second. */
const slowStarts = [
  [`${head}Content-Length: ${slowBytes.length}\r\n\r\n`, slowBytes],
  [`${head}Content-Length: 200000\r\n\r\n`, slowBytes],
  [`${head}Transfer-Encoding: chunked\r\n\r\n`, '7\r\n{"a":1}\r\n0\r\n\r\n'],
  [head, 'X-A: slow'],
  ['', 'GET / HTTP'],
] as const

/** What no machine is too busy for. */
const longMs = 2_000
const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0

/** 200 connections that send a byte a second for so long, and how long plain requests take meanwhile. */
async function besideSlowOnes(port: number, seconds: number) {
  const answers: string[] = []
  const slow = Array.from({ length: 200 }, (_, nth) => {
    const [start = '', rest = ''] = slowStarts[nth % slowStarts.length] ?? []
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.on('data', (part) => answers.push(part.toString('latin1')))
    if (start) socket.write(start)
    return { socket, rest }
  })
  onTestFinished(() => slow.forEach(({ socket }) => void socket.destroy()))
  const http = openRawHttp(`http://127.0.0.1:${port}`)
  const times: number[] = []
  for (let second = 0; second < seconds; second++) {
    for (const { socket, rest } of slow) socket.write(rest[second] ?? '')
    const until = performance.now() + 1_000
    while (performance.now() < until) {
      const began = performance.now()
      await Promise.race([http.send({ method: 'GET', path: '/api/tier-limits' }), wait(longMs + 10)])
      times.push(performance.now() - began)
      await wait(20)
    }
  }
  http.close()
  return { times, answers }
}

test(
  'S4 H3 pace: 200 connections that send a byte a second hold nobody up; the one that comes to its end is answered',
  onTime,
  async () => {
    const world = await openWorld()
    const port = Number(new URL(await world.address()).port)
    const { times, answers } = await besideSlowOnes(port, slowBytes.length + 1)
    within(median(times), 50)
    within(Math.max(...times), longMs)
    const [whole, others] = [/^HTTP\/1\.1 400 [\s\S]*"code":"input-invalid"/, /^HTTP\/1\.1 503 [\s\S]*"code":"busy"/]
    expect(answers.filter((answer) => whole.test(answer))).toHaveLength(40)
    // R119: of 80 that are large or don't say, an address has so many under way.
    expect(answers.filter((answer) => others.test(answer))).toHaveLength(80 - largeBodies.ofAddress)
    expect(answers).toHaveLength(120 - largeBodies.ofAddress)
    expect((await world.send('GET', '/api/health')).status).toBe(200)
  },
)

test('S4 H3 pace: control: a server that reads one request after the other stands still', async () => {
  const { port } = await ownServer(async () => [200, '{}'], true)
  const { times } = await besideSlowOnes(port, 2)
  expect(median(times)).toBeGreaterThanOrEqual(longMs)
})

test.runIf(process.env.SOAK)('S4 headers that are not there after a minute end their connection with a 408 in our words', async () => {
  const world = await openWorld()
  const http = openRawHttp(await world.address())
  const got = await http.bytes(head, 100_000)
  expect(got).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request-slow"/)
})
