// What is said about plans: the limits that a form keeps to, and how a subscription is changed and ended.
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { GroupId, lineOrNothing, UserId } from '#protocol/kernel/fields.ts'
import { TierLimits } from '#protocol/kernel/tier.ts'
import { UserView } from '#protocol/people/account.ts'
import { GroupSubscription, PaidPlan, SubscriptionView } from '#protocol/people/subscription.ts'

/** R50: the code is checked before anything is bought. */
export const Purchase = z.strictObject({ plan: PaidPlan, promoCode: z._default(lineOrNothing(100), '') })
export type Purchase = z.infer<typeof Purchase>
const Empty = z.strictObject({})
/** R76: what another plan would cost, in cents. */
export const ChangePreview = z.object({
  /** Due at once, for what is left of the period; a negative amount is deducted from later bills. */
  dueNow: z.int(),
  /** Per month from then on. */
  amount: z.int(),
  nextBilling: z.string(),
})
export type ChangePreview = z.infer<typeof ChangePreview>
/** R46: the subscription as its provider knows it now, and the person with the resulting plan. */
const Bought = z.object({ subscription: z.nullable(SubscriptionView), user: UserView })

const OneGroup = z.strictObject({ groupId: GroupId })
/** Null for whoever pays nothing for the group by the month. */
const Upgrade = z.object({ subscription: z.nullable(GroupSubscription) })

export const planApi = {
  tierLimits: get('/tier-limits', Empty, TierLimits),
  tierLimitsOf: get('/tier-limits/:userId', z.strictObject({ userId: UserId }), TierLimits),
  subscription: get('/user/subscription', Empty, Bought),
  cancel: post('/user/subscription/cancel', Empty, Bought),
  reactivate: post('/user/subscription/reactivate', Empty, Bought),
  changePlan: post('/user/subscription/change-plan', Purchase, Bought),
  previewChange: get('/user/subscription/change-plan', Purchase, ChangePreview),
  /** P8: the provider's own page, where one gives another card. The browser goes to `url`. */
  openPortal: post('/user/subscription/portal', Empty, z.object({ url: z.string() })),
  /** R49: the upgrade that the caller pays for a group; theirs to end and to mend, also when they no longer manage the group. */
  groupSubscription: get('/payment/group/:groupId', OneGroup, Upgrade),
  cancelGroup: post('/payment/group/:groupId/cancel', OneGroup, Upgrade),
  reactivateGroup: post('/payment/group/:groupId/reactivate', OneGroup, Upgrade),
  openGroupPortal: post('/payment/group/:groupId/portal', OneGroup, z.object({ url: z.string() })),
}
