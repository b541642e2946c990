// A local imitation of the part of Stripe's API that we use: the same paths, form bodies, idempotency keys and shapes, over real HTTP.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from '../process/listening.ts'

type Thing = Record<string, unknown> & { id: string }
interface Asked {
  readonly method: string
  readonly path: string
  readonly body: Record<string, string>
  readonly headers: IncomingMessage['headers']
}
const seconds = (ms: number) => Math.floor(ms / 1000)
const list = (data: unknown[]) => ({ object: 'list', data, has_more: false, url: '/' })
const failure = (status: number, error: object) => ({ status, body: { error } })
/** Whose address stands in its refusals. */
export const stranger = 'ü@bücher.example'
const missing = (id: string) => failure(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such thing: '${id}'` })

/** 'metadata[plan]=pro' of one object as { plan: 'pro' }. */
const within = (body: Record<string, string>, name: string) =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value] as const] : [])),
  )

/** Opens it on a port of its own; closed when the test ends. */
export async function openStripeApi(now = Date.parse('2026-12-01T09:00:00Z')) {
  const things = new Map<string, Thing>()
  const answered = new Map<string, { status: number; body: unknown }>()
  const asked: Asked[] = []
  const state = {
    failing: 0,
    losing: 0,
    declining: false,
    /** How it refuses what a caller wants changed, priced or sold, in the shape of its documentation. */
    refusal: null as { readonly status: number; readonly error: object } | null,
    /** The bank wants whoever pays: a change fails, or waits where it may. */
    approving: false,
    /** Its pages have addresses without TLS. */
    plain: false,
    refusing: [] as string[],
    refusingAll: false,
    invoice: { total: 1400, amount_due: 1400 },
  }
  let count = 0
  const keep = <T extends Record<string, unknown>>(prefix: string, thing: T) => {
    const kept = { id: `${prefix}_${++count}`, ...thing }
    things.set(kept.id, kept)
    return kept
  }
  const all = (object: string) => [...things.values()].filter((thing) => thing.object === object)
  const ok = (body: unknown) => ({ status: 200, body })

  const session = (body: Record<string, string>) => {
    const made = keep('cs_test', {
      object: 'checkout.session',
      mode: body.mode,
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
      metadata: within(body, 'metadata'),
      price: body['line_items[0][price]'] ?? null,
      asked: body,
    })
    Object.assign(made, {
      url: `https://checkout.stripe.test/${made.id}`,
      subscriptionMetadata: within(body, 'subscription_data[metadata]'),
    })
    return made
  }
  const update = (thing: Thing, body: Record<string, string>) => {
    if (body.cancel_at_period_end) thing.cancel_at_period_end = body.cancel_at_period_end === 'true'
    const price = things.get(body['items[0][price]'] ?? '')
    const items = thing.items as { data: { price: unknown }[] }
    if (price && items.data[0]) items.data[0].price = price
    thing.metadata = { ...(thing.metadata as object), ...within(body, 'metadata') }
    thing.asked = body
    return thing
  }
  /** A change of plan that the bank wants approved (docs.stripe.com/billing/subscriptions/pending-updates). */
  const change = (thing: Thing, body: Record<string, string>) => {
    if (body.payment_behavior !== 'pending_if_incomplete') {
      const message = 'Payment for this subscription requires additional user action before it can be completed successfully.'
      return failure(402, { type: 'card_error', code: 'subscription_payment_intent_requires_action', message })
    }
    const bill = keep('in', { object: 'invoice', status: 'open', created: seconds(now), subscription: thing.id })
    Object.assign(bill, { hosted_invoice_url: `https://invoice.stripe.test/${bill.id}` })
    const item = { id: body['items[0][id]'], price: things.get(body['items[0][price]'] ?? '') }
    const pending_update = { expires_at: seconds(now) + 23 * 3600, subscription_items: [item], metadata: within(body, 'metadata') }
    return ok(Object.assign(thing, { pending_update, latest_invoice: bill, asked: body }))
  }
  /** Voiding the bill gives the change up, paying it makes it. */
  const settle = (bill: Thing, status: 'paid' | 'void') => {
    const thing = things.get(String(bill.subscription))
    const pending = thing?.pending_update as { subscription_items: { price: Thing }[]; metadata: Record<string, string> } | null
    bill.status = status
    if (!thing || !pending) return ok(bill)
    const data = Object.entries(pending.metadata).map(([key, value]) => [`metadata[${key}]`, value])
    if (status === 'paid') update(thing, { ...Object.fromEntries(data), 'items[0][price]': pending.subscription_items[0]?.price.id ?? '' })
    thing.pending_update = null
    return ok(bill)
  }

  function portal(method: string, kind: string, body: Record<string, string>) {
    if (kind === 'sessions')
      return ok(keep('bps', { object: 'billing_portal.session', url: `https://billing.stripe.test/${body.customer}` }))
    if (method === 'GET') return ok(list(all('billing_portal.configuration')))
    return ok(keep('bpc', { object: 'billing_portal.configuration', metadata: within(body, 'metadata') }))
  }

  function answer({ method, path, body }: Asked): { status: number; body: unknown } {
    const { refusal } = state
    if (refusal && method === 'POST' && /^\/v1\/(subscriptions|invoices|checkout)/.test(path)) return failure(refusal.status, refusal.error)
    const [name = '', id = '', verb] = path.replace(/^\/v1\/(checkout\/)?/, '').split(/[/?]/)
    const query = new URLSearchParams(path.split('?')[1] ?? '')
    const found = things.get(id)
    if (state.refusingAll) return failure(400, { type: 'invalid_request_error', code: 'tax_id_invalid', message: `No: ${stranger}` })
    if (name === 'prices' && method === 'GET') return ok(list(all('price').filter((one) => one.lookup_key === query.get('lookup_keys[0]'))))
    if (name === 'prices') {
      return ok(
        keep('price', {
          object: 'price',
          lookup_key: body.lookup_key,
          unit_amount: Number(body.unit_amount),
          metadata: within(body, 'metadata'),
          recurring: within(body, 'recurring'),
        }),
      )
    }
    if (name === 'coupons') return ok(keep('coupon', { object: 'coupon', percent_off: Number(body.percent_off) }))
    if (name === 'promotion_codes' && method === 'GET') {
      return ok(list(all('promotion_code').filter((one) => String(one.code).toLowerCase() === query.get('code')?.toLowerCase())))
    }
    if (name === 'promotion_codes') {
      const coupon = things.get(body['promotion[coupon]'] ?? '')
      return ok(
        keep('promo', { object: 'promotion_code', active: true, code: body.code, expires_at: null, promotion: { type: 'coupon', coupon } }),
      )
    }
    if (name === 'sessions' && method === 'POST' && !id) {
      const no = state.refusing.find((param) => param in body)
      // As Stripe says it: the address that it was given stands in the message.
      if (no)
        return failure(400, {
          type: 'invalid_request_error',
          code: 'email_invalid',
          param: no,
          message: `Invalid: ${body[no]} ${stranger}`,
        })
      return ok(session(body))
    }
    const about = ['payment_intent', 'payment[payment_intent]', 'charge'].map((key) => query.get(key)).find(Boolean)
    if (about)
      return ok(
        list(
          all(({ sessions: 'checkout.session', invoice_payments: 'invoice_payment' } as Record<string, string>)[name] ?? 'dispute').filter(
            (one) => (name === 'disputes' ? one.charge : one.payment_intent) === about,
          ),
        ),
      )
    if (name === 'invoices' && verb === 'void') {
      if (found?.status === 'open') return settle(found, 'void')
      return failure(400, { type: 'invalid_request_error', message: 'You can only pass in open invoices. This invoice isn’t open.' })
    }
    if (name === 'invoice_payments' && query.get('invoice')) {
      const intent = { id: 'pi_1', status: state.approving ? 'requires_action' : 'requires_payment_method' }
      return ok(list([{ object: 'invoice_payment', payment: { type: 'payment_intent', payment_intent: intent } }]))
    }
    if (name === 'invoices') {
      const subscription = things.get(body.subscription ?? '')
      const price = things.get(body['subscription_details[items][0][price]'] ?? '')
      return subscription && price ? ok({ object: 'invoice', ...state.invoice }) : missing(body.subscription ?? '')
    }
    if (name === 'billing_portal') return portal(method, id, body)
    if (!found) return missing(id)
    if (state.declining && body['items[0][price]'])
      return failure(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
    if (state.approving && body['items[0][price]']) return change(found, body)
    if (verb === 'expire') {
      if (found.status !== 'open')
        return failure(400, { type: 'invalid_request_error', message: 'Only Checkout Sessions with a status in ["open"] can be expired.' })
      found.status = 'expired'
      return ok(found)
    }
    return ok(name === 'subscriptions' && method === 'POST' ? update(found, body) : found)
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const body = Object.fromEntries(new URLSearchParams(await text(request)))
    const one: Asked = { method: request.method ?? '', path: request.url ?? '', body, headers: request.headers }
    asked.push(one)
    const key = request.headers['idempotency-key']
    const isFailing = state.failing-- > 0
    const given = isFailing ? failure(500, { type: 'api_error', message: 'away' }) : (answered.get(String(key)) ?? answer(one))
    if (key && given.status === 200) answered.set(String(key), given)
    if (state.losing > 0) {
      state.losing--
      return void request.socket.destroy()
    }
    response
      .writeHead(given.status, {
        'content-type': 'application/json',
        'request-id': `req_${randomUUID()}`,
        // What is refused on purpose is refused again: nobody waits to hear it.
        ...(state.refusal && { 'stripe-should-retry': 'false' }),
      })
      .end(JSON.stringify(given.body).replaceAll('"https:', state.plain ? '"http:' : '"https:'))
  }
  const http = createServer((request, response) => void serve(request, response))
  const url = await listening(http)

  /** Pays an open session as its page does: a subscription comes of it, with its period's end on the item. */
  function pay(id: string) {
    const paid = things.get(id)
    if (!paid) throw new Error(`No session ${id}`)
    Object.assign(paid, { status: 'complete', payment_status: 'paid' })
    const charge = { id: `ch_${id}`, object: 'charge', payment_intent: `pi_${id}`, amount: 499, amount_refunded: 0, refunded: false }
    things.set(charge.id, charge)
    if (paid.mode !== 'subscription') {
      paid.payment_intent = charge.payment_intent
      return undefined
    }
    const item = {
      id: `si_${id}`,
      price: things.get(String(paid.price)),
      current_period_start: seconds(now),
      current_period_end: seconds(now) + 30 * 86_400,
    }
    const made = keep('sub', {
      object: 'subscription',
      customer: `cus_${id}`,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      start_date: seconds(now),
      metadata: paid.subscriptionMetadata,
      items: list([item]),
      latest_invoice: { id: `in_${id}`, status: 'paid', created: seconds(now) },
    })
    paid.subscription = made.id
    const invoice = { id: `in_${id}`, object: 'invoice', parent: { subscription_details: { subscription: made.id } } }
    keep('inpay', { object: 'invoice_payment', payment_intent: charge.payment_intent, invoice })
    return made.id
  }
  /** The owner approves the change at the bank, on the page of its bill. */
  const approve = (page: string) => {
    const bill = [...things.values()].find((one) => one.hosted_invoice_url === page)
    if (!bill) throw new Error(`No bill at ${page}`)
    settle(bill, 'paid')
  }
  return { url, asked, things, state, pay, keep, approve }
}
