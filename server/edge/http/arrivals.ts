// R243a: connections are taken as they come, and read in turn, one of each address. By itself Node takes one in each turn of its loop, from a queue of the
// system that knows no addresses: it fills with those of whoever connects again as soon as they are cut, and everybody else waits behind all they ask.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** So long none is read while more come: to take one costs little, and to read one may take as long as a hundred. */
const takingMs = 50

interface Arrivals {
  readonly addressOf: (socket: Socket) => string
  /** Hears of each that has come. */
  readonly take: (socket: Socket) => void
  readonly takingMs?: number
}

/** Those that wait, by address. */
class Lines {
  readonly #lines = new Map<string, Set<Socket>>()
  add(address: string, connection: Socket) {
    this.#lines.set(address, (this.#lines.get(address) ?? new Set()).add(connection))
    connection.once('close', () => this.#leave(address, connection))
  }
  #leave(address: string, connection: Socket) {
    const line = this.#lines.get(address)
    if (line?.delete(connection) && line.size === 0) this.#lines.delete(address)
  }
  /** Takes the first of each address. */
  firsts(): Socket[] {
    return [...this.#lines].flatMap(([address, line]) => {
      for (const connection of line) {
        this.#leave(address, connection)
        if (!connection.destroyed) return connection
      }
      return []
    })
  }
  isEmpty() {
    return this.#lines.size === 0
  }
}

export function readInTurns(http: Server, { addressOf, take, takingMs: longest = takingMs }: Arrivals): void {
  const [parse] = http.listeners('connection')
  http.removeAllListeners('connection')
  Object.assign(http, { pauseOnConnect: true }) // as createServer of `net` takes it
  const lines = new Lines()
  let hasCome = false
  let isDue = false
  let readAt = 0

  function begin(socket: Socket) {
    parse?.call(http, socket)
    socket.resume()
  }
  function turn() {
    isDue = false
    if (!hasCome || performance.now() - readAt > longest) {
      lines.firsts().forEach(begin)
      readAt = performance.now()
    }
    hasCome = false
    next()
  }
  function next() {
    if (isDue || lines.isEmpty()) return
    isDue = true
    setImmediate(turn)
  }
  http.on('connection', (socket: Socket) => {
    lines.add(addressOf(socket), socket)
    hasCome = true
    take(socket)
    next()
  })
}
