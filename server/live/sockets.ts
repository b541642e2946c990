// Socket.IO: who may watch what, and the one way anything is told. A broadcast never holds up an answer.
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { ClientToServer, RoomKind, ServerToClient, WatchReply, WatchView } from '#protocol/live.ts'
import { type Caller, type Credentials, callerOf } from '../identity/caller.ts'
import { Refusal } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Publication } from '../write/transact.ts'
import { type Broadcaster, openBroadcaster, pauseMs } from './broadcaster.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { type AdapterFactory, slicedBroadcasts } from './slices.ts'

/** A room's present view, and the server's own rooms that its watcher joins with it. */
export interface OpenedRoom<K extends RoomKind = RoomKind> {
  readonly view: WatchView<K>
  readonly also?: readonly string[]
  /** When the right to it ends by itself, if it does. */
  readonly until?: number
}
/** What opens a room: refuses whoever may not watch it. */
export type RoomRule<K extends RoomKind = RoomKind> = (services: Services, id: string, caller: Caller) => Promise<OpenedRoom<K>>
export type RoomRules = { readonly [K in RoomKind]: RoomRule<K> }

export interface Live {
  /** Tells a room, at most every 50 ms, the latest of each id. */
  publish(publication: Publication): void
  /** Asks again whether `user:<id>`, `token:<id>` or everyone in a room may still watch, and takes out who may not. */
  recheck(subject: string): void
}

interface SocketState {
  /** Each room with those joined along with it. */
  watching: Map<string, readonly string[]>
  asked: number
  /** When it is looked at again, since a token or a right ends by itself; and what takes that back. */
  looksAt: number
  cancelTimer: () => void
}
type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketState>
type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketState>
interface Opened {
  readonly io: LiveServer
  readonly services: Services
  readonly rules: RoomRules
  readonly log: Logger
  /** The other server processes, if there may be any. */
  readonly cluster: Cluster | undefined
  readonly broadcaster: Broadcaster
}

const roomsPerSocket = 50
const asksPerSocket = 2_000
const dayMs = 86_400_000
const storeAwayMs = 500

/** How many sockets are told at once to look anew: each of them reads the store. */
const staleAtOnce = 256

/**
 * The publisher is made first, since services need it; `attach` opens the sockets once there is a server. With an adapter that reaches other
 * processes, their rooms are told as well.
 */
export function openLive(log: Logger, adapter?: AdapterFactory) {
  let opened: Opened | undefined
  const live: Live = {
    publish: (publication) => opened?.broadcaster.publish(publication),
    recheck(subject) {
      const room = /^(user|token):/.test(subject) ? `@${subject}` : subject
      if (!opened) return
      opened.cluster?.recheck(room)
      void recheckRoom(opened, room)
    },
  }
  return {
    live,
    /** Opens the sockets on `http`, on Socket.IO's default path. */
    attach: (http: HttpServer, services: Services, rules: RoomRules) => {
      opened = open(http, services, rules, log, adapter)
    },
    /** Closes every socket with a hint to connect again. */
    close: () => {
      opened?.cluster?.close()
      void opened?.io.close()
    },
  }
}

/** Asks every socket of this process, or of a room, to watch its rooms anew; whether it still may is looked at whatever it does. */
async function tellStale(opened: Opened, room?: string) {
  const { sockets: all, adapter } = opened.io.of('/')
  const ids = room === undefined ? all.keys() : (adapter.rooms.get(room) ?? [])
  const sockets = [...ids].flatMap((id) => all.get(id) ?? [])
  for (let from = 0; from < sockets.length; from += staleAtOnce) {
    if (from > 0) await new Promise((later) => setTimeout(later, pauseMs))
    for (const socket of sockets.slice(from, from + staleAtOnce)) {
      socket.emit('stale')
      void recheckSocket(opened, socket)
    }
  }
}

function open(http: HttpServer, services: Services, rules: RoomRules, log: Logger, make?: AdapterFactory): Opened {
  const { adapter, written } = slicedBroadcasts(make)
  // Connection state recovery stays off: it would skip the check of rights.
  const io: LiveServer = new Server(http, { serveClient: false, adapter, maxHttpBufferSize: 10_000, transports: ['websocket', 'polling'] })
  const broadcaster: Broadcaster = openBroadcaster({ io, written, log, metrics: services.metrics, cluster: () => opened.cluster })
  const cluster =
    make &&
    openCluster(io, services.secrets.randomId(), {
      tell: (room, told) => void broadcaster.passOn(room, told),
      recheck: (room) => void recheckRoom(opened, room),
      missed: (room) => void tellStale(opened, room),
    })
  const opened: Opened = { io, services, rules, log, cluster, broadcaster }
  io.engine.on('connection', (connection: { request: IncomingMessage | null }) => {
    connection.request = null // headers were copied to the handshake; the request would keep kilobytes per socket
  })
  io.on('connection', (socket) => {
    services.metrics?.socket(1)
    socket.on('disconnect', () => services.metrics?.socket(-1))
    Object.assign(socket.data, {
      watching: new Map<string, readonly string[]>(),
      asked: 0,
      looksAt: Infinity,
      cancelTimer: () => {},
    } satisfies SocketState)
    socket.on('watch', (room, reply) => void watch(opened, socket, room, reply))
    socket.on('unwatch', (room) => leave(socket, room))
    socket.on('disconnect', () => socket.data.cancelTimer())
  })
  return opened
}

