// What one socket may cost: watches at once, frames a minute, bytes that it doesn't read. Whoever is over it is told to wait, or cut, so that all the others go on.
import type { Socket } from 'socket.io'

/** `bytes` may wait for one socket and `bytesOfAll` for all together; for `stillMs` it may read nothing of what waits. */
export const budget = {
  /** Each keeps some 25 kB of ours for as long as it likes. A crowd behind one address is smaller. */
  socketsPerAddress: 10_000,
  framesPerMinute: 1_000,
  roomsWaiting: 50,
  /** How many that ask for the same room at once are answered together. */
  askedTogether: 4,
  bytes: 1_048_576,
  bytesOfAll: 67_108_864,
  stillMs: 30_000,
}
const minuteMs = 60_000
const lookEveryMs = 5_000

export type Connection = Pick<Socket['conn'], 'transport' | 'on' | 'once' | 'close'>
interface Packet {
  readonly data?: unknown
  readonly options?: { readonly wsPreEncodedFrame?: unknown }
}
/** What is meant for one connection and hasn't left for it yet. */
interface Unread {
  bytes: number
  /** Without what it shares with others: a broadcast is encoded once. */
  own: number
  since: number
  whenRead: (() => void)[]
}

const sizeOf = ({ data }: Packet) => (typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0)
const isOwn = ({ options }: Packet) => options?.wsPreEncodedFrame === undefined
const sum = (packets: readonly Packet[]) => packets.reduce((bytes, packet) => bytes + sizeOf(packet), 0)

/** Ends a connection at once: a polite end would wait behind all that it doesn't read. */
function cut(connection: Connection) {
  const { socket } = connection.transport as unknown as { readonly socket?: { terminate?: () => void } }
  connection.close(true)
  socket?.terminate?.()
}

/** What is unread, by connection: the one that has read nothing for the longest comes first. */
interface Waiting {
  readonly of: Map<Connection, Unread>
  all: number
}

/** Takes stock: only `left` still waits for the connection. */
function settle(waiting: Waiting, connection: Connection, unread: Unread, left: readonly Packet[]) {
  waiting.all -= unread.own
  waiting.of.delete(connection)
  Object.assign(unread, { bytes: sum(left), own: sum(left.filter(isOwn)), since: performance.now() })
  waiting.all += unread.own
  if (left.length > 0) waiting.of.set(connection, unread)
  else for (const read of unread.whenRead.splice(0)) read()
}

/** One more packet for a connection; cuts it, or the slowest of all, if too much waits. */
function count(waiting: Waiting, connection: Connection, unread: Unread, packet: Packet, allowed: typeof budget) {
  if (unread.bytes > allowed.bytes) return cut(connection)
  const bytes = sizeOf(packet)
  unread.bytes += bytes
  if (isOwn(packet)) {
    unread.own += bytes
    waiting.all += bytes
  }
  if (!waiting.of.has(connection)) waiting.of.set(connection, Object.assign(unread, { since: performance.now() }))
  for (const [slowest] of waiting.of) {
    if (waiting.all <= allowed.bytesOfAll) break
    cut(slowest)
  }
}

export type Readers = ReturnType<typeof openReaders>

/** Counts what connections don't read, and cuts those that are slowest once it is too much; `allowed` is for tests. */
export function openReaders(allowed = budget) {
  const waiting: Waiting = { of: new Map(), all: 0 }
  const look = setInterval(() => {
    for (const [connection, { since }] of waiting.of) if (performance.now() - since > allowed.stillMs) cut(connection)
  }, lookEveryMs).unref()
  return {
    /** Looks after a connection from now on. */
    add(connection: Connection) {
      const unread: Unread = { bytes: 0, own: 0, since: 0, whenRead: [] }
      const queue = connection as unknown as { readonly writeBuffer: readonly Packet[] }
      let isOpen = true
      const follow = (transport: Connection['transport']) =>
        transport.on('drain', () => {
          if (isOpen) settle(waiting, connection, unread, [...queue.writeBuffer])
        })
      follow(connection.transport)
      connection.on('upgrade', follow)
      connection.on('packetCreate', (packet: Packet) => count(waiting, connection, unread, packet, allowed))
      connection.once('close', () => {
        isOpen = false
        settle(waiting, connection, unread, [])
      })
    },
    /** Resolves once all that is meant for it has left, or it is gone. */
    read: (connection: Connection) =>
      new Promise<void>((read) => {
        const unread = waiting.of.get(connection)
        if (unread) unread.whenRead.push(read)
        else read()
      }),
    /** The bytes that wait for anybody, without what is shared. */
    unread: () => waiting.all,
    close: () => clearInterval(look),
  }
}

/** Cuts a connection of an address that holds too many already. */
export function openAddresses({ socketsPerAddress } = budget) {
  const held = new Map<string, number>()
  return (connection: Connection, address: string) => {
    const count = (held.get(address) ?? 0) + 1
    if (count > socketsPerAddress) return cut(connection)
    held.set(address, count)
    connection.once('close', () => {
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    })
  }
}

/** Cuts a connection that sends more frames than a page ever does. */
export function limitFrames(connection: Connection, { framesPerMinute } = budget) {
  let [frames, until] = [0, 0]
  connection.on('packet', () => {
    const now = performance.now()
    if (now > until) [frames, until] = [0, now + minuteMs]
    if (++frames > framesPerMinute) cut(connection)
  })
}

interface Watching {
  readonly isOver: () => boolean
  readonly leave: (room: string) => void
}

/** One watch of a socket after the other; who asks again for a room that waits already is answered together with it. */
export function openWatches<Reply>(work: (room: string, replies: readonly Reply[]) => Promise<void>, { isOver, leave }: Watching) {
  const waiting = new Map<string, Reply[]>()
  let inWork: string | undefined
  let isLeft = false
  async function workOff() {
    for (let [next] = waiting; next && !isOver(); [next] = waiting) {
      ;[inWork] = next
      isLeft = false
      waiting.delete(inWork)
      await work(...next)
      if (isLeft) leave(inWork)
    }
    inWork = undefined
  }
  return {
    /** False if too much waits already. */
    ask(room: string, reply: Reply): boolean {
      const asked = waiting.get(room)
      if (asked ? asked.length >= budget.askedTogether : waiting.size >= budget.roomsWaiting) return false
      if (asked) asked.push(reply)
      else waiting.set(room, [reply])
      if (inWork === undefined) void workOff()
      return true
    },
    /** Leaves a room, though it may just be entered, and gives those who asked for it and wait. */
    leave(room: string): readonly Reply[] {
      const asked = waiting.get(room) ?? []
      waiting.delete(room)
      if (inWork === room) isLeft = true
      leave(room)
      return asked
    },
  }
}
