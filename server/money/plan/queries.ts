// What people see of plans: limits, subscriptions, and what a change would cost.
import { tierLimits } from '#protocol/kernel/limits.ts'
import type { Purchase } from '#protocol/money/plan.ts'
import type { Promo } from '#server/kernel/ports/payments.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { type User, users, userView } from '#server/people/model/account.ts'
import { currentSubscription, groupSubscriptionView, paidBy, subscriptionView, tierAt } from '#server/people/model/plan.ts'
import { orgsOf } from '#server/people/org/queries.ts'
import * as rules from '#server/people/rules/plan.ts'
import { groups } from '#server/seats/model/group.ts'

/** The caller's limits; those of the free plan for a visitor. */
export const readTierLimits = async ({ clock }: Services, _: object, { user }: Caller) =>
  tierLimits(user ? tierAt(user, clock.now()) : 'free')

/** R60: for oneself, or the owner of an organization one shares; organizations need a login (R30). Refuses `not-yours`. */
export async function readTierLimitsOf({ store, clock }: Services, { userId }: { userId: string }, { user, via }: SignedIn) {
  if (user._id === userId) return tierLimits(tierAt(user, clock.now()))
  const shared = via === 'account' ? await orgsOf(store, user) : []
  const owner = shared.some(({ org }) => org.ownerId === userId) ? await store.get(users, userId) : undefined
  return tierLimits(owner ? tierAt(owner, clock.now()) : refuse('not-yours'))
}

export const currentUser = async (reader: Reader, id: string): Promise<User> => (await reader.get(users, id)) ?? refuse('user-unknown')

/** The view of the room `account:<userId>`: one's own, by login only (R30). */
export async function watchAccount(services: Services, id: string, { user, via }: Caller) {
  if (!user || user._id !== id || via !== 'account') refuse('not-yours')
  return { view: userView(user, 'account', services) }
}

/** R50. Refuses `promo-invalid`, on its field. */
export async function promoFor({ payments }: Pick<Services, 'payments'>, typed: string): Promise<Promo | undefined> {
  if (typed === '') return undefined
  const sentence = 'This promo code is not valid or has expired.'
  return (await payments.checkPromo(typed)) ?? refuse('promo-invalid', { fields: { promoCode: sentence } })
}

/** R46: how a person's subscription stands now. */
export async function bought(services: Services, userId: string) {
  const user = await currentUser(services.store, userId)
  const now = services.clock.now()
  return { subscription: subscriptionView(currentSubscription(user, now)), user: userView(user, 'account', services) }
}

/** R76: asked before `changePlan`, of the same provider. Refuses what that would. */
export async function previewChange({ store, clock, payments }: Services, { plan, promoCode }: Purchase, { user }: SignedIn) {
  const promo = await promoFor({ payments }, promoCode)
  const { id, currentPeriodEnd, plan: current } = rules.unfinishedSubscription(await currentUser(store, user._id), clock.now())
  if (current === plan) refuse('plan-same')
  return { ...(await payments.previewChange(id, plan, promo)), nextBilling: currentPeriodEnd }
}

export type OneGroup = { readonly groupId: string }

export const paidForGroup = async ({ store }: Services, groupId: string, { user }: SignedIn) =>
  paidBy((await store.get(groups, groupId))?.paid, user._id)

/** R49: what the caller pays for a group by the month. To everybody else it looks as if nobody did. */
export async function readGroupSubscription(services: Services, { groupId }: OneGroup, caller: SignedIn) {
  const holder = await paidForGroup(services, groupId, caller)
  return { subscription: groupSubscriptionView(currentSubscription(holder, services.clock.now())) }
}
