// What is kept of an operator's acts (R114), and what they are shown of people and emails: an allow-list of fields each.
import type { OperatorPerson, OperatorAct as View } from '#protocol/app/operator.ts'
import type { SubscriptionView } from '#protocol/people/subscription.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { User } from '#server/people/model/account.ts'
import { currentSubscription, subscriptionView, tierAt } from '#server/people/model/plan.ts'

/** One act: written once, in the commit of what it did, and never changed or dropped. */
export interface OperatorAct extends Stored, Omit<View, '_id'> {}
export const operatorActs: Collection<OperatorAct> = { name: 'operator_acts', indexes: { when: { fields: ['at'] } } }

export const actView = ({ _id, at, by, act, about, from, to }: OperatorAct): View => ({ _id, at, by, act, about, from, to })

/** R253: where a bill is paid is a link that needs no login, for its owner alone. */
function withoutPage(subscription: SubscriptionView | null): SubscriptionView | null {
  if (!subscription) return null
  const { due: _, ...rest } = subscription
  return rest
}

/** As of `now` (milliseconds). */
export const personRow = (user: User, isOperator: boolean, now: number, brands: OperatorPerson['brands'] = []): OperatorPerson => ({
  _id: user._id,
  email: user.email,
  name: user.name,
  username: user.username ?? '',
  verified: user.verified,
  createdAt: user.createdAt,
  tier: tierAt(user, now),
  given: { plan: user.tier, until: user.tierUntil ?? null },
  subscription: withoutPage(subscriptionView(currentSubscription(user, now))),
  suspendedAt: user.suspendedAt ?? null,
  isOperator,
  ...(user.face?.photo && { photo: user.face.photo }),
  ...(brands.length > 0 && { brands }),
})
