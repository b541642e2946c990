// What every request passes: an id, a line in the log without secrets, a figure, and a limit for its body.
import type { MiddlewareHandler, Next } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { Refusal } from '../refuse.ts'
import type { Services } from '../services.ts'
import { complete } from './headers.ts'
import type { HttpOptions } from './mount.ts'
import { type Ctx, credentialsOf } from './request.ts'

const maxBodyBytes = 256 * 1024
/** R102: the provider sends up to 768 kB of events at once. */
export const emailEventsPath = '/api/email/events'
const maxEventBytes = 1024 * 1024
const mostBytes = (path: string) => (path === emailEventsPath ? maxEventBytes : maxBodyBytes)

/** What looks like the id that a proxy in front has given the request. */
const likeAnId = /^[\w\-=]{1,64}$/

interface Noted {
  readonly secrets: Services['secrets']
  readonly log: Logger
  readonly metrics: NonNullable<Services['metrics']>
}
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Gives each request its id, each answer its headers, and notes it in log and figures under the pattern of its route only: paths and queries carry tokens and emails, and there is no end of them. */
export const serve =
  ({ secrets, log, metrics }: Noted): MiddlewareHandler =>
  async (c: Ctx, next) => {
    const startedAt = performance.now()
    const given = c.req.header('x-request-id') ?? ''
    const id = likeAnId.test(given) ? given : secrets.randomId()
    c.set('requestId', id)
    await next()
    complete(c)
    const { method } = c.req
    const { status } = c.res
    const route = routePath(c)
    const ms = performance.now() - startedAt
    metrics.request(known.has(method) ? method : 'other', route, status, ms / 1_000)
    log.info({ id, method, route, status, ms: Math.round(ms) })
  }

const tooLarge = () => new Refusal('body-too-large')

/** Counts while it reads. What is too much is read on and forgotten, as far as the listener lets it: left where it is, it would block the next request of the connection. */
async function limitChunked(c: Ctx) {
  const reader = c.req.raw.body?.getReader()
  if (!reader) return
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
const isChunked = (c: Ctx) => c.req.header('transfer-encoding') !== undefined
function checkLength(c: Ctx) {
  if (Number(c.req.header('content-length') ?? 0) > mostBytes(c.req.path)) throw tooLarge()
}

const isCall = (path: string) => path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json|dev)\b/.test(path)

/** Refuses bodies that are too large. R119: everything that is no call of the API counts for its address too; calls are counted where they are mounted. */
export const admit = ({ countCall, hops }: Pick<HttpOptions, 'countCall' | 'hops'>): MiddlewareHandler => {
  const wait = async (c: Ctx, next: Next) => {
    if (isChunked(c)) await limitChunked(c)
    if (!isCall(c.req.path)) await countCall(credentialsOf(c, hops).address, 'page')
    await next()
  }
  // Most calls have nothing to wait for, and waiting costs them as much as the look.
  return (c: Ctx, next) => {
    checkLength(c)
    return isChunked(c) || !isCall(c.req.path) ? wait(c, next) : next()
  }
}
