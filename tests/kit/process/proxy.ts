// A proxy in front of servers, as nginx is set up in deploy/: it passes websockets, and a request whose connection is refused goes to the next server;
// one that was sent is not sent twice. A test may have it spoil what passes.
import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse, createServer as serveHttp } from 'node:http'
import { createServer as serveHttps } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Spoiled {
  /** With a certificate it speaks TLS. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer }
  /** Answers in the servers' place. */
  readonly answers?: (path: string) => number | undefined
  /** Changes the headers of answers. */
  readonly headers?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  /** Changes pages, which it then asks for uncompressed. */
  readonly page?: (html: string) => string
  readonly passesWebsockets?: boolean
  /** Asks every server so often whether it is ready, and sends nothing new to one that isn't. */
  readonly looksEveryMs?: number
  /** Holds a request back for so long while no server takes connections. */
  readonly holdsMs?: number
}

const isRefused = (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED'

interface Held {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly body: Buffer
  /** Tries all servers anew. */
  readonly again: () => void
  /** Until when that may be. */
  readonly until: number
}

/** Asks again and again which servers are ready; gives those that were when they were last asked. */
function lookAt(urls: readonly string[], everyMs: number) {
  const ready = new Set(urls)
  const timer = setInterval(() => {
    for (const url of urls)
      void fetch(`${url}/api/ready`).then(
        ({ ok }) => (ok ? ready.add(url) : ready.delete(url)),
        () => ready.delete(url),
      )
  }, everyMs)
  onTestFinished(() => clearInterval(timer))
  return () => urls.filter((url) => ready.has(url))
}

/** Sends a page on as another one. */
async function rewrite(answer: IncomingMessage, outgoing: ServerResponse, change: (html: string) => string) {
  const { connection: _, 'content-length': __, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(change(await text(answer)))
}

/** Sends one request on to the first of `urls` that takes connections. */
function pass(held: Held, urls: readonly string[], spoiled: Spoiled) {
  const { incoming, outgoing, body, again, until } = held
  const [url, ...others] = urls
  if (url === undefined) {
    if (performance.now() < until) return void setTimeout(again, 20)
    return void outgoing.writeHead(502).end('no server')
  }
  const { 'accept-encoding': _encoding, ...asked } = incoming.headers
  const headers = spoiled.page ? asked : incoming.headers
  const to = request(url + (incoming.url ?? '/'), { method: incoming.method ?? 'GET', headers, agent: false })
  to.once('response', (answer) => {
    const { connection: _, ...headers } = answer.headers
    if (spoiled.page && headers['content-type']?.startsWith('text/html')) return void rewrite(answer, outgoing, spoiled.page)
    outgoing.writeHead(answer.statusCode ?? 502, spoiled.headers?.(headers) ?? headers)
    answer.pipe(outgoing)
  })
  to.once('error', (error: NodeJS.ErrnoException) => {
    if (isRefused(error)) pass(held, others, spoiled)
    else if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(error.message)
  })
  to.end(body)
}

/** Opens a websocket's connection to the first of `urls` that takes one. */
function tunnel(incoming: IncomingMessage, near: Duplex, [first, ...others]: readonly string[]) {
  const { url = '/', headers } = incoming
  if (first === undefined) return void near.destroy()
  const { hostname, port } = new URL(first)
  const far: Socket = connect(Number(port), hostname, () => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
    far.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    near.pipe(far).pipe(near)
  })
  far.once('error', (error: NodeJS.ErrnoException) => (isRefused(error) ? tunnel(incoming, near, others) : near.destroy()))
  far.once('close', () => near.destroy())
  near.once('error', () => far.destroy()).once('close', () => far.destroy())
}

/** Opens the proxy; `urls` may be changed while it runs: the first that takes connections is asked. */
export async function openProxy(urls: string[], spoiled: Spoiled = {}) {
  const { tls, answers, passesWebsockets = true, looksEveryMs, holdsMs = 0 } = spoiled
  const current = looksEveryMs === undefined ? () => urls : lookAt(urls, looksEveryMs)
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const status = answers?.(incoming.url ?? '/')
    if (status !== undefined) return void outgoing.writeHead(status).end()
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    const again = () => pass(held, current(), spoiled)
    const held: Held = { incoming, outgoing, body: Buffer.concat(parts), again, until: performance.now() + holdsMs }
    again()
  }
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void take(incoming, outgoing).catch(() => outgoing.destroy())
  const server = tls ? serveHttps(tls, handle) : serveHttp(handle)
  server.on('upgrade', (incoming: IncomingMessage, near: Duplex) => {
    if (passesWebsockets) return tunnel(incoming, near, urls)
    near.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
