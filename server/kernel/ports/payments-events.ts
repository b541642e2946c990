// The messages of a payment provider, signed as Stripe signs them; the sandbox signs its own in the same way.
import Stripe from 'stripe'
import type { PaymentEvent } from './payments.ts'

const toleranceSeconds = 300

const idOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : null
}
const field = (of: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined), of)

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
  const nothing = { id, checkoutId: null, subscriptionId: null }
  if (type.startsWith('checkout.session.')) return { ...nothing, checkoutId: idOf(object) }
  if (type.startsWith('customer.subscription.')) return { ...nothing, subscriptionId: idOf(object) }
  if (!type.startsWith('invoice.')) return nothing
  return {
    ...nothing,
    subscriptionId: idOf(field(object, 'parent', 'subscription_details', 'subscription') ?? field(object, 'subscription')),
  }
}

/** The header of a message, as the provider would send it at `now`. */
export const signMessage = (body: string, secret: string, now: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: Math.floor(now / 1000) })
