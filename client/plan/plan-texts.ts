// What each plan is on paper: its price and what one gets, in words; the numbers are the ones the server keeps to.
import { planLimits, planOffers, type Tier } from '#protocol/limits.ts'
import type { PaidPlan, SubscriptionView } from '#protocol/subscription.ts'

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

/** What a plan brings, in a few words. */
export const perksOf: Readonly<Record<PaidPlan, string>> = { pro: 'enhanced features', team: 'team collaboration' }

/** Gives the number of active events: the highest plan's is where talking begins. */
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
