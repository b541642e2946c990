// A plan's calls: endpoint, guard, action.
import { planApi } from '#protocol/money/plan.ts'
import { account, anyone, on, organizer } from '#server/people/http/route.ts'
import * as plan from './actions.ts'
import { previewChange, readGroupSubscription, readTierLimits, readTierLimitsOf } from './queries.ts'

export const planRoutes = [
  on(planApi.tierLimits, anyone, readTierLimits),
  on(planApi.tierLimitsOf, organizer, readTierLimitsOf),
  on(planApi.subscription, account, plan.readSubscription),
  on(planApi.cancel, account, plan.cancelSubscription, { limit: 'create' }),
  on(planApi.reactivate, account, plan.reactivateSubscription, { limit: 'create' }),
  on(planApi.changePlan, account, plan.changePlan, { limit: 'create' }),
  on(planApi.previewChange, account, previewChange, { limit: 'create' }),
  on(planApi.openPortal, account, plan.openPortal, { limit: 'create' }),
  on(planApi.groupSubscription, account, readGroupSubscription),
  on(planApi.cancelGroup, account, plan.cancelGroupSubscription),
  on(planApi.reactivateGroup, account, plan.reactivateGroupSubscription),
  on(planApi.openGroupPortal, account, plan.openGroupPortal, { limit: 'create' }),
]
