// The outside world of money: what the product asks of a payment provider, in our words. Stripe is one form, the built-in sandbox the other.
import type { GroupUpgradeMode } from '#protocol/money/checkout.ts'
import type { PaidPlan } from '#protocol/people/subscription.ts'

/** What a subscription pays for: a person's plan, or one group's upgrade. */
export type Purchase = PaidPlan | 'group'

/** A subscription as its provider knows it now. Instants are ISO 8601 in UTC, amounts in cents. */
export interface ProviderSubscription {
  readonly id: string
  readonly userId: string
  /** Set when it upgrades a group. */
  readonly groupId: string | null
  readonly plan: Purchase
  readonly status: 'active' | 'past_due' | 'incomplete' | 'canceled'
  readonly amount: number
  readonly promoCode: string
  readonly cancelAtPeriodEnd: boolean
  readonly currentPeriodEnd: string
  /** Since when its latest invoice waits for its money; null when it is paid. */
  readonly unpaidSince: string | null
  /** R253a: of one that is past due, where it is paid, and whether the bank waits for its owner; absent where the provider doesn't say. */
  readonly due?: { readonly page: string; readonly needsApproval: boolean }
  readonly startedAt: string
}

export interface Checkout {
  readonly id: string
  readonly url: string
  readonly status: 'open' | 'complete' | 'expired'
  /** False while the money is on its way. */
  readonly isPaid: boolean
  readonly userId: string
  readonly groupId: string | null
  readonly subscriptionId: string | null
}

export interface Promo {
  readonly id: string
  readonly code: string
  readonly percentOff: number
}

/** A price in cents with `percent` taken off. */
export const lessPercent = (cents: number, percent: number) => Math.round((cents * (100 - percent)) / 100)

interface CheckoutRequest {
  /** The same key gives the same checkout. */
  readonly key: string
  readonly userId: string
  readonly email: string
  readonly successUrl: string
  readonly cancelUrl: string
}
export interface PlanCheckoutRequest extends CheckoutRequest {
  readonly plan: PaidPlan
  readonly promo: Promo | undefined
}
export interface GroupCheckoutRequest extends CheckoutRequest {
  readonly groupId: string
  readonly mode: GroupUpgradeMode
}

/** Money that a customer got back, or claims, as the provider has it now. */
export interface Reversal {
  readonly chargeId: string
  readonly state: 'refunded' | 'refunded-part' | 'disputed' | 'dispute-won' | 'dispute-lost'
  /** In cents: what went back, or is claimed. */
  readonly amount: number
  readonly userId: string
  readonly groupId: string | null
  /** The checkout of a one-time upgrade; null for a month of a plan. */
  readonly checkoutId: string | null
}
/** A signed message of the provider: which one, and what it is about. What it says of that is not trusted (R47). */
export interface PaymentEvent {
  readonly id: string
  readonly checkoutId: string | null
  readonly subscriptionId: string | null
  readonly chargeId: string | null
}

export interface Payments {
  readonly name: 'stripe' | 'sandbox' | 'off'
  createSubscriptionCheckout(request: PlanCheckoutRequest): Promise<Checkout>
  createGroupCheckout(request: GroupCheckoutRequest): Promise<Checkout>
  /** Undefined when there is none of this id. */
  readCheckout(id: string): Promise<Checkout | undefined>
  /** After this nobody can pay it. False when somebody has already. */
  closeCheckout(id: string): Promise<boolean>
  readSubscription(id: string): Promise<ProviderSubscription | undefined>
  /** Undefined where nothing of this charge went back, or it paid for nothing of ours. */
  readReversal(chargeId: string): Promise<Reversal | undefined>
  /** At the end of the period. */
  cancel(id: string): Promise<void>
  reactivate(id: string): Promise<void>
  /** What `changePlan` would take now, and then per month, in cents; less than nothing is set against bills to come. */
  previewChange(id: string, plan: PaidPlan, promo: Promo | undefined): Promise<{ dueNow: number; amount: number }>
  /** At once; what is left of the period is set against the new price, and the difference is paid now. Throws PaymentNeedsOwner, and then nothing has changed. */
  changePlan(id: string, plan: PaidPlan, promo: Promo | undefined): Promise<void>
  /** The address of a page of the provider where the card and the address of a subscription are changed; for a short while, and for nobody else's eyes. */
  openPortal(id: string, returnUrl: string): Promise<string>
  /** In whatever case it is typed; undefined when it is unknown or over. */
  checkPromo(code: string): Promise<Promo | undefined>
  /** The event in a message; undefined when its signature is wrong or older than five minutes. `now` in milliseconds. */
  readEvent(body: string, signature: string, now: number): PaymentEvent | undefined
}

/** The provider can't be reached, or doesn't answer: nothing is known to have happened, and asking again is safe. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** The provider took what was asked of it for wrong; its words are in the message, without addresses. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** R253: what only whoever pays can do about it. */
export type OwnersPart = 'approval' | 'declined' | 'card-missing' | 'address'

/** R253: the provider wants whoever pays; nothing was charged and nothing has changed. */
export class PaymentNeedsOwner extends Error {
  override name = 'PaymentNeedsOwner'
  readonly needs: OwnersPart
  /** Where it is done, if that isn't the provider's page for cards and addresses (`openPortal`). */
  readonly page: string | undefined
  constructor(message: string, needs: OwnersPart, page?: string) {
    super(message)
    this.needs = needs
    this.page = page
  }
}
