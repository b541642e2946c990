// R119: what a connection costs is counted, whichever way it comes: by a websocket, or by polling, which is a request for each thing that is said.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import { heldBy } from '#server/people/live/budgets.ts'
import { budget, cut, limitConnections, limitFrames, limitPerMinute } from './budget.ts'
import { bytesOf, forget, readHandshake, shed, tokensOf } from './handshake.ts'
import type { LiveContext, LiveSocket } from './watch.ts'

type Asking = IncomingMessage & { readonly _query: Readonly<Record<string, string>> }
/** A part of Engine.IO's server that its types keep to themselves. */
interface Engine {
  readonly clients: Readonly<Record<string, Socket['conn']>>
  readonly opts: { wsEngine: new (options: object) => object }
}

/** A page never sends a message in parts, nor one that comes in more than a few packets of a network. */
export const parts = { maxFragments: 4, maxBufferedChunks: 64 }
/** Pings are answered in `limitFrames`. */
export const pongs = { autoPong: false }

/** Engine.IO makes its server of websockets when ours begins to listen. */
function limitWebsockets({ opts }: Engine) {
  const { wsEngine } = opts
  opts.wsEngine = class extends wsEngine {
    constructor(options: object) {
      super({ ...options, ...parts, ...pongs })
    }
  }
}

/** Every handshake counts for its address, and every connection has a budget. A poll of a connection that is there counts apart: it is no handshake, and reads none. */
export function countConnections(opened: LiveContext) {
  const { io, limits, readers, handshakes, services } = opened
  const engine = io.engine as unknown as Engine
  limitWebsockets(engine)
  const hold = limitConnections()
  const mayPoll = limitPerMinute(budget.pollsPerMinute)
  const connectionOf = ({ headers, _query: { sid = '' } }: Asking) =>
    headers.upgrade === undefined && Object.hasOwn(engine.clients, sid) ? engine.clients[sid] : undefined
  io.engine.use((request: Asking, _: unknown, next: (error?: unknown) => void) => {
    if (request.socket.destroyed) return // it has asked for too much at once
    if (request.headers.upgrade !== undefined) heldBy.get(request.socket)?.leave(request.socket)
    const polling = connectionOf(request)
    const handshake = (polling && handshakes.get(polling)) ?? readHandshake(request, limits, services)
    shed(request)
    if (polling) return next(mayPoll(handshake.address) ? undefined : new Error('Too many polls'))
    handshakes.set(request, handshake)
    const counted = limits.count(handshake.address, 'socket')
    // oxlint-disable-next-line promise/no-callback-in-promise -- Engine.IO knows callbacks only
    counted.then(() => next(), next)
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const handshake = handshakes.get(connection.request) ?? { address: '', proofs: new Map() }
    handshakes.set(connection, handshake)
    hold(connection, handshake.address, bytesOf(handshake))
    Object.assign(connection, { request: null }) // it would keep kilobytes per socket; the handshake has no headers without it
    readers.add(connection)
    limitFrames(connection)
  })
  io.use((socket, next) => admit(opened, socket, hold, next))
}

/** Takes the tokens of a handshake's `auth`, once per connection; who sends anything else is no page of ours. */
function admit({ handshakes }: LiveContext, socket: LiveSocket, hold: ReturnType<typeof limitConnections>, next: (error?: Error) => void) {
  const { conn } = socket
  const before = handshakes.get(conn)
  const tokens = tokensOf(socket.handshake.auth)
  forget(socket)
  if (!before || 'token' in before) return cut(conn)
  const handshake = { ...before, token: undefined, ...tokens }
  handshakes.set(conn, handshake)
  if (tokens) hold(conn, handshake.address, bytesOf(handshake))
  else setImmediate(() => cut(conn)) // the reason is sent before
  next(tokens ? undefined : new Error('Only tokens are taken'))
}
