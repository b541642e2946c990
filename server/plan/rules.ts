// What a plan allows. Pure; the numbers are in `protocol/limits.ts`.
import { planLimits, type Tier, tiers } from '#protocol/limits.ts'
import type { PaidPlan } from '#protocol/subscription.ts'
import type { CountedEvent, User } from '../account/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import {
  givenTierAt,
  isPayable,
  isRunning,
  nothingPaid,
  type Paid,
  type PaymentTrouble,
  presentSubscription,
  type Subscription,
  tierAt,
} from './model.ts'

const dayMs = 86_400_000
/** R32: how long an event of someone who hasn't opened their link waits. */
export const unpublishedHours = 48

const isActive = (event: CountedEvent, now: number) => event.end > iso(now) && event.pending !== true

type Counted = Pick<User, 'countedEvents' | 'createdInMonth'>

/** The first limit of the plan that one more event would exceed, if there is one. */
export function exceededLimit(user: User, now: number) {
  const limits = planLimits[tierAt(user, now)]
  const active = user.countedEvents.filter((one) => isActive(one, now)).length
  if (active >= limits.activeEvents) return { code: 'active-events-reached', limit: limits.activeEvents } as const
  if (createdThisMonth(user, now) >= limits.eventsPerMonth) return { code: 'monthly-events-reached', limit: limits.eventsPerMonth } as const
  if (user.standaloneGroupIds.length + active >= limits.groups) return { code: 'groups-reached', limit: limits.groups } as const
  return undefined
}
const monthOf = (now: number) => iso(now).slice(0, 7)
const createdThisMonth = ({ createdInMonth }: User, now: number) => (createdInMonth.month === monthOf(now) ? createdInMonth.count : 0)

/** Counts a new event; refuses `active-events-reached`, `monthly-events-reached` and `groups-reached`. */
export function countNewEvent(user: User, event: CountedEvent, now: number): Counted {
  const exceeded = exceededLimit(user, now)
  if (exceeded) refuse(exceeded.code, { limit: exceeded.limit })
  const active = user.countedEvents.filter((one) => isActive(one, now))
  return { countedEvents: [...active, event], createdInMonth: { month: monthOf(now), count: createdThisMonth(user, now) + 1 } }
}

/** Moves a counted event's end; refuses `active-events-reached` when that makes an event that was over active again. */
export function countMovedEvent(user: User, id: string, end: string, createdAt: string, now: number): CountedEvent[] {
  const limit = planLimits[tierAt(user, now)].activeEvents
  const active = user.countedEvents.filter((one) => isActive(one, now))
  const before = active.find((one) => one.id === id)
  if (!before && end > iso(now) && active.length >= limit) refuse('active-events-reached', { limit })
  return [...active.filter((one) => one.id !== id), { id, end, createdAt }]
}

/** R43: groups that stand alone or belong to an active event. Refuses `groups-reached`. */
export function countNewGroup(user: User, id: string, now: number): string[] {
  checkGroups(user, user.countedEvents.filter((one) => isActive(one, now)).length, planLimits[tierAt(user, now)].groups)
  return [...user.standaloneGroupIds, id]
}

function checkGroups(user: User, inEvents: number, limit: number) {
  if (user.standaloneGroupIds.length + inEvents >= limit) refuse('groups-reached', { limit })
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
  const { subscriptions, syncs, paidCheckouts } = before ?? nothingPaid
  const others = subscriptions.filter(({ id }) => id !== found.id)
  const kept = [...others, found].filter((one) => one.status !== 'canceled' || isRunning(one, now))
  return { subscriptions: kept.sort((a, b) => (a.id < b.id ? -1 : 1)), syncs: syncs + 1, paidCheckouts }
}

/** R49: a one-time upgrade, for good. */
export function notePaidCheckout(before: Paid | undefined, id: string): Paid {
  const { subscriptions, syncs, paidCheckouts } = before ?? nothingPaid
  return { subscriptions, syncs: syncs + 1, paidCheckouts: [...new Set([...paidCheckouts, id])].sort() }
}

/** Whether it still costs money, or may again. */
const isOpen = (subscription: Subscription | undefined, now: number): subscription is Subscription =>
  subscription?.status === 'past_due' || isPayable(subscription, now)

/** Refuses `subscription-active` and `plan-included`: nobody pays twice, or for what they have. */
export function checkMaySubscribe(user: User, plan: PaidPlan, now: number) {
  if (isOpen(presentSubscription(user, now), now)) refuse('subscription-active')
  if (tiers.indexOf(givenTierAt(user, now)) >= tiers.indexOf(plan)) refuse('plan-included')
}

/** R49: an upgrade lifts a group to Pro limits. Refuses `group-included` where its owner's plan has them already. */
export function checkMayUpgrade(owner: User, now: number) {
  if (tierAt(owner, now) !== 'free') refuse('group-included')
}

/** The subscription that can be changed and cancelled; refuses `subscription-missing`. */
export function openSubscription(holder: Pick<User, 'paid'>, now: number): Subscription {
  const present = presentSubscription(holder, now)
  return isOpen(present, now) ? present : refuse('subscription-missing')
}

const mostTroubles = 50
const unsignedPauseMs = 60_000
const noTrouble = (before: PaymentTrouble | undefined): PaymentTrouble => ({
  ...(before ?? { failures: [] }),
  _id: 'this',
  rev: (before?.rev ?? 0) + 1,
})

/** R114: notes that a message was not taken, the latest fifty of them. */
export function noteTrouble(before: PaymentTrouble | undefined, eventId: string, why: string, now: number): PaymentTrouble {
  const failures = before?.failures ?? []
  const tries = (failures.find((one) => one.eventId === eventId)?.tries ?? 0) + 1
  const others = failures.filter((one) => one.eventId !== eventId)
  return { ...noTrouble(before), failures: [...others, { eventId, at: iso(now), tries, why }].slice(-mostTroubles) }
}

/** Notes that it was taken after all; undefined where nothing was amiss, and null where nothing is any more. */
export function endTrouble(before: PaymentTrouble | undefined, eventId: string): PaymentTrouble | null | undefined {
  if (!before?.failures.some((one) => one.eventId === eventId)) return undefined
  const failures = before.failures.filter((one) => one.eventId !== eventId)
  return failures.length === 0 && before.unsignedAt === undefined ? null : { ...noTrouble(before), failures }
}

/** Notes that one came without the provider's signature; undefined where that was noted within the minute. Anybody can send such, so it must cost little. */
export const noteUnsigned = (before: PaymentTrouble | undefined, now: number): PaymentTrouble | undefined =>
  before?.unsignedAt !== undefined && before.unsignedAt > iso(now - unsignedPauseMs)
    ? undefined
    : { ...noTrouble(before), unsignedAt: iso(now) }
