// Socket.IO: who may watch what, and the one way anything is broadcast. A broadcast never holds up a reply.
import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { WatchReply } from '#protocol/live.ts'
import type { Broadcasts } from '#server/kernel/live/broadcasts.ts'
import type { Live, Publications } from '#server/kernel/live/live.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { CommitFollower } from '#server/kernel/store/store.ts'
import { createBroadcaster, pauseMs } from './broadcaster.ts'
import { budget, createSendBuffers, createWatches, limitPerMinute } from './budget.ts'
import { countConnections } from './connections.ts'
import { type LiveFeed, watchFeed } from './feed.ts'
import { createJoins } from './joins.ts'
import { followPresence, takeDoing } from './presence.ts'
import { publishCommits } from './publish-commits.ts'
import { slicedBroadcasts } from './slices.ts'
import {
  type LiveContext,
  type LiveServer,
  type LiveSocket,
  leave,
  recheckRoom,
  recheckSocket,
  refusalOf,
  type SocketState,
  watch,
} from './watch.ts'

const asksPerSocket = 2_000

/** How many sockets are asked at once to watch again, or are sent what is theirs alone: each of them reads the store. */
const staleAtOnce = 256
const staleEveryMs = 1_000

export type LiveSockets = Awaited<ReturnType<typeof createLive>>

type SocketDeps = Pick<LiveContext, 'services' | 'rules' | 'log' | 'limits' | 'presence'> & {
  readonly broadcasts: readonly Broadcasts[]
  /** Who hears what is committed, besides those who watch. */
  readonly followers: readonly CommitFollower[]
}

/** Opens the sockets on `http`, on Socket.IO's default path, and follows the store, so that what is committed is broadcast. */
export async function createLive(http: HttpServer, given: SocketDeps) {
  const { services, broadcasts, log, presence, followers } = given
  const opened = open(http, given)
  const asking = followPresence(opened)
  const live: Live = {
    publish: (publication) => opened.broadcaster.publish(publication),
    publishEach: (publications) => void publishEach(opened, publications),
    recheck: (subject) => void recheckRoom(opened, /^(user|token):/.test(subject) ? `@${subject}` : subject),
  }
  const publisher: CommitFollower = {
    collections: broadcasts.map(({ collection }) => collection),
    changed: publishCommits(live, services, broadcasts),
    missed: atMostOneAtATime(() => tellStale(opened)),
  }
  const feed: LiveFeed = await watchFeed(services.store, [publisher, ...followers], log)
  for (const follower of followers) follower.missed()
  return {
    /** What the follower does; a test may take a part of it away. */
    live,
    feed,
    /** Closes every socket with a hint to connect again; resolves once other processes know that nobody is there over this one. */
    close: () => {
      feed.close()
      asking.close()
      opened.readers.close()
      void opened.io.close()
      return presence.stop()
    },
  }
}

/** However often it is asked for meanwhile, `work` is done once more after the one under way, which takes a pause at least. */
function atMostOneAtATime(work: () => Promise<void>) {
  let isUnderWay = false
  let isWanted = false
  return () => {
    isWanted = true
    if (isUnderWay) return
    isUnderWay = true
    void (async () => {
      while (isWanted) {
        isWanted = false
        await work()
        await new Promise((later) => setTimeout(later, staleEveryMs).unref())
      }
      isUnderWay = false
    })()
  }
}

/** Asks every socket of this process to watch its rooms again. Its rights are checked even if it doesn't. */
async function tellStale(opened: LiveContext) {
  const sockets = [...opened.io.of('/').sockets.values()]
  for (let from = 0; from < sockets.length; from += staleAtOnce) {
    if (from > 0) await new Promise((later) => setTimeout(later, pauseMs))
    for (const socket of sockets.slice(from, from + staleAtOnce)) {
      socket.emit('stale')
      void recheckSocket(opened, socket)
    }
  }
}

/** Finds the rooms among the sockets of this process, and broadcasts to some of them at a time: each view reads the store. */
async function publishEach({ io, broadcaster }: LiveContext, { each, own, name, view }: Publications) {
  const { rooms, sids } = io.of('/').adapter
  const joined = [...(rooms.get(each) ?? [])].flatMap((socket) => [...(sids.get(socket) ?? [])])
  const found = [...new Set(joined.filter((room) => room.startsWith(own)))]
  for (let from = 0; from < found.length; from += staleAtOnce) {
    if (from > 0) await new Promise((later) => setTimeout(later, pauseMs))
    for (const room of found.slice(from, from + staleAtOnce)) {
      const id = room.slice(own.length)
      broadcaster.publish({ room, name, id, view: () => view(id) })
    }
  }
}

function open(http: HttpServer, given: SocketDeps): LiveContext {
  const { services, log } = given
  const { adapter, written } = slicedBroadcasts()
  // Connection state recovery stays off: it would skip the check of rights.
  const io: LiveServer = new Server(http, {
    serveClient: false,
    adapter,
    maxHttpBufferSize: 10_000,
    transports: ['websocket', 'polling'],
    httpCompression: false, // R119: each answer to a poll would take a quarter of a megabyte while it is packed
  })
  const joins = createJoins()
  const readers = createSendBuffers()
  const broadcaster = createBroadcaster({ io, written, log, joins, metrics: services.metrics })
  const opened: LiveContext = {
    ...given,
    io,
    broadcaster,
    joins,
    readers,
    handshakes: new WeakMap(),
    mayDo: limitPerMinute(budget.doingsPerMinute),
  }
  countConnections(opened)
  io.on('connection', (socket) => welcome(opened, socket))
  return opened
}

function welcome(opened: LiveContext, socket: LiveSocket) {
  const { services, handshakes } = opened
  services.metrics?.socket(1)
  Object.assign(socket.data, {
    watching: new Map<string, readonly string[]>(),
    shownAs: new Map(),
    here: new Map(),
    asked: 0,
    looksAt: Infinity,
    cancelTimer: () => {},
    address: handshakes.get(socket.conn)?.address ?? '',
  } satisfies SocketState)
  const watches = createWatches<Answer>(
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
  socket.on('here', (answer: unknown) => {
    if (typeof answer === 'function') (answer as () => void)()
  })
  socket.on('doing', (said: unknown) => takeDoing(opened, socket, said))
  socket.on('disconnect', () => {
    services.metrics?.socket(-1)
    socket.data.cancelTimer()
  })
}

type Answer = (body: WatchReply) => void
