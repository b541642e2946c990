// R243: what connections make the process hold, by network address and in all: answers that nobody reads, bodies that are still coming in, and silence.
import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { Tally } from './tally.ts'

const heap = getHeapStatistics().heap_size_limit
const bodyBytes = Math.min(134_217_728, Math.floor(heap / 4))
const silent = Math.min(10_000, Math.floor(heap / 4 / 25_600))

/** Each has a row in SECURITY.md. Whoever has held the longest goes first. */
export const holding = {
  /** Bytes that wait to be read: of answers, and of what websockets say, pongs too. */
  unread: { ofOne: 4_194_304, ofAddress: 16_777_216, ofAll: 67_108_864 },
  /** Bytes of bodies that aren't answered yet. */
  bodies: { ofOne: bodyBytes / 4, ofAddress: bodyBytes / 4, ofAll: bodyBytes },
  /** Connections without a request, those whose turn to be read hasn't come too: each keeps up to 16 kB of a head, and some 10 kB of ours. */
  silent: { ofOne: 1, ofAddress: Math.min(1_000, Math.floor(silent / 4)), ofAll: silent },
  /** Requests of one connection that aren't answered: browsers and proxies send one after the other. */
  requests: { ofOne: 16 },
}
export const lookEveryMs = 1_000
/** So long nothing of what waits may be read. */
export const stillMs = 30_000
/** After so long a body must have come at this pace: on a slow phone it does eight times as fast. */
export const slowMs = 10_000
const leastBytesPerMs = 1

interface Connection {
  /** X-Forwarded-For of its latest request. */
  forwarded?: string
  underWay: number
  /** Requests that have come while another one is answered. */
  readonly next: (() => void)[]
  isComing: boolean
}
interface HoldOptions {
  readonly addressOf: (remote: string | undefined, forwarded: string | undefined) => string
  /** TRUST_PROXY */
  readonly hops: number
  /** Ends a connection that is still sending, with the reason. */
  readonly end: (socket: Socket, why: 'busy' | 'request-slow') => void
}
/** What the connections of each server hold. */
export const heldBy = new WeakMap<Socket, Held>()

/** Has those who have held the longest let go, until no more is held than may be. */
function cutOver(tally: Tally<Socket>, socket: Socket, cut: (one: Socket) => unknown = (one) => one.destroy()) {
  for (let one = tally.over(socket); one; one = tally.over(socket)) {
    tally.set(one, 0)
    cut(one)
  }
}

/** Counts what the connections of a server hold. */
export class Held {
  readonly unread = new Tally<Socket>(holding.unread)
  readonly bodies = new Tally<Socket>(holding.bodies)
  readonly silence: Tally<Socket>
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #given: HoldOptions
  readonly #look = setInterval(() => this.#lookThrough(), lookEveryMs).unref()
  constructor(given: HoldOptions) {
    this.#given = given
    // Whose the connections of a proxy will be, nobody knows.
    this.silence = new Tally(given.hops > 0 ? { ...holding.silent, ofAddress: Infinity } : holding.silent)
  }
  #addressOf = (socket: Socket) => () => this.#given.addressOf(socket.remoteAddress, this.#connections.get(socket)?.forwarded)
  #beSilent(socket: Socket) {
    this.silence.set(socket, 1, this.#addressOf(socket))
    cutOver(this.silence, socket)
  }
  /** Nobody says when what was written has been read: it is looked at where it seems to be too much. */
  #countUnread(socket: Socket) {
    const { unread } = this
    const bytes = socket.writableLength
    if (bytes === 0 && unread.of(socket) === 0) return
    unread.set(socket, bytes, this.#addressOf(socket))
    if (unread.over(socket) === undefined) return
    for (const [one] of unread.all()) unread.set(one, one.writableLength)
    cutOver(unread, socket)
  }
  #lookThrough() {
    const now = performance.now()
    for (const [socket, { amount, since }] of this.unread.all()) {
      if (socket.writableLength < amount) this.unread.renew(socket, socket.writableLength)
      else if (now - since > stillMs) socket.destroy()
    }
    for (const [socket, { amount, since }] of this.bodies.all()) {
      const isSlow = now - since > slowMs && amount < (now - since) * leastBytesPerMs
      if (isSlow && this.#connections.get(socket)?.isComing) this.#given.end(socket, 'request-slow')
    }
  }
  /** Counts a connection that has come, and all that is written to it from now on, whoever writes it. */
  add(connection: Socket) {
    this.#connections.set(connection, { underWay: 0, next: [], isComing: false })
    const write = connection.write.bind(connection) as (...given: unknown[]) => boolean
    connection.write = (...given: unknown[]) => {
      const isTaken = write(...given)
      this.#countUnread(connection)
      return isTaken
    }
    connection.once('close', () => {
      for (const tally of [this.unread, this.bodies, this.silence]) tally.set(connection, 0)
    })
    this.#beSilent(connection)
  }
  /** Counts one more request; gives what ends it. A connection that has too many is cut. */
  begin(socket: Socket, forwarded: string) {
    const one = this.#connections.get(socket)
    if (!one) return undefined
    one.forwarded = forwarded
    this.silence.set(socket, 0)
    if (++one.underWay > holding.requests.ofOne) socket.destroy()
    return () => {
      one.underWay--
      this.bodies.set(socket, 0)
      if (socket.destroyed) return
      one.next.shift()?.()
      if (one.underWay === 0) this.#beSilent(socket)
    }
  }
  /** Does it once the requests before it are answered: what they wait for isn't held as often as they are asked. */
  inTurn(socket: Socket, answer: () => void) {
    const one = this.#connections.get(socket)
    if (socket.destroyed) return
    if (one && one.underWay > 1) one.next.push(answer)
    else answer()
  }
  /** Counts a piece of a body; null is its end. */
  take(socket: Socket, piece: Uint8Array | null) {
    const one = this.#connections.get(socket)
    if (!one) return
    one.isComing = piece !== null
    if (!piece) return
    this.bodies.set(socket, this.bodies.of(socket) + piece.length, this.#addressOf(socket))
    cutOver(this.bodies, socket, (longest) => this.#given.end(longest, 'busy'))
  }
  /** It has become a websocket, which counts elsewhere. */
  leave(socket: Socket) {
    this.silence.set(socket, 0)
  }
  close() {
    clearInterval(this.#look)
  }
}
