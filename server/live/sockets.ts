// Socket.IO: who may watch what, and the one way anything is broadcast. A broadcast never holds up a reply.
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Server, type Socket } from 'socket.io'
import type { WatchReply } from '#protocol/live.ts'
import { proofsOf } from '../http/cookies.ts'
import { Refusal } from '../refuse.ts'
import type { Services } from '../services.ts'
import { type Broadcaster, openBroadcaster, pauseMs } from './broadcaster.ts'
import { limitFrames, openAddresses, openReaders, openWatches } from './budget.ts'
import { openCluster } from './cluster.ts'
import type { Live } from './live.ts'
import { openOpenings } from './openings.ts'
import type { RoomRules, SocketLimits } from './rooms.ts'
import { type AdapterFactory, slicedBroadcasts } from './slices.ts'
import {
  type LiveServer,
  type LiveSocket,
  leave,
  type Opened,
  recheckRoom,
  recheckSocket,
  refusalOf,
  type SocketState,
  watch,
} from './watch.ts'

const asksPerSocket = 2_000

/** How many sockets are asked at once to watch again: each of them reads the store. */
const staleAtOnce = 256

/**
 * `live` is created first, since services need it; `attach` opens the sockets once there is an HTTP server. With an adapter that reaches other
 * processes, their sockets get the broadcasts too.
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
    attach: (http: HttpServer, services: Services, rules: RoomRules, limits: SocketLimits) => {
      opened = open(http, { services, rules, log, limits }, adapter)
    },
    /** Closes every socket with a hint to connect again. */
    close: () => {
      opened?.cluster?.close()
      opened?.readers.close()
      void opened?.io.close()
    },
  }
}

/** Asks every socket of this process, or of a room, to watch its rooms again. Its rights are checked even if it doesn't. */
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

type Given = Pick<Opened, 'services' | 'rules' | 'log' | 'limits'>
function open(http: HttpServer, given: Given, make?: AdapterFactory): Opened {
  const { services, log } = given
  const { adapter, written } = slicedBroadcasts(make)
  // Connection state recovery stays off: it would skip the check of rights.
  const io: LiveServer = new Server(http, { serveClient: false, adapter, maxHttpBufferSize: 10_000, transports: ['websocket', 'polling'] })
  const openings = openOpenings()
  const readers = openReaders()
  const broadcaster: Broadcaster = openBroadcaster({ io, written, log, openings, metrics: services.metrics, cluster: () => opened.cluster })
  const cluster =
    make &&
    openCluster(io, services.secrets.randomId(), {
      tell: (room, told) => void broadcaster.passOn(room, told),
      recheck: (room) => void recheckRoom(opened, room),
      missed: (room) => void tellStale(opened, room),
    })
  const opened: Opened = { ...given, io, cluster, broadcaster, openings, readers, addresses: new WeakMap(), proofs: new WeakMap() }
  countConnections(opened)
  io.on('connection', (socket) => welcome(opened, socket))
  return opened
}

/** R119: every request of a socket counts for its address, and every connection has a budget. */
function countConnections({ io, limits, readers, addresses, proofs, services }: Opened) {
  const addressOf = ({ socket, headers }: IncomingMessage) =>
    limits.addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''))
  const hold = openAddresses()
  io.engine.use((request: IncomingMessage, _: unknown, next: (error?: unknown) => void) => {
    const counted = limits.count(addressOf(request), 'socket')
    // oxlint-disable-next-line promise/no-callback-in-promise -- Engine.IO knows callbacks only
    counted.then(() => next(), next)
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const address = addressOf(connection.request)
    addresses.set(connection, address)
    proofs.set(connection, proofsOf(connection.request.headers, services.publicUrl))
    hold(connection, address)
    Object.assign(connection, { request: null }) // it would keep kilobytes per socket; the handshake has no headers without it
    readers.add(connection)
    limitFrames(connection)
  })
}

function welcome(opened: Opened, socket: LiveSocket) {
  const { services, addresses } = opened
  services.metrics?.socket(1)
  Object.assign(socket.data, {
    watching: new Map<string, readonly string[]>(),
    asked: 0,
    looksAt: Infinity,
    cancelTimer: () => {},
    address: addresses.get(socket.conn) ?? '',
  } satisfies SocketState)
  const watches = openWatches<Answer>(
    async (room, replies) => {
      const body = await watch(opened, socket, room)
      for (const reply of replies) {
        reply(body)
        await opened.readers.read(socket.conn)
      }
    },
    { isOver: () => !socket.connected, leave: (room) => leave(socket, room) },
  )
  socket.on('watch', (room: unknown, reply: unknown) => {
    if (typeof reply !== 'function') return
    const answer = reply as Answer
    if (typeof room !== 'string' || room.length > 100) answer(refusalOf(new Refusal('room-unknown')))
    else if (++socket.data.asked > asksPerSocket || !watches.ask(room, answer)) answer(refusalOf(new Refusal('busy')))
  })
  socket.on('unwatch', (room: unknown) => {
    for (const answer of typeof room === 'string' ? watches.leave(room) : []) answer(refusalOf(new Refusal('busy')))
  })
  socket.on('disconnect', () => {
    services.metrics?.socket(-1)
    socket.data.cancelTimer()
  })
}

type Answer = (body: WatchReply) => void
