// Payments by Stripe, over its SDK. Prices are made on demand under lookup keys, so that an empty account is enough.
import type Stripe from 'stripe'
import { earlyAdopter, groupOffers, planOffers } from '#protocol/kernel/limits.ts'
import type { PaidPlan } from '#protocol/people/subscription.ts'
import { iso } from './clock.ts'
import {
  type Checkout,
  lessPercent,
  PaymentRefused,
  type Payments,
  PaymentsUnavailable,
  type Promo,
  type ProviderSubscription,
  type Purchase,
} from './payments.ts'
import { readSigned } from './payments-events.ts'
import { openPortal } from './payments-stripe-portal.ts'
import { readReversal } from './payments-stripe-reversals.ts'
import { ask, openSdk, orNothing, type StripeKeys } from './payments-stripe-sdk.ts'

const offers: Readonly<Record<Purchase, { name: string; cents: number }>> = {
  pro: { name: 'Rolecall Pro', cents: planOffers.pro.monthlyCents ?? 0 },
  team: { name: 'Rolecall Team', cents: planOffers.team.monthlyCents ?? 0 },
  group: { name: 'Rolecall group upgrade', cents: groupOffers.subscription.cents },
}
const purchaseOf = (name: string | undefined): Purchase | undefined => (['pro', 'team', 'group'] as const).find((one) => one === name)

/** The price of a purchase, made when it isn't there yet. */
async function priceOf(stripe: Stripe, plan: Purchase): Promise<string> {
  const { name, cents } = offers[plan]
  const lookup_key = `rolecall_${plan}_month_${cents}`
  const found = await ask(stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 }))
  if (found.data[0]) return found.data[0].id
  const made = await ask(
    stripe.prices.create(
      { currency: 'usd', unit_amount: cents, recurring: { interval: 'month' }, lookup_key, metadata: { plan }, product_data: { name } },
      { idempotencyKey: lookup_key },
    ),
  )
  return made.id
}

const statusOf = (status: string): ProviderSubscription['status'] => {
  if (status === 'active' || status === 'trialing') return 'active'
  if (status === 'canceled') return 'canceled'
  return status.startsWith('incomplete') ? 'incomplete' : 'past_due'
}

/** Undefined for a subscription that isn't ours: the account may sell other things too. */
function subscriptionOf(found: Stripe.Subscription): ProviderSubscription | undefined {
  const [item] = found.items.data
  const { userId, groupId, promoCode } = found.metadata
  const plan = purchaseOf(item?.price.metadata.plan) ?? purchaseOf(found.metadata.plan)
  if (!item || !userId || !plan) return undefined
  const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null
  const isUnpaid = invoice !== null && (invoice.status === 'open' || invoice.status === 'uncollectible')
  const percent = Number(found.metadata.percentOff ?? 0)
  return {
    id: found.id,
    userId,
    groupId: groupId || null,
    plan,
    status: statusOf(found.status),
    amount: lessPercent(item.price.unit_amount ?? 0, percent),
    promoCode: promoCode ?? '',
    cancelAtPeriodEnd: found.cancel_at_period_end || found.cancel_at !== null,
    currentPeriodEnd: iso(item.current_period_end * 1000),
    unpaidSince:
      isUnpaid || found.status === 'past_due' || found.status === 'unpaid'
        ? iso((invoice?.created ?? item.current_period_start) * 1000)
        : null,
    startedAt: iso(found.start_date * 1000),
  }
}

const idOf = (value: string | { id: string } | null): string | null => (typeof value === 'object' ? (value?.id ?? null) : value)

const statusOfCheckout = (status: string | null): Checkout['status'] => (status === 'complete' || status === 'expired' ? status : 'open')

function checkoutOf(session: Stripe.Checkout.Session): Checkout | undefined {
  const { userId, groupId } = session.metadata ?? {}
  if (!userId) return undefined
  return {
    id: session.id,
    url: session.url ?? '',
    status: statusOfCheckout(session.status),
    isPaid: session.payment_status !== 'unpaid',
    userId,
    groupId: groupId || null,
    subscriptionId: idOf(session.subscription),
  }
}

/** R50: the code that everybody may have is made on first use; one that was switched off stays off. */
async function promoOf(stripe: Stripe, typed: string): Promise<Promo | undefined> {
  const { data } = await ask(stripe.promotionCodes.list({ code: typed, limit: 10, expand: ['data.promotion.coupon'] }))
  const found = data.find(({ active, expires_at }) => active && expires_at === null) ?? data.find(({ active }) => active)
  const coupon = found && typeof found.promotion.coupon === 'object' ? found.promotion.coupon : null
  if (found) return { id: found.id, code: found.code, percentOff: coupon?.percent_off ?? 0 }
  if (data.length > 0 || typed.toUpperCase() !== earlyAdopter.code) return undefined
  const made = await ask(
    stripe.coupons.create(
      { percent_off: earlyAdopter.percentOff, duration: 'forever', name: 'Early adopters' },
      { idempotencyKey: `rolecall_${earlyAdopter.code}_coupon` },
    ),
  )
  const code = await ask(
    stripe.promotionCodes.create(
      { promotion: { type: 'coupon', coupon: made.id }, code: earlyAdopter.code },
      { idempotencyKey: `rolecall_${earlyAdopter.code}` },
    ),
  )
  return { id: code.id, code: code.code, percentOff: earlyAdopter.percentOff }
}

const promoMetadata = (promo: Promo | undefined) => ({ promoCode: promo?.code ?? '', percentOff: String(promo?.percentOff ?? 0) })

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

const openCheckouts = (stripe: Stripe): Checkouts => ({
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

/** The other plan in the place of the current one; the difference is billed at once: only so is it known what a change costs now (R76). */
async function exchange(stripe: Stripe, id: string, plan: PaidPlan) {
  const found = await ask(stripe.subscriptions.retrieve(id))
  const items = [{ id: found.items.data[0]?.id ?? '', price: await priceOf(stripe, plan) }]
  return { found, change: { items, proration_behavior: 'always_invoice' } as const }
}

/** All or nothing: a card that is refused leaves the plan as it was. */
async function changePlan(stripe: Stripe, id: string, plan: PaidPlan, promo: Promo | undefined) {
  const { change } = await exchange(stripe, id, plan)
  await ask(
    stripe.subscriptions.update(id, {
      ...change,
      payment_behavior: 'error_if_incomplete',
      metadata: { plan, ...(promo && promoMetadata(promo)) },
      ...(promo && { discounts: [{ promotion_code: promo.id }] }),
    }),
  )
}

async function previewChange(stripe: Stripe, id: string, plan: PaidPlan, promo: Promo | undefined) {
  const { found, change } = await exchange(stripe, id, plan)
  const { total, amount_due } = await ask(
    stripe.invoices.createPreview({
      subscription: id,
      subscription_details: change,
      ...(promo && { discounts: [{ promotion_code: promo.id }] }),
    }),
  )
  const percent = promo?.percentOff ?? Number(found.metadata.percentOff ?? 0)
  return { dueNow: total < 0 ? total : amount_due, amount: lessPercent(offers[plan].cents, percent) }
}

/** Payments over the SDK; its retries carry idempotency keys, so an answer that was lost charges nobody twice. */
export function stripePayments(keys: StripeKeys): Payments {
  const stripe = openSdk(keys)
  const readSubscription: Payments['readSubscription'] = async (id) => {
    const found = await orNothing(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
    return found && subscriptionOf(found)
  }
  return {
    name: 'stripe',
    ...openCheckouts(stripe),
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
