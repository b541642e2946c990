// Sockets that an attacker leaves idle: written by hand, so that this side keeps nothing of what it sent.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export interface Idle {
  /** What follows the engine's path in the query. */
  readonly query?: string
  readonly headers?: readonly string[]
  /** Packets that are sent once the engine has opened. */
  readonly packets: readonly (string | Buffer)[]
}

/** A frame as a client sends it: masked, here by zeros. */
export function frameOf(packet: string | Buffer, opcode = typeof packet === 'string' ? 1 : 2): Buffer {
  const body = Buffer.from(packet)
  const head =
    body.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | body.length])
      : Buffer.from([0x80 | opcode, 0xfe, body.length >> 8, body.length & 0xff])
  return Buffer.concat([head, Buffer.alloc(4), body])
}

const pong = frameOf('3')
const isGoodbye = (said: string) => said.includes('\u0088') // a frame that closes
const isPing = (said: string) => said.endsWith('\u00012') // a frame of one byte: the engine's 2

/** Opens a WebSocket at `url`, sends its packets, and from then on only answers that it is there. */
export function openIdle(url: string, { query = '', headers = [], packets }: Idle): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((opened, failed) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', failed)
    let isOpen = false
    socket.on('data', (bytes) => {
      const said = bytes.toString('latin1')
      if (isOpen && isGoodbye(said)) return void socket.destroy()
      if (isOpen) return void (isPing(said) && socket.write(pong))
      isOpen = true
      if (!said.startsWith('HTTP/1.1 101')) return failed(new Error(said.slice(0, 200)))
      socket.off('error', failed).on('error', () => {})
      for (const packet of packets) socket.write(frameOf(packet))
      opened(socket)
    })
    const key = randomBytes(16).toString('base64')
    const lines = [
      'host: rolecall.test',
      'upgrade: websocket',
      'connection: Upgrade',
      `sec-websocket-key: ${key}`,
      'sec-websocket-version: 13',
    ]
    socket.write(`GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1\r\n${[...lines, ...headers].join('\r\n')}\r\n\r\n`)
  })
}

/** Made-up cookies of one kind, as many and as long as a handshake may bring. */
const cookies = (kind: string, value: string) => {
  const named = (n: number) => `rolecall_${kind}_${n.toString(16).padStart(24, '0')}=${value}`
  return Array.from({ length: 48 }, (_, n) => named(n)).join('; ')
}
const signed = `${'x'.repeat(150)}.${'y'.repeat(43)}`
/** As much as a handshake may bring: a token and cookies that are none, and a query of nothing. */
const bringing = (cookie: string): Idle => ({
  query: '&a='.repeat(700),
  headers: ['sec-fetch-site: same-origin', `cookie: ${cookie}`],
  packets: [`40{"token":"${'t'.repeat(480)}","organizerToken":"${'o'.repeat(480)}"}`],
})
export const hostileHandshake = bringing(cookies('proof', signed))
/** By the kind of their cookies, each in the form that is looked for. */
export const hostileHandshakes: Readonly<Record<string, Idle>> = {
  proof: hostileHandshake,
  team: bringing(cookies('team', signed)),
  aside: bringing(cookies('aside', '1')),
  door: bringing(cookies('door', `${'0'.repeat(24)}.${'x'.repeat(43)}`)),
}
export const plainHandshake: Idle = { packets: ['40'] }
/** What is refused today, and what every socket once kept: thousands of objects in `auth`. */
export const nestedHandshake: Idle = { ...hostileHandshake, packets: [`40{"a":[${Array(3_000).fill('{}').join(',')}]}`] }
