// What is kept of payments: subscriptions lie in the record whose limits they lift (the person, or the group), so that a decision reads
// and writes them with it; events and open checkouts are records of their own.

import { pastDueDays, type Tier, tiers } from '#protocol/kernel/limits.ts'
import type { UserView } from '#protocol/people/account.ts'
import type { GroupSubscription, SubscriptionView } from '#protocol/people/subscription.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { ProviderSubscription, Reversal } from '#server/kernel/ports/payments.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'

export type Subscription = ProviderSubscription

/** The part of a record that payments keep. `syncs` counts every look at the provider that was written down. */
export interface Paid {
  readonly subscriptions: readonly Subscription[]
  readonly syncs: number
  /** Checkouts that were paid once and for good. */
  readonly paidCheckouts: readonly string[]
  /** R236: those of them whose money went back; absent for none. */
  readonly reversedCheckouts?: readonly string[]
}
export const nothingPaid: Paid = { subscriptions: [], syncs: 0, paidCheckouts: [] }

/** R47: a message of the provider that had its effect. Written in the commit of that effect. */
export interface HandledEvent extends Stored {
  readonly expiresAt: string
}
/** R114: what of payments an operator should know, the newest last; its id is always 'this'. */
export interface PaymentTrouble extends Stored {
  /** Messages that could not be taken. */
  readonly failures: readonly { readonly eventId: string; readonly at: string; readonly tries: number; readonly why: string }[]
  /** R236: what the provider refused that somebody wanted to do, in its words; `needsOwner` where whoever pays can mend it (R253). Absent in records of the releases before, as is the next. */
  readonly refusals?: readonly { readonly at: string; readonly why: string; readonly needsOwner?: boolean }[]
  /** R236: money that went back, or is claimed. */
  readonly reversals?: readonly (Omit<Reversal, 'checkoutId'> & { readonly at: string; readonly hasEnded: boolean })[]
  /** R236a: what was paid for once it was gone, by its checkout or subscription. */
  readonly needless?: readonly { readonly id: string; readonly at: string; readonly userId: string }[]
  /** When one came that the provider had not signed; noted once a minute. Absent where none did. */
  readonly unsignedAt?: string
}
export const paymentTroubles: Collection<PaymentTrouble> = { name: 'payment_troubles', indexes: {} }

export const handledEvents: Collection<HandledEvent> = { name: 'payment_events', indexes: { expiry: { fields: ['expiresAt'] } } }

/** The one checkout that may be open for a person's plan, or for a group; its id is theirs. */
export interface OpenCheckout extends Stored {
  /** What is bought, as text to compare. */
  readonly wanted: string
  /** The provider's idempotency key: asking again gives the same checkout. */
  readonly attempt: string
  readonly sessionId: string | null
  readonly expiresAt: string
  /** Of the group it is for. */
  readonly ownerId?: string
  /** R236a: what it is for is gone: from when on it is closed at the provider. */
  readonly closeAt?: string
}
export const openCheckouts: Collection<OpenCheckout> = {
  name: 'checkouts',
  indexes: { expiry: { fields: ['expiresAt'] }, owner: { fields: ['ownerId'] }, closing: { fields: ['closeAt'] } },
}

const dayMs = 86_400_000

/** R45: until when a subscription lifts limits, as the last look at the provider has it; '' for not at all. */
function runsUntil({ status, cancelAtPeriodEnd, currentPeriodEnd, unpaidSince }: Subscription): string {
  if (status === 'incomplete') return ''
  const grace = unpaidSince === null ? null : iso(Date.parse(unpaidSince) + pastDueDays * dayMs)
  const ends = status === 'canceled' || cancelAtPeriodEnd ? currentPeriodEnd : null
  const all = [...(status === 'active' ? [] : [grace]), ends].filter((one) => one !== null)
  return all.sort()[0] ?? (status === 'active' ? '9999' : iso(Date.parse(currentPeriodEnd)))
}
export const isRunning = (subscription: Subscription, now: number) => runsUntil(subscription) > iso(now)

const tierBought = ({ plan }: Subscription): Tier => (plan === 'group' ? 'pro' : plan)
const higher = (one: Tier, other: Tier): Tier => (tiers.indexOf(one) >= tiers.indexOf(other) ? one : other)

interface Holder {
  /** The plan that was given without a payment. */
  readonly tier: Tier
  /** R114: when what was given ends; absent where it doesn't. */
  readonly tierUntil?: string | undefined
  readonly paid?: Paid | undefined
}

