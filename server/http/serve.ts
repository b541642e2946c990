// What every request passes: an id, a line in the log without secrets, a figure, and a limit for its body. It stands around the app and is no middleware of
// it: a call that one handler answers then takes Hono's direct way.
import { getPath } from 'hono/utils/url'
import type { Logger } from 'pino'
import { Refusal } from '../refuse.ts'
import type { Services } from '../services.ts'
import { complete } from './headers.ts'
import { type HttpApp, type HttpOptions, refusedBy } from './mount.ts'
import { addressFrom, type Bindings } from './request.ts'

const maxBodyBytes = 256 * 1024
/** R102: the provider sends up to 768 kB of events at once. */
export const emailEventsPath = '/api/email/events'
const maxEventBytes = 1024 * 1024
const mostBytes = (path: string) => (path === emailEventsPath ? maxEventBytes : maxBodyBytes)

/** What looks like the id that a proxy in front has given the request. */
const likeAnId = /^[\w\-=]{1,64}$/

type Counted = Pick<HttpOptions, 'countCall' | 'hops'>
interface Around extends Counted {
  readonly secrets: Services['secrets']
  readonly log: Logger
  readonly metrics: NonNullable<Services['metrics']>
}
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Has `app` give each request its id, each answer its headers, refuse what is thrown, and note each answer in log and figures under the pattern of its route only: paths and queries carry tokens and emails, and there is no end of them. */
export function serve(app: HttpApp, { secrets, log, metrics, ...options }: Around): void {
  const inside = app.fetch
  const refused = refusedBy(log)
  app.onError((error, c) => refused(error, c.env))
  app.fetch = (request, given, context) => {
    const startedAt = performance.now()
    const proxys = request.headers.get('x-request-id')
    const requestId = proxys !== null && likeAnId.test(proxys) ? proxys : secrets.randomId()
    const env: Bindings = Object.assign(given ?? {}, { requestId, route: '/*', isWhole: false })
    const end = (response: Response) => {
      if (!env.isWhole) complete(response, env, getPath(request))
      const { method } = request
      const { status } = response
      const ms = performance.now() - startedAt
      metrics.request(known.has(method) ? method : 'other', env.route, status, ms / 1_000)
      log.info({ id: requestId, method, route: env.route, status, ms: Math.round(ms) })
      return response
    }
    const admitted = admit(request, env, options)
    const answered = admitted
      ? admitted.then((whole) => inside(whole, env, context)).catch((error: Error) => refused(error, env))
      : inside(request, env, context)
    return answered instanceof Promise ? answered.then(end) : end(answered)
  }
}

const tooLarge = () => new Refusal('body-too-large')

/** Counts while it reads. What is too much is read on and forgotten, as far as the listener lets it: left where it is, it would block the next request of the connection. */
async function limitChunked(request: Request): Promise<Request> {
  const reader = request.body?.getReader()
  if (!reader) return request
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > mostBytes(getPath(request))) {
      void forget(reader)
      throw tooLarge()
    }
    parts.push(part.value)
  }
  return new Request(request, { method: request.method, body: Buffer.concat(parts) })
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

const isCall = (path: string) => path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json|dev)\b/.test(path)

/**
 * Refuses bodies that are too large. R119: everything that is no call of the API counts for its address too; calls are counted where they are mounted.
 * Gives the request to go on with, or nothing where nothing is to be waited for, as for most calls: waiting costs them as much as the look.
 */
function admit(request: Request, env: Bindings, options: Counted): Promise<Request> | undefined {
  const { headers } = request
  const [length, encoding] = [headers.get('content-length'), headers.get('transfer-encoding')]
  // A stated length is enough to refuse by; only a chunked body has to be counted, which costs a copy.
  if (length === null && encoding === null && isCall(getPath(request))) return undefined
  return wait(request, env, options)
}

async function wait(request: Request, env: Bindings, { countCall, hops }: Counted): Promise<Request> {
  const { headers } = request
  const path = getPath(request)
  if (path.startsWith('/og/')) env.route = '/og/*' // whose refusals are shown elsewhere too
  if (Number(headers.get('content-length') ?? 0) > mostBytes(path)) throw tooLarge()
  const whole = headers.has('transfer-encoding') ? await limitChunked(request) : request
  if (!isCall(path)) await countCall(addressFrom(headers, env, hops), 'page')
  return whole
}
