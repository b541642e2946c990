// What an operator may do to an account (R114). Pure: facts in, records or a refusal out.
import type { GivenPlan } from '#protocol/app/operator.ts'
import type { OperatorAct } from '#server/app/model/operator.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import { currentSubscription, isPayable } from '#server/people/model/plan.ts'

const suspensionOf = ({ suspendedAt }: User) => (suspendedAt === undefined ? 'may log in' : `suspended since ${suspendedAt}`)
const planText = ({ tier, tierUntil }: Pick<User, 'tier' | 'tierUntil'>) => (tierUntil === undefined ? tier : `${tier} until ${tierUntil}`)

type LogLine = Pick<OperatorAct, 'act' | 'from' | 'to'>
interface UserChange {
  readonly user: User
  readonly line: LogLine
}

/** Ends every session and link of the account at once, with its epoch; undefined where nothing changes. Refuses `operator-stays`. */
export function suspend(before: User, isSuspended: boolean, isOperator: boolean, now: number): UserChange | undefined {
  if (isSuspended && isOperator) refuse('operator-stays')
  if (isSuspended === (before.suspendedAt !== undefined)) return undefined
  const { suspendedAt: _, ...free } = { ...before, rev: before.rev + 1 }
  const user: User = isSuspended ? { ...free, suspendedAt: iso(now), epoch: before.epoch + 1 } : free
  return { user, line: { act: isSuspended ? 'suspend' : 'unsuspend', from: suspensionOf(before), to: suspensionOf(user) } }
}

/** Gives a plan without a payment, or takes it back with 'free'. Refuses `plan-until-past`, and `plan-paid` unless the operator knows of what they pay. */
export function givePlan(before: User, { plan, until, besidePaid }: GivenPlan, now: number): UserChange | undefined {
  if (until && until <= iso(now)) refuse('plan-until-past', { fields: { until: 'The end must be in the future.' } })
  if (!besidePaid && isPayable(currentSubscription(before, now), now)) refuse('plan-paid')
  const { tierUntil: _, ...rest } = { ...before, rev: before.rev + 1, tier: plan }
  const user: User = until && plan !== 'free' ? { ...rest, tierUntil: until } : rest
  if (planText(user) === planText(before)) return undefined
  return { user, line: { act: 'give-plan', from: planText(before), to: planText(user) } }
}
