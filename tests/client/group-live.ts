// The other end of the socket: a real Socket.IO server that answers `watch` and says what the test tells it to say.
import { createServer } from 'node:http'
import type { DetachedWindowAPI } from 'happy-dom'
import { Server } from 'socket.io'
import { afterAll, afterEach, expect } from 'vitest'
import type { ClientToServer, ServerToClient, WatchReply } from '#protocol/live.ts'
import { comes, timeoutMs } from '../kit/world/pace.ts'

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

type Watch = (room: string) => WatchReply | undefined

interface Live {
  /** What `watch` is answered with; until then nothing moves and nobody is refused. */
  answerWatch: (answer: Watch) => void
  readonly url: string
  /** How many pages are connected. */
  readonly connected: () => number
  /** Says goodbye to all of them, and waits until they are gone. */
  readonly dropAll: () => Promise<void>
  say: Server<ClientToServer, ServerToClient>['emit']
  /** Resolves once the page has heard all that was said. */
  heard: () => Promise<unknown>
  /** What the page said that its person edits, in order (R104). */
  readonly doings: unknown[]
  /** Says goodbye to the page, so that it doesn't try again, and stops. */
  stop: () => Promise<void>
}

/** Starts the server, and puts the page on its origin. */
export async function startLive(): Promise<Live> {
  let answer: Watch = () => undefined
  const http = createServer()
  const server = new Server<ClientToServer, ServerToClient>(http)
  const doings: unknown[] = []
  let isOver = false
  server.on('connection', (socket) => {
    if (isOver) socket.disconnect()
    socket.on('watch', (room, reply) => {
      const given = answer(room)
      if (given) reply(given)
    })
    socket.on('here', (reply) => reply())
    socket.on('doing', (said) => doings.push(said))
  })
  await new Promise<void>((listening) => http.listen(0, listening))
  const address = http.address()
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}/`
  window.happyDOM.setURL(url)
  const dropAll = async () => {
    // Again each time: one that was still connecting is there only a moment later.
    await comes(() => {
      server.disconnectSockets(true)
      expect(server.engine.clientsCount).toBe(0)
    })
  }
  return {
    url,
    connected: () => server.engine.clientsCount,
    dropAll,
    answerWatch: (next) => {
      answer = next
    },
    say: server.emit.bind(server),
    heard: () => server.timeout(timeoutMs).emitWithAck('here'),
    doings,
    stop: async () => {
      isOver = true
      // A page that is still connecting would go on trying when its window is gone.
      await dropAll()
      await new Promise((rest) => setTimeout(rest, 20))
      await server.close()
    },
  }
}

/** One for all tests of a file: each begins with nobody refused and nothing said. */
export async function liveForAll(): Promise<Live> {
  const live = await startLive()
  afterEach(() => {
    live.answerWatch(() => undefined)
    live.doings.length = 0
  })
  afterAll(live.stop)
  return live
}
