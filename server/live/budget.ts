// What one socket may cost: watches at once, frames a minute, unread bytes. A socket over its budget has to wait or is disconnected, so that the others go on.
import type { Socket } from 'socket.io'

/** `bytes` may wait for one socket and `bytesOfAll` for all together; for `stillMs` it may read nothing of what waits. */
export const budget = {
  /** Each keeps some 25 kB of ours for as long as it likes. A crowd behind one address is smaller. */
  socketsPerAddress: 10_000,
  framesPerMinute: 1_000,
  /** Nobody goes from one role to another more often. */
  doingsPerMinute: 120,
  roomsWaiting: 50,
  /** How many simultaneous requests for one room are answered together. */
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
/** What waits to be sent to one connection. */
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

/** Destroys a connection: a regular close would wait behind the unread bytes. */
function cut(connection: Connection) {
  const { socket } = connection.transport as unknown as { readonly socket?: { terminate?: () => void } }
  connection.close(true)
  socket?.terminate?.()
}

/** Unread bytes by connection; the one that has read nothing for the longest comes first. */
interface Waiting {
  readonly of: Map<Connection, Unread>
  all: number
}

/** Notes that only `left` still waits for the connection. */
function settle(waiting: Waiting, connection: Connection, unread: Unread, left: readonly Packet[]) {
  waiting.all -= unread.own
  waiting.of.delete(connection)
  Object.assign(unread, { bytes: sum(left), own: sum(left.filter(isOwn)), since: performance.now() })
  waiting.all += unread.own
  if (left.length > 0) waiting.of.set(connection, unread)
  else for (const read of unread.whenRead.splice(0)) read()
}

/** Adds a packet for a connection; disconnects it, or the slowest of all, if too much waits. */
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

/** Counts unread bytes and disconnects the slowest connections when there are too many; `allowed` is for tests. */
export function openReaders(allowed = budget) {
  const waiting: Waiting = { of: new Map(), all: 0 }
  const look = setInterval(() => {
    for (const [connection, { since }] of waiting.of) if (performance.now() - since > allowed.stillMs) cut(connection)
  }, lookEveryMs).unref()
  return {
    /** Counts the unread bytes of a connection from now on. */
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
    /** All waiting bytes, broadcasts that sockets share not counted. */
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

/** Disconnects a socket that sends more frames than a page ever does. */
export function limitFrames(connection: Connection, { framesPerMinute } = budget) {
  let [frames, until] = [0, 0]
  connection.on('packet', () => {
    const now = performance.now()
    if (now > until) [frames, until] = [0, now + minuteMs]
    if (++frames > framesPerMinute) cut(connection)
  })
}

/** Says whether one more word of what a person does is taken, over however many sockets; beyond the budget they are ignored until the minute is over (R104). */
export function limitDoings({ doingsPerMinute } = budget) {
  const byUser = new Map<string, number>()
  let until = 0
  return (userId: string) => {
    const now = performance.now()
    if (now > until) {
      byUser.clear()
      until = now + minuteMs
    }
    const doings = (byUser.get(userId) ?? 0) + 1
    byUser.set(userId, doings)
    return doings <= doingsPerMinute
  }
}

interface Watching {
  readonly isOver: () => boolean
  readonly leave: (room: string) => void
}

/** Runs a socket's watches one after the other; repeated requests for a waiting room are answered together. */
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
    /** Leaves a room, even one that is just being joined, and returns the requests that wait for it. */
    leave(room: string): readonly Reply[] {
      const asked = waiting.get(room) ?? []
      waiting.delete(room)
      if (inWork === room) isLeft = true
      leave(room)
      return asked
    },
  }
}
