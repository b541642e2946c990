// What one is told of a plan's limits, and how plans and group upgrades are bought, changed and kept in step with their provider.
import { tierLimits } from '#protocol/limits.ts'
import { accountRoom } from '#protocol/live.ts'
import type { Purchase } from '#protocol/plan.ts'
import { type User, users, userView } from '../account/model.ts'
import { eventOf, publishGroup } from '../group/actions.ts'
import { groups } from '../group/model.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { planRoom } from '../identity/rights.ts'
import type { Publication } from '../live/live.ts'
import { orgsOf } from '../org/actions.ts'
import { iso } from '../ports/clock.ts'
import type { Checkout, Promo } from '../ports/payments.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, next, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import {
  groupSubscriptionView,
  handledEvents,
  isRunning,
  openCheckouts,
  type Paid,
  paidBy,
  presentSubscription,
  type Subscription,
  subscriptionView,
  tierAt,
} from './model.ts'
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

/** Whose record a payment is written into: a group's for its upgrade, else the person's. */
type Subject = Pick<Checkout, 'userId' | 'groupId'>
const recordOf = (reader: Reader, { userId, groupId }: Subject) => (groupId ? reader.get(groups, groupId) : reader.get(users, userId))

/** The record with what was paid for it, who is told, and whose right may have ended. */
async function paidFor(services: Services, tx: Reader, { userId, groupId }: Subject, change: (before: Paid | undefined) => Paid) {
  if (groupId) {
    const before = await tx.get(groups, groupId)
    if (!before) return undefined
    const group = next(before, { paid: change(before.paid) })
    return { write: put(groups, group), publish: publishGroup(services, group, await eventOf(tx, group)), recheck: [] }
  }
  const before = await tx.get(users, userId)
  if (!before) return undefined
  const user = next(before, { paid: change(before.paid) })
  const view = () => userView(user, 'account', services.clock.now())
  const publish = [{ room: accountRoom(userId), name: 'account', id: userId, view } satisfies Publication<'account'>]
  return { write: put(users, user), publish: publish as readonly Publication[], recheck: [planRoom(userId)] }
}

const looks = 100
const keptDays = 40

/**
 * R47: writes what `look` finds at the provider, and the event that made us look, in one commit. If another look was written down
 * meanwhile, this one may be older than that: it looks again. So events may come twice, in any order and at once, and any step may fail.
 */
async function writeDown(
  services: Services,
  subject: Subject,
  eventId: string | null,
  look: () => Promise<(before: Paid | undefined) => Paid>,
) {
  const { store, clock } = services
  for (let left = looks; left > 0; left--) {
    const before = await recordOf(store, subject)
    if (!before || (eventId && (await store.get(handledEvents, eventId)))) return
    const change = await look()
    const isDone = await transact(services, subject.groupId ?? subject.userId, async (tx): Promise<Outcome<boolean>> => {
      if (eventId && (await tx.get(handledEvents, eventId))) return { reply: true }
      if ((await recordOf(tx, subject))?.paid?.syncs !== before.paid?.syncs) return { reply: false }
      const paid = await paidFor(services, tx, subject, change)
      const event = eventId ? { _id: eventId, rev: 1, expiresAt: iso(clock.now() + keptDays * 86_400_000) } : undefined
      const writes: Change[] = [...(paid ? [paid.write] : []), ...(event ? [put(handledEvents, event)] : [])]
      return { writes, publish: paid?.publish ?? [], recheck: paid?.recheck ?? [], reply: true }
    })
    if (isDone) return
  }
  refuse('busy')
}

/** R49: whoever has a plan pays for none of their groups beside it: what still waits to be paid for one is closed. */
async function closeGroupCheckouts({ store, payments }: Services, ownerId: string) {
  const waiting = await store.find(openCheckouts, { index: 'owner', where: { ownerId }, limit: 1_000 })
  for (const { sessionId } of waiting) if (sessionId) await payments.closeCheckout(sessionId)
}

/** Looks at a subscription at its provider and writes it down. One that isn't ours is left alone. */
async function syncSubscription(services: Services, id: string, eventId: string | null = null) {
  const { payments, clock, store } = services
  const found = await payments.readSubscription(id)
  if (!found) return
  await writeDown(services, found, eventId, async () => {
    const fresh = (await payments.readSubscription(id)) ?? found
    return (before) => rules.noteSubscription(before, fresh, clock.now())
  })
  if (!found.groupId && isRunning(found, clock.now())) await closeGroupCheckouts(services, found.userId)
  const isEndless = found.status === 'active' && !found.cancelAtPeriodEnd
  // A deleted group is no longer paid for.
  if (isEndless && found.groupId && (await store.get(groups, found.groupId))?.cancelledAt !== null) await payments.cancel(id)
}

export async function syncCheckout(services: Services, checkout: Checkout, eventId: string | null = null) {
  if (checkout.subscriptionId) return syncSubscription(services, checkout.subscriptionId, eventId)
  if (!checkout.groupId || checkout.status !== 'complete' || !checkout.isPaid) return
  await writeDown(services, checkout, eventId, async () => (before) => rules.notePaidCheckout(before, checkout.id))
}

/** R47: a message of the provider. Refuses `webhook-invalid`; what it takes needs not be sent again. */
export async function takePaymentEvent(services: Services, body: string, signature: string) {
  const { payments, clock } = services
  const event = payments.readEvent(body, signature, clock.now()) ?? refuse('webhook-invalid')
  const checkout = event.checkoutId ? await payments.readCheckout(event.checkoutId) : undefined
  if (checkout) await syncCheckout(services, checkout, event.id)
  if (event.subscriptionId) await syncSubscription(services, event.subscriptionId, event.id)
  return { received: true }
}

