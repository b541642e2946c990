// What is bought, and what became of it: endpoint, guard, action. R30: an organizer token opens none of them.
import { checkoutApi } from '#protocol/money/checkout.ts'
import { account, on } from '#server/people/http/route.ts'
import { checkOutGroup, readSession, subscribe } from './actions.ts'

export const checkoutRoutes = [
  on(checkoutApi.group, account, checkOutGroup, { limit: 'create' }),
  on(checkoutApi.subscribe, account, subscribe, { limit: 'create' }),
  on(checkoutApi.session, account, readSession, { limit: 'lookUp' }),
]
