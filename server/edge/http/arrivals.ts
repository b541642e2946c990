// R243: connections are taken as they come, and read in turn, one of each address. By itself Node takes one in each turn of its loop, from a queue of the
// system that knows no addresses: it fills with those of whoever connects again as soon as they are cut, and everybody else waits behind all they ask.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** So long none is read while more come: to take one costs little, and to read one may take as long as a hundred. */
const takingMs = 50

interface Arrivals {
  readonly addressOf: (socket: Socket) => string
  /** Hears of each that has come. */
  readonly take: (socket: Socket) => void
  /** Hears of each that is about to be read. */
  readonly read: (socket: Socket) => void
  readonly takingMs?: number
}

export function readInTurns(http: Server, { addressOf, take, read, takingMs: longest = takingMs }: Arrivals): void {
  const [parse] = http.listeners('connection')
  http.removeAllListeners('connection')
  Object.assign(http, { pauseOnConnect: true }) // as createServer of `net` takes it
  const lines = new Map<string, Set<Socket>>()
  let hasCome = false
  let isDue = false
  let readAt = 0

  function leave(address: string, socket: Socket) {
    const line = lines.get(address)
    if (line?.delete(socket) && line.size === 0) lines.delete(address)
  }
  function readFirst(address: string, line: ReadonlySet<Socket>) {
    const [socket] = line
    if (!socket) return
    leave(address, socket)
    if (socket.destroyed) return readFirst(address, line)
    read(socket)
    parse?.call(http, socket)
    socket.resume()
  }
  function turn() {
    isDue = false
    if (!hasCome || performance.now() - readAt > longest) {
      for (const [address, line] of lines) readFirst(address, line)
      readAt = performance.now()
    }
    hasCome = false
    next()
  }
  function next() {
    if (isDue || lines.size === 0) return
    isDue = true
    setImmediate(turn)
  }
  http.on('connection', (socket: Socket) => {
    const address = addressOf(socket)
    const line = lines.get(address) ?? new Set()
    lines.set(address, line.add(socket))
    socket.once('close', () => leave(address, socket))
    hasCome = true
    take(socket)
    next()
  })
}
