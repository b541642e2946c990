// R246: the way on which the socket reaches the server, and whether it still does: proxies refuse websockets, let them hang or cut them, and a line dies unseen.
import type { Socket } from 'socket.io-client'
import { ping } from '../call.ts'
import { useLiveState } from '../connection.ts'

type Transports = ('websocket' | 'polling')[]
/** One request, where polling takes five (decision 0146). */
const websocketFirst: Transports = ['websocket', 'polling']
/** Goes over to a websocket by itself, once one has proven to carry. */
const pollingFirst: Transports = ['polling', 'websocket']
const pollingOnly: Transports = ['polling']

/** A websocket that isn't there by then hangs, behind some proxies for ever. */
const websocketMs = 1_500
const pollingMs = 8_000
/** How long the server may take to say that it still hears. */
const answerMs = 2_000
/** So many connections a browser keeps open to a server over HTTP/1.1, and how long one may be silent after the line has died. */
const kept = { connections: 6, answerMs: 1_000 }
/** How long a page that polls goes on unseen. */
const unseenMs = 5_000

export const firstWay = { transports: websocketFirst, timeout: websocketMs }

export const isUnseen = () => document.visibilityState === 'hidden'

/** Whether a websocket ended without a goodbye; `details` are the browser's own event of its end. */
const isCut = (reason: string, details: unknown) =>
  reason === 'transport error' || (details as { readonly context?: CloseEvent } | undefined)?.context?.wasClean === false

/** A browser goes on asking over connections that have died, for minutes. Asked over all of them at once, those without an answer are given up. */
function giveUpDead() {
  const over = new AbortController()
  setTimeout(() => over.abort(), kept.answerMs)
  return Promise.all(Array.from({ length: kept.connections }, () => ping(over.signal)))
}

/**
 * Keeps `opened` on a way that carries while it is `wanted`. What a page was told before it came back to sight, or its network did, isn't called
 * live until the server has answered.
 */
export function keepWay(opened: Socket, wanted: () => boolean): void {
  const { io } = opened
  const take = (way: Transports) => {
    io.opts.transports = way
    io.timeout(way[0] === 'websocket' ? websocketMs : pollingMs)
  }
  const isPolling = () => opened.connected && io.engine.transport.name === 'polling'
  const again = (way: Transports) => {
    opened.disconnect()
    take(way)
    opened.connect()
  }
  // Over HTTP/1.1 all pages of a browser share six connections, and one that polls holds one of them.
  const restUnseen = () => setTimeout(() => isUnseen() && isPolling() && opened.disconnect(), unseenMs)
  const comeBack = () => {
    if (isUnseen()) return void restUnseen()
    if (!opened.connected) return wanted() ? again(pollingFirst) : undefined
    useLiveState.setState({ isSure: false })
    opened.timeout(answerMs).emit('here', (silence: unknown) => {
      if (!silence) useLiveState.setState({ isSure: true })
      // A new websocket is a new connection; a request may be sent over one that has died as well.
      else if (opened.connected) void giveUpDead().then(() => again(isPolling() ? pollingFirst : websocketFirst))
    })
  }
  opened.on('connect', () => {
    useLiveState.setState({ isSure: true })
    if (isUnseen()) restUnseen()
  })
  opened.on('connect_error', () => take(io.opts.transports?.[0] === 'websocket' ? pollingFirst : websocketFirst))
  opened.on('disconnect', (reason, details) => {
    if (reason === 'ping timeout') void giveUpDead()
    if (io.engine.transport.name !== 'websocket') return
    // Whoever cut it cuts the next one too. Where it was the server that died, polling fails at first, and that leads back.
    take(isCut(reason, details) ? pollingOnly : websocketFirst)
  })
  document.addEventListener('visibilitychange', comeBack)
  for (const back of ['pageshow', 'online']) addEventListener(back, comeBack)
}
