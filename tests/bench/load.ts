// Load on the server under measurement: a number of connections, each with one request under way. Written by ourselves, since it must cost less than
// the barest server does, and tell exact times: from the first request sent to the last answer received, and of each request.
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly perSecond: number
  /** The time of each request in milliseconds, ascending. */
  readonly times: Float64Array
  readonly ok: number
  readonly refused: number
  readonly broken: number
}

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** The time within which this share of the requests was answered (ms). */
export const percentile = (times: Float64Array, share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

const endOfHead = '\r\n\r\n'

/** A request as it travels. */
function encoded(host: string, { method, path, headers, body }: Sent): Buffer {
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** How long the answer is that begins here, or undefined while its head isn't whole. One without a length is none of ours. */
function lengthOf(bytes: Buffer): number | undefined {
  const head = bytes.indexOf(endOfHead)
  if (head < 0) return undefined
  const text = bytes.toString('latin1', 0, head)
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  const isBodiless = text.startsWith('304', 9) || text.startsWith('204', 9)
  if (length === undefined && !isBodiless) throw new Error(`An answer without a length: ${text}`)
  return head + endOfHead.length + (isBodiless ? 0 : Number(length))
}

const open = (url: URL) =>
  new Promise<Socket>((opened, failed) => {
    const socket: Socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true }, () => opened(socket))
    socket.once('error', failed)
  })

/** Has one connection send what `next` gives, each once the answer before it is whole, and `heard` told the status and time of each. */
function converse(socket: Socket, next: () => Buffer | undefined, heard: (status: number, ms: number) => void): Promise<void> {
  return new Promise((done, failed) => {
    let sentAt = 0
    let answer: Buffer = Buffer.alloc(0)
    const send = () => {
      const bytes = next()
      if (!bytes) return done()
      sentAt = performance.now()
      socket.write(bytes)
    }
    socket.on('data', (bytes: Buffer) => {
      answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes])
      const length = lengthOf(answer)
      if (length === undefined || answer.length < length) return
      heard(Number(answer.toString('latin1', 9, 12)), performance.now() - sentAt)
      answer = Buffer.alloc(0)
      send()
    })
    socket.once('error', failed)
    socket.once('close', () => failed(new Error('The server closed a connection that was in use')))
    send()
  })
}

/** Sends `amount` requests over `connections`; `request(n)` makes the n-th, before the first is sent. */
export async function load(address: string, connections: number, amount: number, request: (n: number) => Sent): Promise<Load> {
  const url = new URL(address)
  const requests = Array.from({ length: amount }, (_, n) => encoded(url.host, request(n)))
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(url)))
  const times = new Float64Array(amount)
  const counts = { ok: 0, refused: 0, broken: 0 }
  let sent = 0
  let received = 0
  const heard = (status: number, ms: number) => {
    times[received++] = ms
    counts[status < 400 ? 'ok' : status < 500 ? 'refused' : 'broken']++
  }
  const startedAt = performance.now()
  await Promise.all(sockets.map((socket) => converse(socket, () => requests[sent++], heard)))
  const seconds = (performance.now() - startedAt) / 1_000
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { perSecond: amount / seconds, times: times.sort(), ...counts }
}