/** The plan that was given without a payment, while it lasts. */
export const givenTierAt = ({ tier, tierUntil }: Pick<Holder, 'tier' | 'tierUntil'>, now: number): Tier =>
  tierUntil !== undefined && tierUntil <= iso(now) ? 'free' : tier

const running = (paid: Paid | undefined, now: number) => (paid?.subscriptions ?? []).filter((one) => isRunning(one, now))

/** R44, R45: the plan of a person at `now` (milliseconds): the one place that says so (decision 0123). */
export const tierAt = (holder: Holder, now: number): Tier =>
  running(holder.paid, now).map(tierBought).reduce(higher, givenTierAt(holder, now))

/** When the clock alone next takes a plan from a person, in milliseconds; Infinity if it won't. */
export const nextEnd = ({ tierUntil, paid }: Pick<Holder, 'tierUntil' | 'paid'>, now: number): number => {
  const given = tierUntil !== undefined && tierUntil > iso(now) ? [Date.parse(tierUntil)] : []
  return Math.min(...given, ...running(paid, now).map((one) => Date.parse(runsUntil(one))))
}

/** R49: a group's upgrade lifts it to Pro limits, or leaves it where its owner is. */
export function groupTierAt(group: { readonly paid?: Paid | undefined }, owner: Holder | undefined, now: number): Tier {
  const own = owner ? tierAt(owner, now) : 'free'
  return isUpgraded(group, now) ? higher(own, 'pro') : own
}
export const isUpgraded = ({ paid }: { readonly paid?: Paid | undefined }, now: number): boolean =>
  paid !== undefined && (paid.paidCheckouts.length > 0 || running(paid, now).length > 0)

/** The subscription that counts at `now`: the highest plan of those that run, the latest of equals; else one that waits for its first payment. */
export function currentSubscription({ paid }: Pick<Holder, 'paid'>, now: number): Subscription | undefined {
  const byWorth = (a: Subscription, b: Subscription) =>
    tiers.indexOf(tierBought(b)) - tiers.indexOf(tierBought(a)) || (a.startedAt < b.startedAt ? 1 : -1)
  const waiting = (paid?.subscriptions ?? []).filter(({ status }) => status === 'incomplete' || status === 'past_due')
  return running(paid, now).sort(byWorth)[0] ?? [...waiting].sort(byWorth)[0]
}

/** Whether it is paid, or still may be: it can then be changed and cancelled. */
export const isPayable = (subscription: Subscription | undefined, now: number): subscription is Subscription =>
  subscription !== undefined && (subscription.status === 'active' || subscription.status === 'past_due') && isRunning(subscription, now)

/** R45, R253a: until when one that is past due is kept, and where it is paid. */
const keptOf = (subscription: Subscription) =>
  subscription.status === 'past_due' ? { keptUntil: runsUntil(subscription), ...(subscription.due && { due: subscription.due }) } : {}

export function subscriptionView(subscription: Subscription | undefined): SubscriptionView | null {
  if (!subscription || subscription.plan === 'group') return null
  const { plan, promoCode, amount, status, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  return { plan, promoCode, amount, interval: 'month', status, cancelAtPeriodEnd, currentPeriodEnd, ...keptOf(subscription) }
}

/** R49: of what is paid for a group, the part that this person pays. */
export const paidBy = (paid: Paid | undefined, userId: string): Pick<Holder, 'paid'> => ({
  paid: { ...(paid ?? nothingPaid), subscriptions: (paid?.subscriptions ?? []).filter((one) => one.userId === userId) },
})

export function groupSubscriptionView(subscription: Subscription | undefined): GroupSubscription | null {
  if (!subscription) return null
  const { amount, status, cancelAtPeriodEnd, currentPeriodEnd } = subscription
  return { amount, status, cancelAtPeriodEnd, currentPeriodEnd, ...keptOf(subscription) }
}

/** What a person's view says of their plan. */
export function planOf(holder: Holder, now: number): Pick<UserView, 'tier' | 'subscriptionStatus' | 'hasActiveSubscription'> {
  const subscription = currentSubscription(holder, now)
  return {
    tier: tierAt(holder, now),
    subscriptionStatus: subscription?.status ?? 'none',
    hasActiveSubscription: isPayable(subscription, now),
  }
}
