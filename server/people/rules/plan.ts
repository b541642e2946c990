// What a plan allows. Pure; the numbers are in `protocol/kernel/limits.ts`.
import { mostGroups, planLimits, type Tier, tiers } from '#protocol/kernel/limits.ts'
import type { PaidPlan } from '#protocol/people/subscription.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { CountedEvent, User } from '#server/people/model/account.ts'
import {
  currentSubscription,
  givenTierAt,
  isPayable,
  isRunning,
  nothingPaid,
  type Paid,
  type Subscription,
  tierAt,
} from '#server/people/model/plan.ts'

const dayMs = 86_400_000
/** R32: how long an event of someone who hasn't opened their link waits. */
export const unpublishedHours = 48

const isActive = (event: CountedEvent, now: number) => event.end > iso(now) && event.pending !== true
/** R43: those that stand alone, and those of the events. */
const groupsOf = ({ standaloneGroupIds }: User, events: readonly CountedEvent[]) =>
  events.reduce((sum, { groups = 1 }) => sum + groups, standaloneGroupIds.length)

type EventCounts = Pick<User, 'countedEvents' | 'createdInMonth'>

/** The first limit of the plan that one more event would exceed, if there is one. */
export function exceededLimit(user: User, now: number, groups = 1) {
  const limits = planLimits[tierAt(user, now)]
  const active = user.countedEvents.filter((one) => isActive(one, now))
  if (active.length >= limits.activeEvents) return { code: 'active-events-reached', limit: limits.activeEvents } as const
  if (createdThisMonth(user, now) >= limits.eventsPerMonth) return { code: 'monthly-events-reached', limit: limits.eventsPerMonth } as const
  if (groupsOf(user, active) + groups > limits.groups) return { code: 'groups-reached', limit: limits.groups } as const
  return undefined
}
const monthOf = (now: number) => iso(now).slice(0, 7)
const createdThisMonth = ({ createdInMonth }: User, now: number) => (createdInMonth.month === monthOf(now) ? createdInMonth.count : 0)

/** Counts a new event; refuses `active-events-reached`, `monthly-events-reached` and `groups-reached`. */
export function countNewEvent(user: User, event: CountedEvent, now: number): EventCounts {
  const exceeded = exceededLimit(user, now, event.groups)
  if (exceeded) refuse(exceeded.code, { limit: exceeded.limit })
  const active = user.countedEvents.filter((one) => isActive(one, now))
  return { countedEvents: [...active, event], createdInMonth: { month: monthOf(now), count: createdThisMonth(user, now) + 1 } }
}

/** R203: counts an event that is taken over: it was created by somebody else. Refuses `active-events-reached` and `groups-reached`. */
export function countTakenEvent(user: User, event: CountedEvent, now: number): CountedEvent[] {
  const limits = planLimits[tierAt(user, now)]
  const active = user.countedEvents.filter((one) => isActive(one, now) && one.id !== event.id)
  if (active.length >= limits.activeEvents) refuse('active-events-reached', { limit: limits.activeEvents })
  if (groupsOf(user, active) + (event.groups ?? 1) > limits.groups) refuse('groups-reached', { limit: limits.groups })
  return [...active, event]
}

/** Moves a counted event's end; refuses `active-events-reached` when that makes an event that was over active again. */
export function countMovedEvent(user: User, id: string, end: string, createdAt: string, now: number): CountedEvent[] {
  const limit = planLimits[tierAt(user, now)].activeEvents
  const active = user.countedEvents.filter((one) => isActive(one, now))
  const before = active.find((one) => one.id === id)
  if (!before && end > iso(now) && active.length >= limit) refuse('active-events-reached', { limit })
  return [...active.filter((one) => one.id !== id), { ...before, id, end, createdAt }]
}

/** R140: an event may have so many groups. Refuses `event-groups-reached` where a higher plan allows more, else `event-groups-most`. */
export function checkGroupsOfEvent(tier: Tier, groups: number) {
  const limit = planLimits[tier].groupsPerEvent
  if (groups > limit) refuse(limit < mostGroups ? 'event-groups-reached' : 'event-groups-most', { limit })
}

