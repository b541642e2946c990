// What every request passes: an id, security headers, a body limit, and a line in the log without secrets.
import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import type { Logger } from 'pino'
import { Refusal } from '../refuse.ts'
import type { HttpOptions } from './mount.ts'
import { credentialsOf } from './request.ts'

const maxBodyBytes = 256 * 1024
/** R102: the provider sends up to 768 kB of events at once. */
export const emailEventsPath = '/api/email/events'
const maxEventBytes = 1024 * 1024
const mostBytes = (path: string) => (path === emailEventsPath ? maxEventBytes : maxBodyBytes)

const headers: NonNullable<Parameters<typeof secureHeaders>[0]> = {
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  // Of this host alone: what else its domain serves is not ours to speak for.
  strictTransportSecurity: 'max-age=15552000',
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
}
const ours = secureHeaders(headers)
/** R85: a cover is shown in emails, and by whoever draws a preview of a link. */
const shownElsewhere = secureHeaders({ ...headers, crossOriginResourcePolicy: 'cross-origin' })

export const security: MiddlewareHandler = (c, next) => (c.req.path.startsWith('/og/') ? shownElsewhere : ours)(c, next)

export const identify = requestId({ limitLength: 64 })

const tooLarge = () => new Refusal('body-too-large')

/** Counts while it reads. What is too much is read on and forgotten, as far as the listener lets it: left where it is, it would block the next request of the connection. */
const limitChunked: MiddlewareHandler = async (c, next) => {
  const reader = c.req.raw.body?.getReader()
  if (!reader) return next()
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > mostBytes(c.req.path)) {
      void forget(reader)
      throw tooLarge()
    }
    parts.push(part.value)
  }
  c.req.raw = new Request(c.req.raw, { method: c.req.method, body: Buffer.concat(parts) })
  return next()
}

async function forget(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    while (!(await reader.read()).done) {
      // the listener ends the connection if this takes too long
    }
  } catch {
    // the other side went away
  }
}

/** A stated length is enough to refuse by; only a chunked body has to be counted, which costs a copy. */
export const limitBody: MiddlewareHandler = (c, next) => {
  if (c.req.header('transfer-encoding') !== undefined) return limitChunked(c, next)
  if (Number(c.req.header('content-length') ?? 0) > mostBytes(c.req.path)) throw tooLarge()
  return next()
}

/** R119: everything that is no call of the API counts for its address too; calls are counted where they are mounted. */
export const countPages =
  ({ countCall, hops }: Pick<HttpOptions, 'countCall' | 'hops'>): MiddlewareHandler =>
  async (c, next) => {
    const isCall = c.req.path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json|dev)\b/.test(c.req.path)
    if (!isCall) await countCall(credentialsOf(c, hops).address, 'page')
    await next()
  }

/** What the API answers is for the one who asked, and for now: no browser and no proxy keeps it. */
export const keepNothing: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
}

/** The pattern of the route only: paths and queries carry tokens and emails. */
export const logRequests =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const started = performance.now()
    await next()
    log.info({
      id: c.get('requestId'),
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    })
  }
