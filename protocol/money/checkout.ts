// Buying: where the browser goes to pay, and the result when it is back.
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { GroupId, line } from '#protocol/kernel/fields.ts'
import { UserView } from '#protocol/people/account.ts'
import { SubscriptionView } from '#protocol/people/subscription.ts'
import { Purchase } from './plan.ts'

export const GroupUpgradeMode = z.enum(['payment', 'subscription'], 'Please choose one-time or subscription')
export type GroupUpgradeMode = z.infer<typeof GroupUpgradeMode>

export const SessionOutcome = z.object({
  /** processing: paid, and the money is on its way. */
  state: z.enum(['done', 'processing']),
  /** The group that was upgraded, if it wasn't a plan. */
  groupId: z.nullable(z.string()),
  subscription: z.nullable(SubscriptionView),
  user: UserView,
})
export type SessionOutcome = z.infer<typeof SessionOutcome>

export const checkoutApi = {
  /** R48: the browser goes to `url`. */
  group: post(
    '/payment/checkout',
    z.strictObject({ groupId: GroupId, mode: z._default(GroupUpgradeMode, 'payment') }),
    z.object({ sessionId: z.string(), url: z.string() }),
  ),
  subscribe: post('/user/subscription', Purchase, z.object({ checkoutUrl: z.string(), sessionId: z.string() })),
  session: get('/user/subscription/session', z.strictObject({ session_id: line(300, 'No session ID found') }), SessionOutcome),
}
