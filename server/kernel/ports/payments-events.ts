// The messages of a payment provider, signed as Stripe signs them; the sandbox signs its own in the same way.
import Stripe from 'stripe'
import type { PaymentEvent } from './payments.ts'

/**
 * R47, R236: every event that the provider is to send, and what it is about: the one list. What is read below, what `.env.example` asks for and what the
 * doctor looks for are these.
 */
const about = {
  'checkout.session.completed': 'checkout',
  'checkout.session.async_payment_succeeded': 'checkout',
  'checkout.session.async_payment_failed': 'checkout',
  'checkout.session.expired': 'checkout',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'invoice.marked_uncollectible': 'invoice',
  'invoice.voided': 'invoice',
  'charge.refunded': 'charge',
  'charge.refund.updated': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
} as const
type About = (typeof about)[keyof typeof about]
export const paymentEvents = Object.keys(about) as (keyof typeof about)[]

const toleranceSeconds = 300

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null
}
const field = (of: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined), of)

const subjectOf: Readonly<Record<About, (object: unknown) => Partial<PaymentEvent>>> = {
  checkout: (object) => ({ checkoutId: idOf(object) }),
  subscription: (object) => ({ subscriptionId: idOf(object) }),
  invoice: (object) => ({
    subscriptionId: idOf(field(object, 'parent', 'subscription_details', 'subscription') ?? field(object, 'subscription')),
  }),
  charge: (object) => ({ chargeId: idOf(object) }),
  refund: (object) => ({ chargeId: idOf(field(object, 'charge')) }),
  dispute: (object) => ({ chargeId: idOf(field(object, 'charge')) }),
}

/** R47: checks the signature over the bytes as they came and that they are at most five minutes old; gives what the event is about. */
export function readSigned(body: string, signature: string, secret: string, now: number): PaymentEvent | undefined {
  let event: unknown
  try {
    event = Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now)
  } catch {
    return undefined
  }
  const id = field(event, 'id')
  const type = field(event, 'type')
  const object = field(event, 'data', 'object')
  if (typeof id !== 'string' || typeof type !== 'string') return undefined
  const nothing = { id, checkoutId: null, subscriptionId: null, chargeId: null }
  return Object.hasOwn(about, type) ? { ...nothing, ...subjectOf[about[type as keyof typeof about]](object) } : nothing
}

/** The header of a message, as the provider would send it at `now`. */
export const signMessage = (body: string, secret: string, now: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(now / 1000) })
