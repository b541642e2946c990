// What is sold at Stripe, and what is taken off it: prices and promo codes, made there on first use.
import type Stripe from 'stripe'
import { earlyAdopter, groupOffers, planOffers } from '#protocol/kernel/limits.ts'
import type { Promo, Purchase } from './payments.ts'
import { ask } from './payments-stripe-sdk.ts'

export const offers: Readonly<Record<Purchase, { name: string; cents: number }>> = {
  pro: { name: 'Rolecall Pro', cents: planOffers.pro.monthlyCents ?? 0 },
  team: { name: 'Rolecall Team', cents: planOffers.team.monthlyCents ?? 0 },
  group: { name: 'Rolecall group upgrade', cents: groupOffers.subscription.cents },
}
export const purchaseOf = (name: string | undefined): Purchase | undefined =>
  (['pro', 'team', 'group'] as const).find((one) => one === name)

/** The price of a purchase, made when it isn't there yet. */
export async function priceOf(stripe: Stripe, plan: Purchase): Promise<string> {
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

/** R50: the code that everybody may have is made on first use; one that was switched off stays off. */
export async function promoOf(stripe: Stripe, typed: string): Promise<Promo | undefined> {
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

export const promoMetadata = (promo: Promo | undefined) => ({ promoCode: promo?.code ?? '', percentOff: String(promo?.percentOff ?? 0) })
