// A subscription as its owner sees it: what it is for, what it costs, and until when it runs.
import { z } from 'zod/mini'

/** R51: what can be bought. */
export const PaidPlan = z.enum(['pro', 'team'], 'Please choose the Pro or the Team plan')
export type PaidPlan = z.infer<typeof PaidPlan>

export const subscriptionStatuses = ['active', 'canceled', 'past_due', 'incomplete', 'none'] as const

/** R253a: where what is past due is paid, on a page of the provider, and whether the bank waits for its owner. */
const Due = z.object({ page: z.string(), needsApproval: z.boolean() })

export const SubscriptionView = z.object({
  plan: PaidPlan,
  promoCode: z.string(),
  /** Cents per interval. */
  amount: z.int(),
  interval: z.literal('month'),
  status: z.enum(subscriptionStatuses),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.string(),
  /** R45: of one that is past due, until when it is kept. */
  keptUntil: z.optional(z.string()),
  due: z.optional(Due),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>

/** R49: a group's upgrade by the month, as whoever pays for it sees it. */
export const GroupSubscription = z.object({
  /** Cents per month. */
  amount: z.int(),
  status: z.enum(subscriptionStatuses),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.string(),
  keptUntil: z.optional(z.string()),
  due: z.optional(Due),
})
export type GroupSubscription = z.infer<typeof GroupSubscription>