/** R140: a counted event with so many groups. Refuses `groups-reached` where they are more than before, and too many. */
export function countGroupsOfEvent(user: User, id: string, groups: number, now: number): CountedEvent[] {
  const counted = user.countedEvents.map((one) => (one.id === id ? { ...one, groups } : one))
  const sum = (all: readonly CountedEvent[]) =>
    groupsOf(
      user,
      all.filter((one) => isActive(one, now)),
    )
  const limit = planLimits[tierAt(user, now)].groups
  if (sum(counted) > Math.max(limit, sum(user.countedEvents))) refuse('groups-reached', { limit })
  return counted
}

/** R43: groups that stand alone or belong to an active event. Refuses `groups-reached`. */
export function countNewGroup(user: User, id: string, now: number): string[] {
  const limit = planLimits[tierAt(user, now)].groups
  const active = user.countedEvents.filter((one) => isActive(one, now))
  if (groupsOf(user, active) >= limit) refuse('groups-reached', { limit })
  return [...user.standaloneGroupIds, id]
}

/** R22: `start` within the plan's scheduling window and not in the past, `end` after it. */
export function checkTimes(tier: Tier, { start, end }: { start: string; end: string }, now: number, startMoved = true) {
  const days = planLimits[tier].schedulingDays
  if (end <= start) refuse('end-before-start')
  if (!startMoved) return
  if (start < iso(now)) refuse('start-past')
  if (start > iso(now + days * dayMs)) refuse('window-exceeded', { days })
}

/** R47: the provider's latest state replaces the one before. Subscriptions that have ended are dropped. */
export function noteSubscription(before: Paid | undefined, found: Subscription, now: number): Paid {
  const { subscriptions, syncs, ...paid } = before ?? nothingPaid
  const others = subscriptions.filter(({ id }) => id !== found.id)
  const kept = [...others, found].filter((one) => one.status !== 'canceled' || isRunning(one, now))
  return { subscriptions: kept.sort((a, b) => (a.id < b.id ? -1 : 1)), syncs: syncs + 1, ...paid }
}

/** R253a: what has just fallen due; once for each bill. */
export const fallenDue = (before: Paid | undefined, after: Paid): Subscription[] =>
  after.subscriptions.filter((one) => {
    const was = before?.subscriptions.find(({ id }) => id === one.id)
    return one.status === 'past_due' && (was?.status !== 'past_due' || was.unpaidSince !== one.unpaidSince)
  })

/** R49: a one-time upgrade, for good, unless its money went back. */
export function notePaidCheckout(before: Paid | undefined, id: string): Paid {
  const paid = before ?? nothingPaid
  const isLasting = !paid.reversedCheckouts?.includes(id)
  const paidCheckouts = isLasting ? [...new Set([...paid.paidCheckouts, id])].sort() : paid.paidCheckouts
  return { ...paid, syncs: paid.syncs + 1, paidCheckouts }
}

/** R236: ends a one-time upgrade whose money went back, and gives it again where a refund failed after all. */
export function noteReversed(before: Paid | undefined, id: string, isOver: boolean): Paid {
  const { reversedCheckouts = [], ...paid } = before ?? nothingPaid
  const others = reversedCheckouts.filter((one) => one !== id)
  if (!isOver) return notePaidCheckout({ ...paid, reversedCheckouts: others }, id)
  const paidCheckouts = paid.paidCheckouts.filter((one) => one !== id)
  return { ...paid, syncs: paid.syncs + 1, paidCheckouts, reversedCheckouts: [...others, id].sort() }
}

/** Whether it still costs money, or may again. */
const isOpen = (subscription: Subscription | undefined, now: number): subscription is Subscription =>
  subscription?.status === 'past_due' || isPayable(subscription, now)

/** Refuses `subscription-active` and `plan-included`: nobody pays twice, or for what they have. */
export function checkMaySubscribe(user: User, plan: PaidPlan, now: number) {
  if (isOpen(currentSubscription(user, now), now)) refuse('subscription-active')
  if (tiers.indexOf(givenTierAt(user, now)) >= tiers.indexOf(plan)) refuse('plan-included')
}

/** R49: an upgrade lifts a group to Pro limits. Refuses `group-included` where its owner's plan has them already. */
export function checkMayUpgrade(owner: User, now: number) {
  if (tierAt(owner, now) !== 'free') refuse('group-included')
}

/** The subscription that can be changed and cancelled; refuses `subscription-missing`. */
export function unfinishedSubscription(holder: Pick<User, 'paid'>, now: number): Subscription {
  const current = currentSubscription(holder, now)
  return isOpen(current, now) ? current : refuse('subscription-missing')
}
