// Ties the route table to Hono: parse, ask who, guard, act, reply; and the only place that makes a response of a refusal.
import { Hono } from 'hono'
import type { Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Handler, RouterRoute } from 'hono/types'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { browserKnownDays, proofLifeHours } from '#protocol/kernel/limits.ts'
import { type RefusalCode, refusals } from '#protocol/kernel/refusals.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import type { IdempotencyKey } from '#server/kernel/write/idempotency.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type CountCall, ofOrganizer } from '#server/people/http/limits.ts'
import type { Admitted, EncodedReply, Proof, Route, WithSession } from '#server/people/http/route.ts'
import { actingAs, type Caller, callerOf } from '#server/people/identity/caller.ts'
import { browserCookie, proofCookie, teamCookie } from '#server/people/identity/cookies.ts'
import { everyGroup, proofText } from '#server/people/rules/proof.ts'
import { passText } from '#server/people/rules/team.ts'
import type { Hold } from './bodies.ts'
import { charge, chargeCaller, organizerOf, runCharged } from './charge.ts'
import { asideOver, cookieOf, doorCookieOf, sessionCookies } from './cookies.ts'
import { fieldError } from './field-errors.ts'
import { answer, answerLong } from './headers.ts'
import { type Bindings, type Ctx, checkPage, credentialsOf, hasAlready, inputOf } from './request.ts'

z.config({ localeError: fieldError })

export type HttpApp = Hono<{ Bindings: Bindings }>

type Handled = [Handler<{ Bindings: Bindings }>, RouterRoute]

/** Has the handler say which route answers. */
const namingRoute = ([handler, route]: Handled, path: string): Handled => [
  (c, next) => {
    c.env.route = path
    return handler(c, next) as Promise<Response>
  },
  route,
]

/** Hono's own choice of router, of which each handler learns which route answers. */
function namingRouter(): Router<Handled> {
  const inner = new SmartRouter<Handled>({ routers: [new RegExpRouter(), new TrieRouter()] })
  return {
    name: 'NamingRouter',
    add: (method, path, handled) => inner.add(method, path, namingRoute(handled, path)),
    match: (method, path) => inner.match(method, path),
  }
}

export const newApp = (): HttpApp => new Hono({ router: namingRouter() })

export interface HttpOptions {
  readonly log: Logger
  readonly countCall: CountCall
  /** TRUST_PROXY: how many proxies stand in front. */
  readonly hops: number
  /** R224: counts one more picture that is under way. */
  readonly holdPicture?: Hold
}

export function mount(app: HttpApp, services: Services, route: Route, options: HttpOptions) {
  const { method, path } = route.endpoint
  app.on(method, path, async (c) => {
    const sent = credentialsOf(c, options.hops, services.publicUrl)
    const browser = sent.browser ?? (route.keepsBrowser ? services.secrets.randomToken() : undefined)
    const credentials = { ...sent, browser }
    await options.countCall(credentials.address, route.general)
    const taken = await charge(services, route, credentials.address, options.countCall)
    checkPage(c, services.publicUrl)
    const caller = await callerOf(services, credentials)
    route.guard.pass(caller)
    if (route.limit && ofOrganizer.has(route.limit)) await options.countCall(organizerOf(services, caller), route.limit)
    const input = await inputOf(c, route.endpoint, () => options.holdPicture?.(credentials.address))
    const seen = { input, caller }
    const charged = await chargeCaller(services, route, taken, seen, options.countCall)
    const idempotencyKey = retryKey(c, services, caller, route, input)
    const asking = charged.over || idempotencyKey ? { ...caller, over: charged.over, ...(idempotencyKey && { idempotencyKey }) } : caller
    const giveBack: Services['giveBack'] = ({ by, limit }) => options.countCall(by, limit, -1)
    const work = () => route.run(Object.assign(actingAs(services, caller), { giveBack }), input, asking)
    const done = await runCharged({ services, route, charged, seen }, options.countCall, work)
    const { reply, session, door }: WithSession<unknown> =
      route.keepsSession || route.keepsDoor ? (done as WithSession<unknown>) : { reply: done }
    const admitted = route.admits?.(reply)
    const proof = route.proves?.(input, reply)
    const cookies = [
      ...(proof ? [proofOf(services, proof), ...(await asideOver(services, c.req.header('cookie') ?? '', proof.groupId))] : []),
      ...(admitted ? [passOf(services, admitted)] : []),
      ...(route.keepsBrowser && browser ? [cookieOf(services, browserCookie(services.publicUrl), browser, browserKnownDays * 86_400)] : []),
      ...(session === undefined ? [] : sessionCookies(services, session)),
      ...(door ? [doorCookieOf(services, door)] : []),
    ]
    return route.isEncoded ? answerEncoded(c, reply as EncodedReply) : answerLong(c, JSON.stringify(reply), { cookies })
  })
}