async function watch(opened: Opened, socket: LiveSocket, room: unknown, reply: unknown) {
  if (typeof reply !== 'function') return
  const answer = reply as (body: WatchReply) => void
  try {
    if (typeof room !== 'string' || room.length > 100) throw new Refusal('room-unknown')
    const { watching } = socket.data
    if ((watching.size >= roomsPerSocket && !watching.has(room)) || ++socket.data.asked > asksPerSocket) throw new Refusal('busy')
    await present(opened, socket, room) // may they? Only then join; and read again after joining, so that nothing in between is lost
    watching.set(room, watching.get(room) ?? [])
    await socket.join(room)
    const { view, also = [], until } = await present(opened, socket, room)
    opened.broadcaster.show(room, view)
    await follow(socket, room, also)
    if (until !== undefined) scheduleRecheck(opened, socket, until)
    answer({ view })
  } catch (error) {
    leave(socket, room)
    if (!(error instanceof Refusal)) opened.log.error({ err: error }, 'watching failed')
    const { message, code } = error instanceof Refusal ? error : new Refusal('internal')
    answer({ error: message, code })
  }
}

/** The room's present view for this socket's caller; refuses whoever may not watch it. */
async function present(opened: Opened, socket: LiveSocket, room: string) {
  const [kind, id] = [room.slice(0, room.indexOf(':')), room.slice(room.indexOf(':') + 1)]
  if (!Object.hasOwn(opened.rules, kind)) throw new Refusal('room-unknown')
  const caller = await callerOf(opened.services, credentialsOf(socket))
  if (caller.token) followToken(opened, socket, caller.token._id, caller.token.userId, caller.token.expiresAt)
  return opened.rules[kind as RoomKind](opened.services, id, caller)
}

/** Groups a person's sockets by account and token, and looks again when the token ends. */
function followToken(opened: Opened, socket: LiveSocket, tokenId: string, userId: string, expiresAt: string) {
  void socket.join([`@token:${tokenId}`, `@user:${userId}`])
  scheduleRecheck(opened, socket, Date.parse(expiresAt))
}

/** Looks again at what the socket may watch at that time, or after a day, unless it is to be looked at earlier. */
function scheduleRecheck(opened: Opened, socket: LiveSocket, at: number) {
  const { clock } = opened.services
  const soonest = Math.min(at, clock.now() + dayMs)
  if (soonest >= socket.data.looksAt) return
  socket.data.cancelTimer()
  socket.data.looksAt = soonest
  socket.data.cancelTimer = clock.after(Math.max(soonest - clock.now(), 0), () => {
    socket.data.looksAt = Infinity
    void recheckSocket(opened, socket)
  })
}

async function recheckRoom(opened: Opened, room: string) {
  for (const { id } of await opened.io.local.in(room).fetchSockets()) {
    const socket = opened.io.of('/').sockets.get(id)
    if (socket) await recheckSocket(opened, socket)
  }
}

async function recheckSocket(opened: Opened, socket: LiveSocket) {
  for (const room of socket.data.watching.keys()) {
    const still = await present(opened, socket, room).catch((error: unknown) => (error instanceof Refusal ? 'gone' : 'unknown'))
    if (still === 'unknown') {
      scheduleRecheck(opened, socket, opened.services.clock.now() + storeAwayMs) // nobody's right ends because the store is away
      continue
    }
    if (still !== 'gone') {
      await follow(socket, room, still.also ?? [])
      if (still.until !== undefined) scheduleRecheck(opened, socket, still.until)
      continue
    }
    if (leave(socket, room)) socket.emit('gone', room) // unless another look at the same time has said so
  }
}

/** Joins what belongs to a room now, and leaves what no longer does. */
async function follow(socket: LiveSocket, room: string, also: readonly string[]) {
  for (const before of socket.data.watching.get(room) ?? []) if (!also.includes(before)) await socket.leave(before)
  socket.data.watching.set(room, also)
  await socket.join([...also])
}

/** `room` is whatever the client sent: even turning it into text could throw, and take the process down. */
function leave(socket: LiveSocket, room: unknown): boolean {
  if (typeof room !== 'string') return false
  for (const also of socket.data.watching.get(room) ?? []) void socket.leave(also)
  const left = socket.data.watching.delete(room)
  if (left) void socket.leave(room)
  return left
}

/** R64: the handshake's `auth`, as the headers of a call would carry it. */
function credentialsOf({ handshake }: LiveSocket): Credentials {
  const { token, organizerToken } = handshake.auth as { token?: unknown; organizerToken?: unknown }
  return {
    bearer: typeof token === 'string' ? token : undefined,
    organizer: typeof organizerToken === 'string' ? organizerToken : undefined,
    proof: () => undefined,
    address: handshake.address,
  }
}
