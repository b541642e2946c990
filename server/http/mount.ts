// Ties the route table to Hono: parse, ask who, guard, act, reply; and the only place that makes a response of a refusal.
import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { browserKnownDays, proofLifeHours } from '#protocol/limits.ts'
import { type RefusalCode, refusals } from '#protocol/refusals.ts'
import { type Caller, callerOf } from '../identity/caller.ts'
import { browserCookie, proofCookie } from '../identity/cookies.ts'
import { Refusal, refuse } from '../refuse.ts'
import { everyGroup, proofText } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import { StoreUnavailable } from '../store/store.ts'
import type { IdempotencyKey } from '../write/idempotency.ts'
import { type CountCall, ofOrganizer } from './limits.ts'
import { type Bindings, type Ctx, checkPage, credentialsOf, inputOf } from './request.ts'
import type { Proof, Route } from './route.ts'
import { sentenceOf } from './sentences.ts'

z.config({ localeError: sentenceOf })

export type HttpApp = Hono<{ Bindings: Bindings; Variables: { requestId: string } }>

export const newApp = (): HttpApp => new Hono()

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
    const reply = await route.run(services, input, idempotencyKey ? { ...caller, idempotencyKey } : caller)
    if (route.proves) keepProof(c, services, route.proves(input, reply))
    if (route.keepsBrowser && browser) keepCookie(c, services, browserCookie(services.publicUrl), browser, browserKnownDays * 86_400)
    return c.json(reply as object)
  })
}

/** R56 */
function keyOf(c: Ctx, { secrets }: Services, caller: Caller, { endpoint }: Route, input: unknown): IdempotencyKey | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || endpoint.method !== 'POST') return undefined
  if (!/^[\x21-\x7e]{1,100}$/.test(key)) refuse('idempotency-key-invalid')
  const who = caller.user?._id ?? caller.address
  return { id: secrets.idOf('once', who, endpoint.path, key), request: secrets.keyedHash('once', JSON.stringify(input)) }
}

/** R14: bound to email and group, two hours. */
function keepProof(c: Ctx, services: Services, { groupId, email, epoch }: Proof) {
  const place = groupId ?? everyGroup
  const text = proofText(place, email, services.clock.now(), epoch)
  keepCookie(c, services, proofCookie(place), services.secrets.sign(text), proofLifeHours * 3600)
}

function keepCookie(c: Ctx, { publicUrl }: Services, name: string, value: string, maxAge: number) {
  setCookie(c, name, value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge,
    secure: publicUrl.startsWith('https:'),
  })
}

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
export const onError = (log: Logger) => (error: Error, c: Ctx) => {
  const requestId = c.get('requestId')
  const refusal = refusalOf(error)
  const isExpected = error instanceof Refusal || isCutOff(error) || error.name === 'PasswordsBusy' || error.name === 'PaymentsOff'
  if (!isExpected) log.error({ err: error, requestId }, 'a call failed')
  if (!refusal) return c.json({ error: refusals.internal[1], code: 'internal', requestId }, 500)
  const { seconds } = refusal.details
  if (refusal.status === 503 || typeof seconds === 'number') c.header('Retry-After', typeof seconds === 'number' ? `${seconds}` : '1')
  return c.json({ error: refusal.message, code: refusal.code, ...refusal.details, requestId }, refusal.status as ContentfulStatusCode)
}