/** H5 */
function answerEncoded(c: Ctx, { text, etag, isPrivate }: EncodedReply) {
  if (etag === undefined) return answer(c.env, text)
  const headers = { etag, 'cache-control': isPrivate ? 'no-store' : 'private, no-cache' }
  if (hasAlready(c, etag)) return answer(c.env, null, { status: 304, headers })
  return isPrivate ? answerLong(c, text, { headers }) : answer(c.env, text, { headers })
}

/** R56 */
function retryKey(c: Ctx, { secrets }: Services, caller: Caller, { endpoint }: Route, input: unknown): IdempotencyKey | undefined {
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
  return cookieOf(services, proofCookie(place, services.publicUrl), services.secrets.sign(text), proofLifeHours * 3600)
}

/** R201: of this event, until the role ends. */
function passOf(services: Services, admitted: Admitted) {
  const { eventId, until } = admitted
  const seconds = Math.max(0, Math.floor((Date.parse(until) - services.clock.now()) / 1000))
  return cookieOf(services, teamCookie(eventId, services.publicUrl), services.secrets.sign(passText(admitted)), seconds)
}

/** The connection went away before the request was whole: nobody reads the answer, and nobody need look into it. */
const isCutOff = (error: Error & { code?: unknown }) => error.code === 'ECONNRESET' || error.message.startsWith('Client connection')

/** What ports throw, as a caller gets it. */
const ofPorts: Readonly<Record<string, RefusalCode>> = {
  'PaymentNeedsOwner approval': 'payment-approval',
  'PaymentNeedsOwner declined': 'payment-declined',
  'PaymentNeedsOwner card-missing': 'payment-card-missing',
  'PaymentNeedsOwner address': 'payment-address',
  PaymentRefused: 'payment-refused',
  PaymentsUnavailable: 'payments-unavailable',
  PaymentsOff: 'payments-off',
  PasswordsBusy: 'busy',
}

/** R253: what its owner must do, and on which page. */
interface PortError extends Error {
  readonly needs?: string
  readonly page?: string | undefined
}

function refusalOf(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof StoreUnavailable) return new Refusal('store-unavailable')
  const { name, needs, page }: PortError = error
  const code = ofPorts[needs ? `${name} ${needs}` : name]
  if (code) return new Refusal(code, page === undefined ? {} : { page })
  return isCutOff(error) ? new Refusal('request-broken') : undefined
}

/** R59: a refusal with its own status and sentence; a bug with a sentence that gives nothing away, and a request id. */
export const refusedBy = (log: Logger) => (error: Error, env: Bindings) => {
  const { requestId } = env
  const refusal = refusalOf(error)
  const isExpected =
    error instanceof Refusal || isCutOff(error) || ['PasswordsBusy', 'PaymentsOff', 'PaymentNeedsOwner'].includes(error.name)
  const { needs }: PortError = error
  if (needs) log.warn({ needs, why: error.message, requestId }, 'a payment needs its owner')
  if (!isExpected) log.error({ err: error, requestId }, 'a call failed')
  if (!refusal) return answer(env, JSON.stringify({ error: refusals.internal[1], code: 'internal', requestId }), { status: 500 })
  const { seconds } = refusal.details
  const wait = typeof seconds === 'number' ? seconds : refusal.status === 503 ? 1 : undefined
  return answer(env, JSON.stringify({ error: refusal.message, code: refusal.code, ...refusal.details, requestId }), {
    status: refusal.status as ContentfulStatusCode,
    ...(wait !== undefined && { headers: { 'retry-after': `${wait}` } }),
  })
}
