// Ties the route table to Hono: parse, ask who, guard, act, reply; and the only place that makes a response of a refusal.
import { Hono } from 'hono'
import { generateCookie } from 'hono/cookie'
import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Handler, RouterRoute } from 'hono/types'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { browserKnownDays, proofLifeHours } from '#protocol/limits.ts'
import { type RefusalCode, refusals } from '#protocol/refusals.ts'
import { actingAs, type Caller, callerOf } from '../identity/caller.ts'
import { browserCookie, proofCookie } from '../identity/cookies.ts'
import { everyGroup, proofText } from '../proof/rules.ts'
import { Refusal, refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import { StoreUnavailable } from '../store/store.ts'
import type { IdempotencyKey } from '../write/idempotency.ts'
import { answer, answerLong } from './headers.ts'
import { type CountCall, ofOrganizer } from './limits.ts'
import { type Bindings, type Ctx, checkPage, credentialsOf, hasAlready, inputOf } from './request.ts'
import type { Encoded, Proof, Route } from './route.ts'
import { sentenceOf } from './sentences.ts'

z.config({ localeError: sentenceOf })

export type HttpApp = Hono<{ Bindings: Bindings }>

/** Paths that are remembered, the latest ones, and how long they may be. */
const mostPaths = 1_000
const longestPath = 200

type Handled = [Handler<{ Bindings: Bindings }>, RouterRoute]

/** Has the handler say which route answers. */
const telling = ([handler, route]: Handled, path: string): Handled => [
  (c, next) => {
    c.env.route = path
    return handler(c, next) as Promise<Response>
  },
  route,
]

/** Hono's own choice of router, asked once for each of the paths asked for last: for a path with an id in it, it takes longer than many a call. */
function rememberingRouter(): Router<Handled> {
  const inner = new SmartRouter<Handled>({ routers: [new RegExpRouter(), new TrieRouter()] })
  const found = new Map<string, Result<Handled>>()
  return {
    name: 'RememberingRouter',
    add: (method, path, handled) => inner.add(method, path, telling(handled, path)),
    match(method, path) {
      const key = `${method} ${path}`
      const before = found.get(key)
      if (before) return before
      const result = inner.match(method, path)
      if (key.length > longestPath) return result
      found.set(key, result)
      const [oldest] = found.keys()
      if (found.size > mostPaths && oldest !== undefined) found.delete(oldest)
      return result
    },
  }
}

export const newApp = (): HttpApp => new Hono({ router: rememberingRouter() })

export interface HttpOptions {
  readonly log: Logger
  readonly countCall: CountCall
  /** TRUST_PROXY: how many proxies stand in front. */
  readonly hops: number
}

export function mount(app: HttpApp, services: Services, route: Route, options: HttpOptions) {
  const { method, path } = route.endpoint
  app.on(method, path, async (c) => {
    const sent = credentialsOf(c, options.hops, services.publicUrl)
    const browser = sent.browser ?? (route.keepsBrowser ? services.secrets.randomToken() : undefined)
    const credentials = { ...sent, browser }
    await options.countCall(credentials.address, 'all')
    if (route.limit && !ofOrganizer.has(route.limit)) await options.countCall(credentials.address, route.limit)
    checkPage(c, services.publicUrl)
    const caller = await callerOf(services, credentials)
    route.guard.pass(caller)
    if (route.limit && ofOrganizer.has(route.limit)) await options.countCall(caller.user?._id ?? credentials.address, route.limit)
    const input = await inputOf(c, route.endpoint)
    const idempotencyKey = keyOf(c, services, caller, route, input)
    const reply = await route.run(actingAs(services, caller), input, idempotencyKey ? { ...caller, idempotencyKey } : caller)
    const cookies = [
      ...(route.proves ? [proofOf(services, route.proves(input, reply))] : []),
      ...(route.keepsBrowser && browser ? [cookieOf(services, browserCookie(services.publicUrl), browser, browserKnownDays * 86_400)] : []),
    ]
    return route.isEncoded ? answerEncoded(c, reply as Encoded) : answerLong(c, JSON.stringify(reply), { cookies })
  })
}

/** H5 */
function answerEncoded(c: Ctx, { text, etag }: Encoded) {
  if (etag === undefined) return answer(c.env, text)
  const headers = { etag, 'cache-control': 'private, no-cache' }
  return hasAlready(c, etag) ? answer(c.env, null, { status: 304, headers }) : answer(c.env, text, { headers })
}

/** R56 */
function keyOf(c: Ctx, { secrets }: Services, caller: Caller, { endpoint }: Route, input: unknown): IdempotencyKey | undefined {
  const key = endpoint.method === 'POST' ? c.req.header('idempotency-key') : undefined
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) refuse('idempotency-key-invalid')
  const who = caller.user?._id ?? caller.address
  return { id: secrets.idOf('once', who, endpoint.path, key), request: secrets.keyedHash('once', JSON.stringify(input)) }
}

/** R14: bound to email and group, two hours. */
function proofOf(services: Services, { groupId, email, epoch }: Proof) {
  const place = groupId ?? everyGroup
  const text = proofText(place, email, services.clock.now(), epoch)
  return cookieOf(services, proofCookie(place), services.secrets.sign(text), proofLifeHours * 3600)
}

/** A cookie of ours, of whatever name. */
export const cookieOf = ({ publicUrl }: Pick<Services, 'publicUrl'>, name: string, value: string, maxAge: number) =>
  generateCookie(name, value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge,
    secure: publicUrl.startsWith('https:'),
  })

/** The connection went away before the request was whole: nobody reads the answer, and nobody need look into it. */
const isCutOff = (error: Error & { code?: unknown }) => error.code === 'ECONNRESET' || error.message.startsWith('Client connection')

/** What ports throw, as a caller is told it. */
const ofPorts: Readonly<Record<string, RefusalCode>> = {
  PaymentDeclined: 'payment-declined',
  PaymentsUnavailable: 'payments-unavailable',
  PaymentsOff: 'payments-off',
  PasswordsBusy: 'busy',
}

function refusalOf(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof StoreUnavailable) return new Refusal('store-unavailable')
  const code = ofPorts[error.name]
  if (code) return new Refusal(code)
  return isCutOff(error) ? new Refusal('request-broken') : undefined
}

/** R59: a refusal with its own status and sentence; a bug with a sentence that gives nothing away, and a request id. */
export const refusedBy = (log: Logger) => (error: Error, env: Bindings) => {
  const { requestId } = env
  const refusal = refusalOf(error)
  const isExpected = error instanceof Refusal || isCutOff(error) || error.name === 'PasswordsBusy' || error.name === 'PaymentsOff'
  if (!isExpected) log.error({ err: error, requestId }, 'a call failed')
  if (!refusal) return answer(env, JSON.stringify({ error: refusals.internal[1], code: 'internal', requestId }), { status: 500 })
  const { seconds } = refusal.details
  const wait = typeof seconds === 'number' ? seconds : refusal.status === 503 ? 1 : undefined
  return answer(env, JSON.stringify({ error: refusal.message, code: refusal.code, ...refusal.details, requestId }), {
    status: refusal.status as ContentfulStatusCode,
    ...(wait !== undefined && { headers: { 'retry-after': `${wait}` } }),
  })
}