/** R50. Refuses `promo-invalid`, on its field. */
export async function promoFor({ payments }: Pick<Services, 'payments'>, typed: string): Promise<Promo | undefined> {
  if (typed === '') return undefined
  const sentence = 'This promo code is not valid or has expired.'
  return (await payments.checkPromo(typed)) ?? refuse('promo-invalid', { fields: { promoCode: sentence } })
}

/** R46: how a person's subscription stands now. */
export async function bought({ store, clock }: Services, userId: string) {
  const [user, now] = [await presentUser(store, userId), clock.now()]
  return { subscription: subscriptionView(presentSubscription(user, now)), user: userView(user, 'account', now) }
}

/** Looks again where the last look is out of date: a period is over, and its renewal has not been told yet. */
export async function readSubscription(services: Services, _: object, { user }: SignedIn) {
  const [kept, now] = [presentSubscription(user, services.clock.now()), services.clock.now()]
  if (kept && kept.currentPeriodEnd <= iso(now)) await syncSubscription(services, kept.id)
  return bought(services, user._id)
}

type Act = (subscription: Subscription) => Promise<void>
/** Changes a subscription at its provider, between two looks: what is refused, is refused by how it stands there. */
async function change(services: Services, present: () => Promise<Subscription>, act: Act) {
  await syncSubscription(services, (await present()).id)
  const fresh = await present()
  await act(fresh)
  await syncSubscription(services, fresh.id)
}

async function changeOwn(services: Services, { user }: SignedIn, act: Act) {
  const { store, clock } = services
  await change(services, async () => rules.openSubscription(await presentUser(store, user._id), clock.now()), act)
  return bought(services, user._id)
}

/** At the end of the period; once more is harmless. */
const cancel =
  ({ payments }: Services): Act =>
  async ({ id, cancelAtPeriodEnd }) => {
    if (!cancelAtPeriodEnd) await payments.cancel(id)
  }
/** Only while it is set to end. */
const reactivate =
  ({ payments }: Services): Act =>
  ({ id, cancelAtPeriodEnd }) =>
    cancelAtPeriodEnd ? payments.reactivate(id) : refuse('subscription-not-ending')

/** R46 */
export const cancelSubscription = (services: Services, _: object, caller: SignedIn) => changeOwn(services, caller, cancel(services))
export const reactivateSubscription = (services: Services, _: object, caller: SignedIn) => changeOwn(services, caller, reactivate(services))

/** R76: asked before `changePlan`, of the same provider. Refuses what that would. */
export async function previewChange({ store, clock, payments }: Services, { plan, promoCode }: Purchase, { user }: SignedIn) {
  const promo = await promoFor({ payments }, promoCode)
  const { id, currentPeriodEnd, plan: present } = rules.openSubscription(await presentUser(store, user._id), clock.now())
  if (present === plan) refuse('plan-same')
  return { ...(await payments.previewChange(id, plan, promo)), nextBilling: currentPeriodEnd }
}

/** R46: at once; what is left of the period is set against the new price, and the difference is paid now. */
export async function changePlan(services: Services, { plan, promoCode }: Purchase, caller: SignedIn) {
  const promo = await promoFor(services, promoCode)
  return changeOwn(services, caller, (subscription) =>
    subscription.plan === plan ? refuse('plan-same') : services.payments.changePlan(subscription.id, plan, promo),
  )
}

/** P8: where the card is changed that pays the plan; the way back leads to the profile. Refuses `subscription-missing`. */
export async function openPortal({ store, clock, payments, publicUrl }: Services, _: object, { user }: SignedIn) {
  const { id } = rules.openSubscription(await presentUser(store, user._id), clock.now())
  return { url: await payments.openPortal(id, `${publicUrl}/profile`) }
}

type OneGroup = { readonly groupId: string }
const paidForGroup = async ({ store }: Services, groupId: string, { user }: SignedIn) =>
  paidBy((await store.get(groups, groupId))?.paid, user._id)

/** R49: what the caller pays for a group by the month. To everybody else it looks as if nobody did. */
export async function readGroupSubscription(services: Services, { groupId }: OneGroup, caller: SignedIn) {
  const holder = await paidForGroup(services, groupId, caller)
  return { subscription: groupSubscriptionView(presentSubscription(holder, services.clock.now())) }
}

/** R49: by whoever pays, managing the group or not. Refuses `subscription-missing`. */
const presentForGroup = async (services: Services, { groupId }: OneGroup, caller: SignedIn) =>
  rules.openSubscription(await paidForGroup(services, groupId, caller), services.clock.now())

const changeForGroup = (act: (services: Services) => Act) => async (services: Services, group: OneGroup, caller: SignedIn) => {
  await change(services, () => presentForGroup(services, group, caller), act(services))
  return readGroupSubscription(services, group, caller)
}
export const cancelGroupSubscription = changeForGroup(cancel)
export const reactivateGroupSubscription = changeForGroup(reactivate)

/** P8: where the card is changed that pays for the group; the way back leads to the group's upgrade. */
export async function openGroupPortal(services: Services, group: OneGroup, caller: SignedIn) {
  const { id } = await presentForGroup(services, group, caller)
  return { url: await services.payments.openPortal(id, `${services.publicUrl}/payment/${group.groupId}`) }
}
