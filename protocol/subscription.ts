// A subscription as its owner sees it: what it is for, what it costs, and until when it runs.
import { z } from 'zod/mini'

/** R51: what can be bought. */
export const PaidPlan = z.enum(['pro', 'team'], 'Please choose the Pro or the Team plan')
export type PaidPlan = z.infer<typeof PaidPlan>

export const subscriptionStatuses = ['active', 'canceled', 'past_due', 'incomplete', 'none'] as const

export const SubscriptionView = z.object({
  plan: PaidPlan,
  promoCode: z.string(),
  /** Cents per interval. */
  amount: z.int(),
  interval: z.literal('month'),
  status: z.enum(subscriptionStatuses),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.string(),
})
export type SubscriptionView = z.infer<typeof SubscriptionView>
