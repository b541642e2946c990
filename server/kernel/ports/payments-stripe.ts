// Payments by Stripe, over its SDK.
import type Stripe from 'stripe'
import { groupOffers } from '#protocol/kernel/limits.ts'
import { type Checkout, PaymentRefused, type Payments, PaymentsUnavailable } from './payments.ts'
import { readSigned } from './payments-events.ts'
import { priceOf, promoMetadata, promoOf } from './payments-stripe-prices.ts'
import { readReversal } from './payments-stripe-reversals.ts'
import { ask, createSdk, orNothing, pageFrom, type StripeKeys } from './payments-stripe-sdk.ts'
import { changePlan, openPortal, previewChange, readSubscription as readAt } from './payments-stripe-subscription.ts'

const idOf = (value: string | { id: string } | null): string | null => (typeof value === 'object' ? (value?.id ?? null) : value)

const statusOfCheckout = (status: string | null): Checkout['status'] => (status === 'complete' || status === 'expired' ? status : 'open')

function checkoutOf(session: Stripe.Checkout.Session): Checkout | undefined {
  const { userId, groupId } = session.metadata ?? {}
  if (!userId) return undefined
  const status = statusOfCheckout(session.status)
  return {
    id: session.id,
    url: status === 'open' ? pageFrom(session.url) : '',
    status,
    isPaid: session.payment_status !== 'unpaid',
    userId,
    groupId: groupId || null,
    subscriptionId: idOf(session.subscription),
  }
}

async function createCheckout(stripe: Stripe, wanted: Stripe.Checkout.SessionCreateParams, key: string): Promise<Checkout> {
  const create = (given: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) =>
    ask(stripe.checkout.sessions.create(given, { idempotencyKey }))
  // R236: an address that Stripe doesn't prefill is typed there.
  const session = await create(wanted, key).catch((no: unknown) => {
    if (!(no instanceof PaymentRefused)) throw no
    const { customer_email: _, ...rest } = wanted
    return create(rest, `${key}_unfilled`)
  })
  const checkout = checkoutOf(session)
  if (!checkout) throw new PaymentsUnavailable('Stripe gave a checkout without our marks')
  return checkout
}

type CheckoutRequest = Parameters<Payments['createGroupCheckout']>[0] | Parameters<Payments['createSubscriptionCheckout']>[0]
const commonOf = ({ email, userId, successUrl, cancelUrl }: CheckoutRequest) => ({
  client_reference_id: userId,
  customer_email: email,
  success_url: `${successUrl}?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: cancelUrl,
})

type Checkouts = Pick<Payments, 'createSubscriptionCheckout' | 'createGroupCheckout' | 'readCheckout' | 'closeCheckout'>
type Creating = Pick<Checkouts, 'createSubscriptionCheckout' | 'createGroupCheckout'>
const creating = (stripe: Stripe): Creating => ({
  async createSubscriptionCheckout(request) {
    const { key, userId, plan, promo } = request
    const metadata = { userId, groupId: '', plan, ...promoMetadata(promo) }
    const wanted: Stripe.Checkout.SessionCreateParams = {
      ...commonOf(request),
      mode: 'subscription',
      line_items: [{ price: await priceOf(stripe, plan), quantity: 1 }],
      metadata,
      subscription_data: { metadata },
      ...(promo && { discounts: [{ promotion_code: promo.id }] }),
    }
    return createCheckout(stripe, wanted, key)
  },
  async createGroupCheckout(request) {
    const { key, userId, groupId, mode } = request
    const metadata = { userId, groupId, plan: 'group' }
    const { name, cents } = groupOffers[mode]
    const once = { currency: 'usd', unit_amount: cents, product_data: { name: `Rolecall group upgrade (${name})` } }
    const wanted: Stripe.Checkout.SessionCreateParams = {
      ...commonOf(request),
      mode,
      line_items: [mode === 'payment' ? { price_data: once, quantity: 1 } : { price: await priceOf(stripe, 'group'), quantity: 1 }],
      metadata,
      ...(mode === 'subscription' && { subscription_data: { metadata } }),
    }
    return createCheckout(stripe, wanted, key)
  },
})

const createCheckouts = (stripe: Stripe): Checkouts => ({
  ...creating(stripe),
  async readCheckout(id) {
    const session = await orNothing(stripe.checkout.sessions.retrieve(id))
    return session && checkoutOf(session)
  },
  async closeCheckout(id) {
    try {
      await ask(stripe.checkout.sessions.expire(id))
      return true
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      return (await ask(stripe.checkout.sessions.retrieve(id))).status === 'expired'
    }
  },
})

/** Payments over the SDK; its retries carry idempotency keys, so an answer that was lost charges nobody twice. */
export function stripePayments(keys: StripeKeys): Payments {
  const stripe = createSdk(keys)
  const readSubscription: Payments['readSubscription'] = (id) => readAt(stripe, id)
  return {
    name: 'stripe',
    ...createCheckouts(stripe),
    readSubscription,
    readReversal: (chargeId) => readReversal(stripe, chargeId, { checkoutOf, readSubscription }),
    cancel: async (id) => void (await ask(stripe.subscriptions.update(id, { cancel_at_period_end: true }))),
    reactivate: async (id) => void (await ask(stripe.subscriptions.update(id, { cancel_at_period_end: false }))),
    previewChange: (id, plan, promo) => previewChange(stripe, id, plan, promo),
    changePlan: (id, plan, promo) => changePlan(stripe, id, plan, promo),
    openPortal: (id, returnUrl) => openPortal(stripe, id, returnUrl),
    checkPromo: (code) => promoOf(stripe, code),
    readEvent: (body, signature, now) => readSigned(body, signature, keys.webhookSecret, now),
  }
}
