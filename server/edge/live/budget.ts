// What one socket may cost: watches at once, frames a minute, unread bytes. A socket over its budget has to wait or is disconnected, so that the others go on.
import { getHeapStatistics } from 'node:v8'
import type { Socket } from 'socket.io'

/** `bytes` may wait for one socket and `bytesOfAll` for all together; for `stillMs` it may read nothing of what waits. */
export const budget = {
  /** Each keeps some 25 kB of ours for as long as it likes: all of an address never more than a quarter of the heap. A crowd behind one address is smaller. */
  socketsPerAddress: Math.min(10_000, Math.floor(getHeapStatistics().heap_size_limit / 4 / 25_600)),
  /** What is kept of handshakes: a socket with a token and two proofs has half a kilobyte of it. */
  handshakeBytesPerAddress: 8_388_608,
  handshakeBytesOfAll: 67_108_864,
  /** A connection is one socket, and no page of ours sends a packet in parts, which are kept until the last of them has come. */
  socketsOfOne: 1,
  partsOfOne: 0,
  framesPerMinute: 1_000,
  /** Pings and pongs of the protocol: a browser sends none, and of a thousand that are read at once each would hold up everybody else a little. */
  pingsPerMinute: 60,
  /** Of an address, over however many sockets: a poll ends with each word that it brings. A crowd behind one proxy is told less. */
  pollsPerMinute: 30_000,
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
interface SendBuffer {
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
export function cut(connection: Connection) {
  const { socket } = connection.transport as unknown as { readonly socket?: { terminate?: () => void } }
  connection.close(true)
  socket?.terminate?.()
}

/** Unread bytes by connection; the one that has read nothing for the longest comes first. */
interface Backlog {
  readonly of: Map<Connection, SendBuffer>
  all: number
}

/** Notes that only `left` still waits for the connection. */
function updateBuffer(backlog: Backlog, connection: Connection, unread: SendBuffer, left: readonly Packet[]) {
  backlog.all -= unread.own
  backlog.of.delete(connection)
  Object.assign(unread, { bytes: sum(left), own: sum(left.filter(isOwn)), since: performance.now() })
  backlog.all += unread.own
  if (left.length > 0) backlog.of.set(connection, unread)
  else for (const read of unread.whenRead.splice(0)) read()
}

/** Adds a packet for a connection; disconnects it, or the slowest of all, if too much waits. */
function count(backlog: Backlog, connection: Connection, unread: SendBuffer, packet: Packet, allowed: typeof budget) {
  if (unread.bytes > allowed.bytes) return cut(connection)
  const bytes = sizeOf(packet)
  unread.bytes += bytes
  if (isOwn(packet)) {
    unread.own += bytes
    backlog.all += bytes
  }
  if (!backlog.of.has(connection)) backlog.of.set(connection, Object.assign(unread, { since: performance.now() }))
  for (const [slowest] of backlog.of) {
    if (backlog.all <= allowed.bytesOfAll) break
    cut(slowest)
  }
}

export type Readers = ReturnType<typeof createSendBuffers>

/** Counts unread bytes and disconnects the slowest connections when there are too many; `allowed` is for tests. */
export function createSendBuffers(allowed = budget) {
  const backlog: Backlog = { of: new Map(), all: 0 }
  const look = setInterval(() => {
    for (const [connection, { since }] of backlog.of) if (performance.now() - since > allowed.stillMs) cut(connection)
  }, lookEveryMs).unref()
  return {
    /** Counts the unread bytes of a connection from now on. */
    add(connection: Connection) {
      const unread: SendBuffer = { bytes: 0, own: 0, since: 0, whenRead: [] }
      const queue = connection as unknown as { readonly writeBuffer: readonly Packet[] }
      let isOpen = true
      const follow = (transport: Connection['transport']) =>
        transport.on('drain', () => {
          if (isOpen) updateBuffer(backlog, connection, unread, [...queue.writeBuffer])
        })
      follow(connection.transport)
      connection.on('upgrade', follow)
      connection.on('packetCreate', (packet: Packet) => count(backlog, connection, unread, packet, allowed))
      connection.once('close', () => {
        isOpen = false
        updateBuffer(backlog, connection, unread, [])
      })
    },
    /** Resolves once all that is meant for it has left, or it is gone. */
    read: (connection: Connection) =>
      new Promise<void>((read) => {
        const unread = backlog.of.get(connection)
        if (unread) unread.whenRead.push(read)
        else read()
      }),
    /** All waiting bytes, broadcasts that sockets share not counted. */
    unread: () => backlog.all,
    close: () => clearInterval(look),
  }
}

interface AddressUse {
  sockets: number
  bytes: number
}

/** Notes how many bytes are kept of a connection's handshake; cuts it where its address, or all together, hold too much already. */
export function limitConnections(allowed = budget) {
  const held = new Map<string, AddressUse>()
  const of = new Map<Connection, number>()
  let all = 0
  const add = (address: string, sockets: number, bytes: number) => {
    const before = held.get(address) ?? { sockets: 0, bytes: 0 }
    const after = { sockets: before.sockets + sockets, bytes: before.bytes + bytes }
    all += bytes
    if (after.sockets > 0) held.set(address, after)
    else held.delete(address)
    return after
  }
  return (connection: Connection, address: string, bytes: number) => {
    const before = of.get(connection)
    const now = add(address, before === undefined ? 1 : 0, bytes - (before ?? 0))
    of.set(connection, bytes)
    if (before === undefined) {
      connection.once('close', () => {
        add(address, -1, -(of.get(connection) ?? 0))
        of.delete(connection)
      })
    }
    const { socketsPerAddress, handshakeBytesPerAddress, handshakeBytesOfAll } = allowed
    const isTooMuch = now.sockets > socketsPerAddress || now.bytes > handshakeBytesPerAddress || all > handshakeBytesOfAll
    if (isTooMuch) cut(connection)
  }
}

interface Frame {
  readonly type: string
  readonly data?: unknown
}
const isInParts = ({ type, data }: Frame) =>
  type === 'message' && (typeof data !== 'string' || data.startsWith('5') || data.startsWith('6'))
/** Asks for a socket of its own on the connection: each costs kilobytes before it is refused, and 900 fit into one poll. */
const isConnect = ({ type, data }: Frame) => type === 'message' && typeof data === 'string' && data.startsWith('0')

interface Pinged extends NodeJS.EventEmitter {
  readonly pong: (data: Buffer, isMasked: boolean, sent: () => void) => void
}
/** Answers the latest of the pings that are read at once, as RFC 6455 (5.5.3) allows: by itself ws writes a pong for each of them. */
function answerPings(socket: Pinged) {
  let latest: Buffer | undefined
  socket.on('ping', (data: Buffer) => {
    if (latest === undefined) setImmediate(answer)
    latest = data
  })
  function answer() {
    if (latest) socket.pong(latest, false, () => undefined)
    latest = undefined
  }
}

/** Disconnects a socket that sends more frames than a page ever does, or what none does; more pings too, and pongs, since none is pinged. */
export function limitFrames(connection: Connection, { framesPerMinute, pingsPerMinute, socketsOfOne, partsOfOne } = budget) {
  let [frames, pings, connects, parts, until] = [0, 0, 0, 0, 0]
  let isCut = false // what was read with the frame that was too much still comes
  const count = (isPing = false) => {
    if (isCut) return
    const now = performance.now()
    if (now > until) [frames, pings, until] = [0, 0, now + minuteMs]
    if (isPing) pings++
    isCut = ++frames > framesPerMinute || pings > pingsPerMinute
    if (isCut) cut(connection)
  }
  connection.on('packet', (frame: Frame) => {
    count()
    if (isConnect(frame)) connects++
    if (isInParts(frame)) parts++
    if (connects > socketsOfOne || parts > partsOfOne) cut(connection)
  })
  const countPing = () => count(true)
  const follow = ({ socket }: { readonly socket?: Pinged }) => {
    if (!socket?.on) return
    answerPings(socket)
    socket.on('ping', countPing).on('pong', countPing)
  }
  follow(connection.transport as never)
  connection.on('upgrade', follow as never)
}

/** Says whether one more of what may happen so often a minute is taken of whom it counts for. */
export function limitPerMinute(most: number) {
  const counts = new Map<string, number>()
  let until = 0
  return (of: string) => {
    const now = performance.now()
    if (now > until) {
      counts.clear()
      until = now + minuteMs
    }
    const count = (counts.get(of) ?? 0) + 1
    counts.set(of, count)
    return count <= most
  }
}

interface Watching {
  readonly isOver: () => boolean
  readonly leave: (room: string) => void
}

/** Runs a socket's watches one after the other; repeated requests for a waiting room are answered together. */
export function createWatches<Reply>(work: (room: string, replies: readonly Reply[]) => Promise<void>, { isOver, leave }: Watching) {
  const backlog = new Map<string, Reply[]>()
  let inWork: string | undefined
  let isLeft = false
  async function workOff() {
    for (let [next] = backlog; next && !isOver(); [next] = backlog) {
      ;[inWork] = next
      isLeft = false
      backlog.delete(inWork)
      await work(...next)
      if (isLeft) leave(inWork)
    }
    inWork = undefined
  }
  return {
    /** False if too much waits already. */
    ask(room: string, reply: Reply): boolean {
      const asked = backlog.get(room)
      if (asked ? asked.length >= budget.askedTogether : backlog.size >= budget.roomsWaiting) return false
      if (asked) asked.push(reply)
      else backlog.set(room, [reply])
      if (inWork === undefined) void workOff()
      return true
    },
    /** Leaves a room, even one that is just being joined, and returns the requests that wait for it. */
    leave(room: string): readonly Reply[] {
      const asked = backlog.get(room) ?? []
      backlog.delete(room)
      if (inWork === room) isLeft = true
      leave(room)
      return asked
    },
  }
}
