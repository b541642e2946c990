// What one is told of plans: limits, subscriptions, and what a change would cost.
import { tierLimits } from '#protocol/limits.ts'
import type { Purchase } from '#protocol/plan.ts'
import { type User, users, userView } from '../account/model.ts'
import { groups } from '../group/model.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { orgsOf } from '../org/queries.ts'
import type { Promo } from '../ports/payments.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { groupSubscriptionView, paidBy, presentSubscription, subscriptionView, tierAt } from './model.ts'
import * as rules from './rules.ts'

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

export const presentUser = async (reader: Reader, id: string): Promise<User> => (await reader.get(users, id)) ?? refuse('user-unknown')

/** The view of the room `account:<userId>`: one's own, by login only (R30). */
export async function watchAccount({ clock }: Services, id: string, { user, via }: Caller) {
  if (!user || user._id !== id || via !== 'account') refuse('not-yours')
  return { view: userView(user, 'account', clock.now()) }
}

/** R50. Refuses `promo-invalid`, on its field. */
export async function promoFor({ payments }: Pick<Services, 'payments'>, typed: string): Promise<Promo | undefined> {
  if (typed === '') return undefined
  const sentence = 'This promo code is not valid or has expired.'
  return (await payments.checkPromo(typed)) ?? refuse('promo-invalid', { fields: { promoCode: sentence } })
}

/** R46: how a person's subscription stands now. */
export async function bought({ store, clock }: Services, userId: string) {
  const user = await presentUser(store, userId)
  const now = clock.now()
  return { subscription: subscriptionView(presentSubscription(user, now)), user: userView(user, 'account', now) }
}

/** R76: asked before `changePlan`, of the same provider. Refuses what that would. */
export async function previewChange({ store, clock, payments }: Services, { plan, promoCode }: Purchase, { user }: SignedIn) {
  const promo = await promoFor({ payments }, promoCode)
  const { id, currentPeriodEnd, plan: present } = rules.openSubscription(await presentUser(store, user._id), clock.now())
  if (present === plan) refuse('plan-same')
  return { ...(await payments.previewChange(id, plan, promo)), nextBilling: currentPeriodEnd }
}

export type OneGroup = { readonly groupId: string }

export const paidForGroup = async ({ store }: Services, groupId: string, { user }: SignedIn) =>
  paidBy((await store.get(groups, groupId))?.paid, user._id)

/** R49: what the caller pays for a group by the month. To everybody else it looks as if nobody did. */
export async function readGroupSubscription(services: Services, { groupId }: OneGroup, caller: SignedIn) {
  const holder = await paidForGroup(services, groupId, caller)
  return { subscription: groupSubscriptionView(presentSubscription(holder, services.clock.now())) }
}
