// A line between pages and a server that fails as proxies and networks do: it refuses websockets, lets them hang, swallows what they say, cuts them; it is slow, down, or silent.
import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What becomes of a websocket; of everything where it is `down`. */
export type Fault = 'none' | 'refused' | 'hanging' | 'swallowed' | 'down'

export interface Line {
  readonly url: string
  /** What becomes of connections from now on. */
  fault: Fault
  /** How many connections began with a request for each. */
  readonly asked: { websocket: number; polling: number }
  /** How many connections it has turned away while it was down. */
  refused: number
  /** Ends the websockets that are open as a proxy does that has had enough of them. */
  readonly cut: () => void
  /** From now on nothing passes over the connections that are open, and nobody is told. */
  readonly silence: () => void
}
interface Slow {
  /** How much later all that is said arrives. */
  readonly lateMs?: number
  /** How long a websocket lives. */
  readonly cutAfterMs?: number
}

/** Says yes to a websocket in the server's place. */
const accepted = (head: string) => {
  const key = /^sec-websocket-key: *(.*)$/im.exec(head)?.[1]?.trim() ?? ''
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`
}

/** What a connection is told instead of being passed on; undefined where it is. */
function instead(fault: Fault, head: string) {
  if (fault === 'refused') return 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
  if (fault === 'swallowed') return accepted(head)
  return fault === 'hanging' ? '' : undefined
}

/** Opens a line to `url`; it is gone when the test ends. */
export async function openLine(url: string, { lateMs = 0, cutAfterMs }: Slow = {}): Promise<Line> {
  const { port, hostname } = new URL(url)
  const [open, websockets, silent] = [new Set<Socket>(), new Set<Socket>(), new Set<Socket>()]
  const hold = (one: Socket) => open.add(one.on('error', () => one.destroy()).on('close', () => open.delete(one)))
  const relay = (from: Socket, to: Socket) => {
    const late = (step: () => void) => (lateMs > 0 ? setTimeout(step, lateMs) : step())
    from.on('data', (said) => silent.has(from) || late(() => to.write(said)))
    from.on('close', () => silent.has(from) || late(() => to.destroy()))
  }
  const begin = (near: Socket, first: Buffer) => {
    const head = first.toString('latin1')
    const isWebsocket = /^upgrade: *websocket/im.test(head)
    if (isWebsocket) line.asked.websocket++
    else if (head.includes('transport=polling')) line.asked.polling++
    const told = isWebsocket ? instead(line.fault, head) : undefined
    if (told !== undefined) return void near.on('data', () => {}).write(told)
    const far = connect(Number(port), hostname)
    hold(far)
    if (isWebsocket) for (const one of [near, far]) websockets.add(one.on('close', () => websockets.delete(one)))
    if (isWebsocket && cutAfterMs !== undefined) setTimeout(() => near.destroy(), cutAfterMs)
    relay(near, far)
    relay(far, near)
    near.emit('data', first)
  }
  const server = createServer((near) => {
    hold(near)
    if (line.fault !== 'down') return void near.once('data', (first) => begin(near, first))
    line.refused++
    near.destroy()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const end = (some: Iterable<Socket>) => {
    for (const one of some) one.destroy()
  }
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: 'none',
    asked: { websocket: 0, polling: 0 },
    refused: 0,
    cut: () => end(websockets),
    silence: () => {
      for (const one of open) silent.add(one)
    },
  }
  onTestFinished(() => {
    end(open)
    server.close()
  })
  return line
}
