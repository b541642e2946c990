// The limits of a plan, and how plans and group upgrades are bought, changed and kept in step with their provider.
import { planOffers } from '#protocol/kernel/limits.ts'
import type { Purchase } from '#protocol/money/plan.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Checkout } from '#server/kernel/ports/payments.ts'
import { refuse, shortReason } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, type Outcome, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { paymentDueEmail } from '#server/people/emails/plan.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import {
  currentSubscription,
  handledEvents,
  isRunning,
  isUpgraded,
  openCheckouts,
  type Paid,
  type PaymentTrouble,
  paymentTroubles,
  type Subscription,
} from '#server/people/model/plan.ts'
import * as rules from '#server/people/rules/plan.ts'
import * as troubles from '#server/people/rules/plan-trouble.ts'
import { upgradeEndedEmail } from '#server/seats/emails/group.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { bought, currentUser, type OneGroup, paidForGroup, promoFor, readGroupSubscription } from './queries.ts'

/** The record a payment is written into: the group's for its upgrade, else the person's. */
type Subject = Pick<Checkout, 'userId' | 'groupId'>
const recordOf = (reader: Reader, { userId, groupId }: Subject) => (groupId ? reader.get(groups, groupId) : reader.get(users, userId))

/** R236: to the owner of a group whose one-time upgrade has ended. */
async function endedEmails(services: Services, tx: Reader, before: Group, after: Group): Promise<EmailDraft[]> {
  const now = services.clock.now()
  if (!isUpgraded(before, now) || isUpgraded(after, now) || !after.paid?.reversedCheckouts?.length || after.cancelledAt) return []
  const owner = await tx.get(users, after.ownerId)
  return owner ? [upgradeEndedEmail(owner.email, services.publicUrl, after._id, after.name)] : []
}

/** R253a: to whoever pays for what has just fallen due. */
async function dueEmails({ publicUrl }: Services, tx: Reader, before: Paid | undefined, after: Paid, group?: Group): Promise<EmailDraft[]> {
  const ours = `${publicUrl}${group ? `/payment/${group._id}` : '/profile'}`
  const drafts = rules.fallenDue(before, after).map(async ({ userId, plan, due = { page: ours, needsApproval: false } }) => {
    const what = group || plan === 'group' ? `the upgrade of “${group?.name}”` : `your ${planOffers[plan].name} plan`
    const payer = await tx.get(users, userId)
    return payer ? [paymentDueEmail(payer.email, { ...due, what })] : []
  })
  return (await Promise.all(drafts)).flat()
}

type Look = (before: Paid | undefined) => Paid
/** The record with what was paid for it, and who hears of it. */
async function paidFor(services: Services, tx: Reader, { userId, groupId }: Subject, change: Look) {
  const nothing = { writes: [] as RecordWrite[], emails: [] as EmailDraft[] }
  if (groupId) {
    const group = await tx.get(groups, groupId)
    if (!group) return nothing
    const paid = change(group.paid)
    const after = next(group, { paid })
    const due = group.cancelledAt ? [] : await dueEmails(services, tx, group.paid, paid, group)
    return { writes: [put(groups, after)], emails: [...(await endedEmails(services, tx, group, after)), ...due] }
  }
  const user = await tx.get(users, userId)
  if (!user) return nothing
  const paid = change(user.paid)
  return { writes: [put(users, next(user, { paid }))], emails: await dueEmails(services, tx, user.paid, paid) }
}

const looks = 100
const keptDays = 40

/**
 * R47: writes what `look` finds at the provider, and the event that made us look, in one commit. If another look was written down
 * meanwhile, this one may be older than that: it looks again. So events may come twice, in any order and at once, and any step may fail.
 */
