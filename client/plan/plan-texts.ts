// What pages say of each plan: its price and what one gets. The numbers are those that the server enforces.
import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { planLimits, planOffers, type Tier } from '#protocol/kernel/limits.ts'
import type { ChangePreview } from '#protocol/money/plan.ts'
import type { PaidPlan, SubscriptionView } from '#protocol/people/subscription.ts'

/** An amount in cents as currency; whole dollars without cents. */
export const dollars = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: cents % 100 === 0 ? 0 : 2 }).format(
    cents / 100,
  )

/** Gives the price and what it is paid for: ['$12.99', '/month']. */
export function priceOf(tier: Tier): [price: string, interval: string] {
  const { monthlyCents } = planOffers[tier]
  if (monthlyCents === null) return ['Coming Soon', '']
  return [dollars(monthlyCents), monthlyCents === 0 ? 'forever' : '/month']
}

/** '$12.99/month', as it is really paid. */
export const amountOf = ({ amount, interval }: SubscriptionView) => `${dollars(amount)}/${interval}`

/** What a plan costs a subscriber whose promo code goes along, in cents; null where the list price holds. */
export function carriedCents(plan: PaidPlan, { plan: current, amount, promoCode }: SubscriptionView): number | null {
  const percentOff = promoCode ? Math.round(100 - (amount * 100) / (planOffers[current].monthlyCents ?? amount)) : 0
  return percentOff > 0 ? Math.round(((planOffers[plan].monthlyCents ?? 0) * (100 - percentOff)) / 100) : null
}

/** '$39.99/month', or with a promo code that goes along '$27.99/month with EARLY30 instead of $39.99'. */
export function carriedPriceOf(plan: PaidPlan, subscription: SubscriptionView): string {
  const [list, interval] = priceOf(plan)
  const cents = carriedCents(plan, subscription)
  return cents === null ? `${list}${interval}` : `${dollars(cents)}${interval} with ${subscription.promoCode} instead of ${list}`
}

/** R76: what changing the plan costs now, and then. */
export function changeCost({ dueNow, amount, nextBilling }: ChangePreview, isEnding: boolean): string {
  const day = formatDay(nextBilling, viewerZone())
  const now =
    dueNow > 0
      ? `You pay ${dollars(dueNow)} now for the rest of the current period.`
      : dueNow < 0
        ? `You pay nothing now; ${dollars(-dueNow)} for the rest of the current period count toward your next bills.`
        : 'You pay nothing now.'
  return `${now} ${isEnding ? `Your subscription still ends on ${day}.` : `From ${day} on it costs ${dollars(amount)}/month.`}`
}

/** What a plan brings, in a few words. */
export const perksOf: Readonly<Record<PaidPlan, string>> = { pro: 'enhanced features', team: 'team collaboration' }

/** How many active events a plan allows, in words: above the highest number one asks us. */
export const activeEventsOf = (tier: Tier) => `${planLimits[tier].activeEvents}${tier === 'enterprise' ? '+' : ''}`

const own: Readonly<Record<Tier, readonly string[]>> = {
  free: [],
  pro: [],
  team: ['Role assignment', 'An organization with members'],
  enterprise: ['Everything in Team'],
}

/** Gives what one gets, the most important first. */
export function featuresOf(tier: Tier): readonly string[] {
  const { eventsPerMonth, rolesPerGroup, participantsPerRole, schedulingDays } = planLimits[tier]
  const perMonth = tier === 'free' ? ` (${eventsPerMonth} per month)` : ''
  return [
    `${activeEventsOf(tier)} active events${perMonth}`,
    `${rolesPerGroup} roles per event`,
    'Unlimited invitees',
    `${participantsPerRole} seats per role`,
    `Events up to ${schedulingDays} days ahead`,
    ...own[tier],
  ]
}
