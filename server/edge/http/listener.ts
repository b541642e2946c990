// The Node server under the app. What never becomes a request of the app, because HTTP itself is broken, is refused like any other (R59).
import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import { limitKey } from '#server/people/http/limits.ts'
import { Held, heldBy } from '#server/people/live/budgets.ts'
import { readInTurns } from './arrivals.ts'
import type { HttpApp } from './mount.ts'
import { addressOf } from './request.ts'

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' }
const codes: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-slow',
}

function answerOf(code: RefusalCode) {
  const { status, message } = new Refusal(code)
  return { status, body: JSON.stringify({ error: message, code }) }
}

/** How much of a body may still come in, and for how long, once its answer is out: whoever sends a little too much can then read why. */
const lingerBytes = 2_097_152
const lingerMs = 500
const lookEveryMs = 10

type Cut = Duplex & { _httpMessage?: { headersSent: boolean } | null }
/** Ends a connection with a refusal, unless an answer is already on its way. The other end may go on sending, and need not end its side: nobody waits for that. */
function refuseOn(socket: Cut, code: RefusalCode, error?: Error) {
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy(error)
  const { status, body } = answerOf(code)
  const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body) }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Node's own answer has no body; this one is cut off as Node's is. */
function refuseBroken(error: Error & { code?: string }, socket: Cut) {
  if (error.code === 'ECONNRESET') socket.destroy(error)
  else refuseOn(socket, codes[error.code ?? ''] ?? 'request-broken', error)
}

/** Ends the connection if the rest of the request is long or slow in coming. */
function endUnread(request: IncomingMessage) {
  const { socket } = request
  const bytesBefore = socket.bytesRead
  const until = performance.now() + lingerMs
  const look = setInterval(() => {
    const isOver = request.complete || socket.destroyed
    const isTooMuch = socket.bytesRead - bytesBefore > lingerBytes || performance.now() > until
    if (isOver || isTooMuch) clearInterval(look)
    if (isTooMuch && !isOver) socket.destroy()
  }, lookEveryMs)
}

/** A body comes in pieces of a network's size; in thousands of crumbs it takes a hundred times the memory of what is in it. */
const manyPieces = 200
const leastBytes = 64

/** Counts a body while it comes in, and ends the connection of one that comes in crumbs; Socket.IO's too, which never reach `app`. */
class Asked extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #isCut = false
  #cut() {
    this.#isCut = true
    refuseOn(this.socket, 'request-broken')
    this.socket.destroySoon()
  }
  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#isCut) return false // thousands of crumbs may have been read at once
    heldBy.get(this.socket)?.take(this.socket, piece)
    this.#pieces++
    this.#bytes += piece?.length ?? 0
    if (this.#pieces <= manyPieces || this.#bytes >= this.#pieces * leastBytes) return super.push(piece, encoding)
    this.#cut()
    return false
  }
}

/** Counts its request while it is under way, and looks after what that still sends when it has been answered; Socket.IO's too, which never reach `app`. */
class Answer extends ServerResponse<Asked> {
  constructor(request: Asked) {
    super(request)
    const { socket } = request
    const over = heldBy.get(socket)?.begin(socket, String(request.headers['x-forwarded-for'] ?? ''))
    if (over) this.once('close', over)
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (length === undefined && encoding === undefined) return // nothing follows its head
    this.once('finish', () => {
      if (!request.complete) endUnread(request)
    })
  }
}

/** By then a request is there as a whole: a body at its limit from a slow phone takes half of it. */
const wholeMs = 60_000
/** A connection on which nothing moves for so long is ended; Socket.IO's own are asked for a sign of life more often. */
const stillMs = 120_000

/** Has all connections of a server counted. */
function hold(http: Server, hops: number) {
  const held = new Held({ hops, addressOf: (remote, forwarded) => limitKey(addressOf(remote, forwarded, hops)), end: refuseOn })
  const take = (socket: Socket) => {
    heldBy.set(socket, held)
    held.add(socket)
  }
  // All of a proxy's are of one address, and the proxy keeps them.
  if (hops > 0) http.on('connection', take)
  else readInTurns(http, { addressOf: ({ remoteAddress = '' }) => limitKey(remoteAddress), take })
  http.once('close', () => held.close())
}

/** `app` on a Node server that isn't listening yet, behind so many proxies. A request without a Host is served: only old clients and probes send none. */
export function createHttpServer(app: HttpApp, hops = 0): Server {
  const errorHandler = (error: unknown) => {
    const isBroken = error instanceof Error && error.name === 'RequestError' // a host or path that makes no URL; anything else is a bug
    const { status, body } = answerOf(isBroken ? 'request-broken' : 'internal')
    return new Response(body, { status, headers })
  }
  const listener = getRequestListener(app.fetch, { hostname: 'localhost', errorHandler })
  const http = createServer(
    { requireHostHeader: false, requestTimeout: wholeMs, IncomingMessage: Asked, ServerResponse: Answer },
    (request, response) => heldBy.get(request.socket)?.inTurn(request.socket, () => void listener(request, response)),
  )
  hold(http, hops)
  http.setTimeout(stillMs)
  http.on('clientError', refuseBroken)
  http.on('checkExpectation', (_, response) => {
    const unknown = answerOf('expectation-unknown')
    response.writeHead(unknown.status, { ...headers, 'content-length': Buffer.byteLength(unknown.body) }).end(unknown.body)
  })
  return http
}

const timeoutMs = 3_000

/** Takes no more connections, answers what is under way, and ends each connection with its answer. One that hangs is cut off in the end. */
export async function closeHttpServer(http: Server): Promise<void> {
  http.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  const sweep = setInterval(() => http.closeIdleConnections(), 50)
  const cut = setTimeout(() => http.closeAllConnections(), timeoutMs)
  await new Promise((closed) => http.close(closed))
  clearInterval(sweep)
  clearTimeout(cut)
}
