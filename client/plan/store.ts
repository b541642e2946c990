// What one buys, changes and ends. What becomes of a plan is part of the person on screen: there is only one place for it.
import { call } from '#client/lib/call.ts'
import { putUser } from '#client/records/user.ts'
import { checkoutApi, type SessionOutcome } from '#protocol/money/checkout.ts'
import { type Purchase, planApi } from '#protocol/money/plan.ts'
import { leaveFor } from './checkout.ts'

/** R47: the server asks the provider, so nobody has to wait for its webhook. */
export async function readSession(sessionId: string): Promise<SessionOutcome> {
  const outcome = await call(checkoutApi.session, { session_id: sessionId })
  putUser(outcome.user)
  return outcome
}

/** P8: the card is the provider's affair; the browser goes to its page. */
export async function openPortal() {
  await leaveFor((await call(planApi.openPortal, {})).url)
}

/** R49: what one pays for a group by the month; null where somebody else does, or nobody. */
export const readGroupSubscription = async (groupId: string) => (await call(planApi.groupSubscription, { groupId })).subscription
export const cancelGroup = async (groupId: string) => (await call(planApi.cancelGroup, { groupId })).subscription
export const reactivateGroup = async (groupId: string) => (await call(planApi.reactivateGroup, { groupId })).subscription
export async function openGroupPortal(groupId: string) {
  await leaveFor((await call(planApi.openGroupPortal, { groupId })).url)
}

export const cancelSubscription = async () => putUser((await call(planApi.cancel, {})).user)
export const reactivateSubscription = async () => putUser((await call(planApi.reactivate, {})).user)
/** R76: what another plan would cost, before it is chosen. */
export const previewChange = (purchase: Purchase) => call(planApi.previewChange, purchase)
export const changePlan = async (purchase: Purchase) => putUser((await call(planApi.changePlan, purchase)).user)