async function writeDown(services: Services, subject: Subject, eventId: string | null, look: () => Promise<Look>) {
  const { store, clock } = services
  for (let left = looks; left > 0; left--) {
    const before = await recordOf(store, subject)
    if (!before || (eventId && (await store.get(handledEvents, eventId)))) return
    const change = await look()
    const isDone = await transact(services, subject.groupId ?? subject.userId, async (tx): Promise<Outcome<boolean>> => {
      if (eventId && (await tx.get(handledEvents, eventId))) return { reply: true }
      if ((await recordOf(tx, subject))?.paid?.syncs !== before.paid?.syncs) return { reply: false }
      const { writes, emails } = await paidFor(services, tx, subject, change)
      const event = eventId ? { _id: eventId, rev: 1, expiresAt: iso(clock.now() + keptDays * 86_400_000) } : undefined
      return { writes: [...writes, ...(event ? [put(handledEvents, event)] : [])], emails, reply: true }
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

/** R236a: names to the operator what was paid for a group that was gone by then; what a group was deleted after is its own. */
async function noteNeedless(services: Services, { id, userId, groupId }: Checkout) {
  const group = groupId ? await services.store.get(groups, groupId) : undefined
  if (!groupId || (group && (!group.cancelledAt || group.paid?.paidCheckouts.includes(id)))) return
  await keepTrouble(services, (before) => troubles.noteNeedless(before, { id, userId }, services.clock.now()))
}

export async function syncCheckout(services: Services, checkout: Checkout, eventId: string | null = null) {
  if (checkout.isPaid) await noteNeedless(services, checkout)
  if (checkout.subscriptionId) return syncSubscription(services, checkout.subscriptionId, eventId)
  if (!checkout.groupId || checkout.status !== 'complete' || !checkout.isPaid) return
  await writeDown(services, checkout, eventId, async () => (before) => rules.notePaidCheckout(before, checkout.id))
}

/** R236: notes what went back of a charge; where a one-time upgrade's money did, it ends. */
async function syncReversal(services: Services, chargeId: string, eventId: string) {
  const { payments, clock } = services
  const found = await payments.readReversal(chargeId)
  if (!found) return
  await keepTrouble(services, (before) => troubles.noteReversal(before, found, clock.now()))
  const { checkoutId } = found
  if (!checkoutId || !found.groupId) return
  await writeDown(services, found, eventId, async () => {
    const isOver = troubles.isReversed((await payments.readReversal(chargeId)) ?? found)
    return (before) => rules.noteReversed(before, checkoutId, isOver)
  })
}

/** R47: a message of the provider. Refuses `webhook-invalid`; what it takes needs not be sent again. */
export async function takePaymentEvent(services: Services, body: string, signature: string) {
  const { payments, clock } = services
  const event = payments.readEvent(body, signature, clock.now())
  if (!event) {
    await keepIfPossible(services, (before) => troubles.noteUnsigned(before, clock.now()))
    refuse('webhook-invalid')
  }
  try {
    const checkout = event.checkoutId ? await payments.readCheckout(event.checkoutId) : undefined
    if (checkout) await syncCheckout(services, checkout, event.id)
    if (event.subscriptionId) await syncSubscription(services, event.subscriptionId, event.id)
    if (event.chargeId) await syncReversal(services, event.chargeId, event.id)
  } catch (error) {
    await keepIfPossible(services, (before) => troubles.noteTrouble(before, event.id, shortReason(error), clock.now()))
    throw error
  }
  await keepTrouble(services, (before) => troubles.endTrouble(before, event.id))
  return { received: true }
}

type Noted = (before: PaymentTrouble | undefined) => PaymentTrouble | null | undefined

/** R114: keeps for the operator what became of a message, and of money. */
async function keepTrouble(services: Services, note: Noted) {
  if (note(await services.store.get(paymentTroubles, 'this')) === undefined) return
  await transact(services, 'payment troubles', async (tx) => {
    const before = await tx.get(paymentTroubles, 'this')
    const after = note(before)
    const kept = after ? [put(paymentTroubles, after)] : []
    return { writes: after === null && before ? [drop(paymentTroubles, before)] : kept, reply: undefined }
  })
}

/** What can't be noted of a failure changes nothing about it. */
const keepIfPossible = (services: Services, note: Noted) => keepTrouble(services, note).catch(() => {})

/** R236: what the provider refused, whatever was asked of it, is a line for the operator. */
export async function keepRefusal(services: Services, error: Error) {
  const needsOwner = error.name === 'PaymentNeedsOwner'
  if (needsOwner || error.name === 'PaymentRefused')
    await keepIfPossible(services, (before) => troubles.noteRefused(before, error.message, services.clock.now(), needsOwner))
}

/** Asks the provider again where a period is over and no renewal has been reported yet. */
export async function readSubscription(services: Services, _: object, { user }: SignedIn) {
  const kept = currentSubscription(user, services.clock.now())
  const now = services.clock.now()
  if (kept && kept.currentPeriodEnd <= iso(now)) await syncSubscription(services, kept.id)
  return bought(services, user._id)
}

type Act = (subscription: Subscription) => Promise<void>

/** Changes a subscription at its provider, and reads it there before and after: what the provider has decides what is refused. */
async function change(services: Services, current: () => Promise<Subscription>, act: Act) {
  await syncSubscription(services, (await current()).id)
  const fresh = await current()
  await act(fresh)
  await syncSubscription(services, fresh.id)
}

async function changeOwn(services: Services, { user }: SignedIn, act: Act) {
  const { store, clock } = services
  await change(services, async () => rules.unfinishedSubscription(await currentUser(store, user._id), clock.now()), act)
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

/** R46: at once; what is left of the period is set against the new price, and the difference is paid now. */
export async function changePlan(services: Services, { plan, promoCode }: Purchase, caller: SignedIn) {
  const promo = await promoFor(services, promoCode)
  return changeOwn(services, caller, (subscription) =>
    subscription.plan === plan ? refuse('plan-same') : services.payments.changePlan(subscription.id, plan, promo),
  )
}

/** P8: where the card is changed that pays the plan; the way back leads to the profile. Refuses `subscription-missing`. */
export async function openPortal({ store, clock, payments, publicUrl }: Services, _: object, { user }: SignedIn) {
  const { id } = rules.unfinishedSubscription(await currentUser(store, user._id), clock.now())
  return { url: await payments.openPortal(id, `${publicUrl}/profile`) }
}

/** R49: by whoever pays, managing the group or not. Refuses `subscription-missing`. */
const currentForGroup = async (services: Services, { groupId }: OneGroup, caller: SignedIn) =>
  rules.unfinishedSubscription(await paidForGroup(services, groupId, caller), services.clock.now())

const changeForGroup = (act: (services: Services) => Act) => async (services: Services, group: OneGroup, caller: SignedIn) => {
  await change(services, () => currentForGroup(services, group, caller), act(services))
  return readGroupSubscription(services, group, caller)
}

export const cancelGroupSubscription = changeForGroup(cancel)
export const reactivateGroupSubscription = changeForGroup(reactivate)

/** P8: where the card is changed that pays for the group; the way back leads to the group's upgrade. */
export async function openGroupPortal(services: Services, group: OneGroup, caller: SignedIn) {
  const { id } = await currentForGroup(services, group, caller)
  return { url: await services.payments.openPortal(id, `${services.publicUrl}/payment/${group.groupId}`) }
}
