// A person, and the answers of a server to the calls on the way in.
import type { UserView } from '#protocol/people/account.ts'
import type { SubscriptionView } from '#protocol/people/subscription.ts'
import type { Answer } from './page-kit.tsx'

export const ada: UserView = {
  _id: '0123456789abcdef01234567',
  rev: 1,
  name: 'Ada',
  username: 'ada_l',
  email: 'ada@example.com',
  maskedEmail: 'a***@example.com',
  mobile: '',
  tier: 'free',
  role: 'user',
  verified: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  subscriptionStatus: 'none',
  hasActiveSubscription: false,
  access: 'account',
}

export const refusal = (status: number, code: string, error: string, more: object = {}) => ({ status, body: { error, code, ...more } })

/** Answers by path; what isn't named is a 404. */
export const byPath =
  (answers: Record<string, ReturnType<Answer>>): Answer =>
  ({ path }) =>
    answers[path]

export const done = { body: { success: true } }

export const subscription: SubscriptionView = {
  plan: 'pro',
  promoCode: '',
  amount: 1299,
  interval: 'month',
  status: 'active',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2026-12-20T10:00:00.000Z',
}
/** Pays for Pro. */
export const payer: UserView = { ...ada, tier: 'pro', subscriptionStatus: 'active', hasActiveSubscription: true, subscription }
