// One anonymous address that asks for all it may, in one way or in all of them, until it is ended.
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { frameOf, hostileHandshake, nestedHandshake, openIdle, plainHandshake } from '#tests/kit/hostile/idle-sockets.ts'

const [url = '', groupsText = '', ...kinds] = process.argv.slice(2)
const groups = groupsText.split(',')
const { hostname, port } = new URL(url)
const address = 'x-forwarded-for: 203.0.113.66'
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const filler = 'a: b\r\n'.repeat(800)
const cookies = hostileHandshake.headers?.[1] ?? ''

/** So many at once, one after the other, for good. */
function flood(atOnce: number, one: (nth: number) => Promise<unknown>, pauseMs = 0) {
  let nth = 0
  const go = async () => {
    for (;;) {
      await one(nth++).catch(() => wait(20))
      if (pauseMs > 0) await wait(pauseMs)
    }
  }
  for (let n = 0; n < atOnce; n++) void go()
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const send = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
  new Promise<void>((done, failed) => {
    const given = { 'x-forwarded-for': '203.0.113.66', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
    const asked = request({ agent, hostname, port, method, path, headers: given }, (answer) => answer.resume().once('end', done))
    asked.once('error', failed)
    asked.end(body)
  })

/** Opens a websocket that reads nothing and is sent something, until it is cut or ten seconds are over. */
async function deaf(say: (socket: Socket) => void) {
  const socket = await openIdle(url, { ...plainHandshake, headers: [address] })
  const ended = new Promise<void>((over) => socket.once('close', () => over()))
  socket.pause()
  say(socket)
  await Promise.race([ended, wait(10_000)])
  socket.destroy()
}
/** A message of which each letter comes in a frame of its own, and whose end doesn't. */
const fragments = Buffer.concat(
  Array.from({ length: 9_600 }, (_, nth) => {
    const frame = frameOf('4', nth === 0 ? 1 : 0)
    frame[0] = nth === 0 ? 1 : 0
    return frame
  }),
)

/** Bytes on a connection that is then left open. */
const leave = (bytes: string, more?: (write: (text: string) => void, socket: Socket) => void) =>
  new Promise<void>((done) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => done())
    socket.on('close', () => done())
    socket.resume()
    socket.write(bytes)
    more?.((text) => socket.writable && socket.write(text), socket)
  })

/** Opens a connection by polling and posts something on it; gives where it goes on. */
async function polling(body: string) {
  const path = '/socket.io/?EIO=4&transport=polling'
  const answer = await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': '203.0.113.66' } })
  const sid = /"sid":"([^"]+)"/.exec(await answer.text())?.[1]
  if (sid === undefined) throw new Error('refused')
  await fetch(`${url}${path}&sid=${sid}`, { method: 'POST', body, headers: { 'x-forwarded-for': '203.0.113.66' } })
  return `${path}&sid=${sid}`
}

const crumbs = '1\r\nx\r\n'.repeat(20_000)
const attacks: Readonly<Record<string, () => void>> = {
  sockets() {
    const headers = [address, ...(hostileHandshake.headers ?? [])]
    const openOne = async (nth: number) => {
      const socket = await openIdle(url, { ...(nth % 3 === 0 ? nestedHandshake : hostileHandshake), headers })
      if (socket.destroyed) throw new Error('cut')
    }
    flood(8, openOne, 50)
  },
  polls() {
    const poll = async () => {
      const path = await polling('40')
      void leave(`GET ${path}${'&a='.repeat(1_000)} HTTP/1.1\r\nhost: x\r\n${address}\r\n${cookies}\r\n\r\n`)
    }
    flood(4, poll, 80)
  },
  /** Asks for 900 sockets at once. */
  packets: () => flood(8, () => polling(Array(900).fill('40').join('\u001E')), 20),
  pages: () => flood(8, (nth) => send('GET', `/rsvp/${groups[nth % groups.length]}`)),
  pictures: () => flood(8, (nth) => send('GET', `/og/${groups[nth % groups.length]}.png`), 100),
  calls() {
    const check = (nth: number) =>
      JSON.stringify({ groupId: groups[nth % groups.length], email: `x${nth}@guests.test`, more: [...Array(20_000).keys()] })
    flood(16, (nth) => {
      const groupId = groups[nth % groups.length]
      return nth % 2 === 0 ? send('GET', `/api/rsvp/form/${groupId}`) : send('POST', '/api/rsvp/verify-code', check(nth))
    })
  },
  bodies() {
    const head = (path: string, how: string) =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\n${address}\r\n${filler}content-type: application/json\r\n${how}\r\n\r\n`
    const drip = (write: (text: string) => void) => void setInterval(write, 2_000, 'x')
    flood(
      50,
      (nth) =>
        leave(
          `${head('/api/rsvp/verify-code', 'transfer-encoding: chunked')}${nth % 2 ? crumbs : ''}`,
          nth % 2 ? undefined : (write) => write(crumbs),
        ),
      100,
    )
    flood(100, () => leave(`${head('/api/rsvp/verify-code', 'content-length: 262000')}${'x'.repeat(200_000)}`, drip), 100)
    flood(100, () => leave(`GET / HTTP/1.1\r\n${filler}`, drip), 100)
    flood(20, () => leave(`${head('/socket.io/?EIO=4&transport=polling', 'transfer-encoding: chunked')}${crumbs}`), 100)
  },
  /** Asks for much, and reads nothing. */
  answers: () =>
    flood(
      100,
      () => leave(`GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n${address}\r\n\r\n`.repeat(16), (_, socket) => socket.pause()),
      50,
    ),
  pings() {
    const pings = Buffer.concat(Array.from({ length: 500 }, () => frameOf('p'.repeat(125), 9)))
    flood(20, () =>
      deaf((socket) => {
        for (let nth = 0; nth < 100 && socket.writable; nth++) socket.write(pings)
      }),
    )
  },
  /** Says one message in parts that never end. */
  parts: () => flood(20, () => deaf((socket) => socket.write(fragments)), 20),
  /** More than may be silent in all, beside a heap of 256 MB: not all at once, or the machine itself would have most of them wait. */
  silence() {
    for (let lot = 0; lot < 45; lot++) setTimeout(() => flood(100, () => leave('')), lot * 100)
  },
}
for (const kind of kinds) attacks[kind]?.()
