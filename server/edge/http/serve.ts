// What every request passes: an id, a line in the log without secrets, a figure, and a limit for its body. It stands around the app and is no middleware of
// it: a call that one handler answers then takes Hono's direct way, which takes 5 of 43 µs off a health call (decision 0096).
import { getPath } from 'hono/utils/url'
import type { Logger } from 'pino'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { unmarked } from '#protocol/kernel/texts.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { CountCall } from '#server/people/http/limits.ts'
import { createBodies, type Hold, largeBodies, readAtMost } from './bodies.ts'
import { complete } from './headers.ts'
import { type HttpApp, type HttpOptions, refusedBy } from './mount.ts'
import { addressFrom, type Bindings } from './request.ts'

const maxBodyBytes = 256 * 1024
/** R102: the provider sends up to 768 kB of events at once. */
export const emailEventsPath = '/api/email/events'
const maxEventBytes = 1024 * 1024
/** R160: twenty questions with fifty options each, every letter of which takes four bytes. */
const maxGroupBytes = 512 * 1024
const isGroup = (path: string) => /^\/api\/group(\/[0-9a-f]{24})?$/.test(path)
const byteLimit = (path: string) => (path === emailEventsPath ? maxEventBytes : isGroup(path) ? maxGroupBytes : maxBodyBytes)

/** R224: a call that takes a picture reads its body itself, once it knows who asks. */
const patternOf = ({ path }: Endpoint) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`)
/** From so many bytes on a body counts as large. */
const largeBytes = 16_384

/** What looks like the id that a proxy in front has given the request. */
const likeAnId = /^[\w\-=]{1,64}$/

/** Counts, by limit, whom `countCall` refuses. */
export const countRefused =
  (countCall: CountCall, metrics: MiddlewareOptions['metrics']): CountCall =>
  (address, name, points) =>
    countCall(address, name, points).catch((reason: unknown) => {
      if (reason instanceof Refusal) metrics.limited(name)
      throw reason
    })

interface CountingOptions extends Pick<HttpOptions, 'countCall' | 'hops'> {
  readonly hold: Hold
  readonly takesPicture: (request: Request, path: string) => boolean
}
interface MiddlewareOptions extends Omit<CountingOptions, 'hold' | 'takesPicture'> {
  readonly pictureCalls?: readonly Endpoint[]
  readonly services: Pick<Services, 'secrets' | 'clock'>
  readonly log: Logger
  readonly metrics: NonNullable<Services['metrics']>
  /** Hears what a call threw, before it is answered. */
  readonly noteFailure?: (error: Error) => Promise<void>
}
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Has `app` give each request its id and each answer its headers, and turn what is thrown into a refusal. Log and figures name an answer by the pattern of
 * its route only: paths and queries carry tokens and emails, and there is no end of them.
 */
export function serve(app: HttpApp, { services: { secrets, clock }, log, metrics, noteFailure, ...given }: MiddlewareOptions): void {
  const patterns = given.pictureCalls?.map(patternOf) ?? []
  const takesPicture = ({ method }: Request, path: string) => method === 'PUT' && patterns.some((one) => one.test(path))
  const options = { ...given, hold: createBodies(largeBodies), takesPicture }
  const inside = app.fetch
  const refused = refusedBy(log)
  app.onError(async (error, c) => {
    await noteFailure?.(error)
    return refused(error, c.env)
  })
  app.fetch = (sent, bindings, context) => {
    const request = mended(sent)
    const startedAt = performance.now()
    const proxys = request.headers.get('x-request-id')
    const requestId = proxys !== null && likeAnId.test(proxys) ? proxys : secrets.randomId()
    const env: Bindings = Object.assign(bindings ?? {}, { requestId, route: '/*', isWhole: false })
    const end = (response: Response) => {
      env.release?.()
      if (!env.isWhole) complete(response, env, { path: getPath(request), now: clock.now() })
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

async function limitChunked(request: Request, mostBytes: number): Promise<Request> {
  if (!request.body) return request
  const body = await readAtMost(request, mostBytes)
  if (!body) throw tooLarge()
  return new Request(request, { method: request.method, body })
}

/** R237: what people open, and their calendars: all but the calls of programs. */
const isOpened = (path: string) => !path.startsWith('/api/') || /^\/api\/(?:rsvp\/)?calendar\//.test(path)
/** The request for what the link meant, whatever a sentence has behind it. */
function mended(request: Request): Request {
  const meant = unmarked(request.url)
  const isMeant = meant === request.url || request.method !== 'GET' || !isOpened(getPath(request))
  return isMeant ? request : new Request(meant, request)
}

const isCall = (path: string) => path.startsWith('/api/') && !/^\/api\/(docs|openapi\.json|dev)\b/.test(path)

/**
 * Refuses bodies that are too large. R119: everything that is no call of the API counts for its address too; calls are counted where they are mounted.
 * Gives the request to go on with, or undefined where there is nothing to await, as for most calls: an await costs them as much as the check itself.
 */
function admit(request: Request, env: Bindings, options: CountingOptions): Promise<Request> | undefined {
  const { headers } = request
  const [length, encoding] = [headers.get('content-length'), headers.get('transfer-encoding')]
  // A stated length is enough to refuse by; only a chunked body has to be counted, which costs a copy.
  if (length === null && encoding === null && isCall(getPath(request))) return undefined
  return wait(request, env, options)
}

async function wait(request: Request, env: Bindings, { countCall, hops, hold, takesPicture }: CountingOptions): Promise<Request> {
  const { headers } = request
  const path = getPath(request)
  if (path.startsWith('/og/')) env.route = '/og/*' // whose refusals are shown elsewhere too
  if (takesPicture(request, path)) return request
  if (Number(headers.get('content-length') ?? 0) > byteLimit(path)) throw tooLarge()
  const isLarge = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > largeBytes
  if (isLarge) env.release = hold(addressFrom(headers, env, hops))
  const whole = headers.has('transfer-encoding') ? await limitChunked(request, byteLimit(path)) : request
  if (!isCall(path)) await countCall(addressFrom(headers, env, hops), 'page')
  return whole
}
