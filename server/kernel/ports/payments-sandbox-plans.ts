// What the sandbox's subscriptions cost, and what time and another plan make of them. Pure.
import { groupOffers, planOffers } from '#protocol/kernel/limits.ts'
import { iso } from './clock.ts'
import { lessPercent, type Promo, type ProviderSubscription, type Purchase } from './payments.ts'

export const prices: Readonly<Record<Purchase, number>> = {
  pro: planOffers.pro.monthlyCents ?? 0,
  team: planOffers.team.monthlyCents ?? 0,
  group: groupOffers.subscription.cents,
}

export function nextMonth(instant: string): string {
  const at = new Date(instant)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString()
}

/** A subscription as its clock has moved it: each month is paid, and one that is set to end has ended. */
export function rolled(kept: ProviderSubscription, now: number): ProviderSubscription {
  if (kept.status !== 'active' || kept.currentPeriodEnd > iso(now)) return kept
  if (kept.cancelAtPeriodEnd) return { ...kept, status: 'canceled' }
  return rolled({ ...kept, currentPeriodEnd: nextMonth(kept.currentPeriodEnd) }, now)
}

/** What another plan makes of a subscription: the promo code stays, or a new one takes its place. */
export function exchanged({ promoCode, amount, plan: before }: ProviderSubscription, plan: Purchase, promo: Promo | undefined) {
  const percent = promo?.percentOff ?? Math.round(100 - (amount * 100) / prices[before])
  return { plan, promoCode: promo?.code ?? promoCode, amount: lessPercent(prices[plan], percent) }
}

/** How much of the current month is still to come, from 0 to 1. */
export function shareLeft({ currentPeriodEnd }: ProviderSubscription, now: number): number {
  const end = new Date(currentPeriodEnd)
  const start = new Date(currentPeriodEnd).setUTCMonth(end.getUTCMonth() - 1)
  return Math.min(1, Math.max(0, (end.getTime() - now) / (end.getTime() - start)))
}
