// Opening a checkout, and its state when the browser is back.

import type { Input } from '#protocol/kernel/endpoint.ts'
import type { checkoutApi } from '#protocol/money/checkout.ts'
import type { Purchase } from '#protocol/money/plan.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Checkout } from '#server/kernel/ports/payments.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { next, type Outcome, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { syncCheckout } from '#server/money/plan/actions.ts'
import { bought, currentUser, promoFor } from '#server/money/plan/queries.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { currentSubscription, isPayable, isUpgraded, type OpenCheckout, openCheckouts } from '#server/people/model/plan.ts'
import { checkMaySubscribe, checkMayUpgrade } from '#server/people/rules/plan.ts'
import { groups } from '#server/seats/model/group.ts'
import { owns } from '#server/seats/rights/rights.ts'

const hourMs = 3_600_000
/** How long the same purchase joins an open attempt: a provider remembers an idempotency key for a day. */
const attemptHours = 20
/** How long the record is kept: a checkout can be paid for a day, and may be created up to 20 hours after its key. */
const keptHours = 48

interface WantedPurchase {
  /** The person or the group it is for. */
  readonly id: string
  /** What is bought, as text to compare. */
  readonly what: string
  readonly create: (key: string) => Promise<Checkout>
  /** R49: the owner of the group, whose plan may already include the upgrade. */
  readonly ownerId?: string
  /** Refuses what is no longer sold. */
  readonly check: () => Promise<unknown>
}

/** The idempotency key to create with: that of the open attempt for the same purchase, or a new one. Refuses `checkout-superseded`. */
const claimAttempt = (services: Services, { id, what: wanted, ownerId }: WantedPurchase, before: OpenCheckout | undefined) =>
  transact(services, id, async (tx): Promise<Outcome<string>> => {
    const claim = await tx.get(openCheckouts, id)
    const now = services.clock.now()
    const isNewer = claim?.rev !== before?.rev
    const isFresh = claim !== undefined && claim.expiresAt > iso(now + (keptHours - attemptHours) * hourMs)
    if (isFresh && claim.wanted === wanted && (isNewer || !claim.sessionId)) return { reply: claim.attempt }
    if (isNewer) refuse('checkout-superseded')
    const attempt = services.secrets.randomId()
    const expiresAt = iso(now + keptHours * hourMs)
    const made = { _id: id, rev: (claim?.rev ?? 0) + 1, wanted, attempt, sessionId: null, expiresAt, ...(ownerId && { ownerId }) }
    return { writes: [put(openCheckouts, made)], reply: attempt }
  })

/**
 * One open checkout per person or group: whoever asks twice, in however many tabs, gets the same one, and a different one closes the one
 * before. So nobody can pay twice.
 */
async function openCheckout(services: Services, asked: WantedPurchase): Promise<Checkout> {
  const { id, what, create, check } = asked
  const { store, payments } = services
  await check()
  const before = await store.get(openCheckouts, id)
  const earlier = before?.sessionId ? await payments.readCheckout(before.sessionId) : undefined
  if (earlier?.status === 'open' && before?.wanted === what && !before.closeAt) return earlier
  const isPaid = earlier?.status === 'complete' || (earlier?.status === 'open' && !(await payments.closeCheckout(earlier.id)))
  if (isPaid && earlier) {
    await syncCheckout(services, (await payments.readCheckout(earlier.id)) ?? earlier)
    await check()
  }
  const attempt = await claimAttempt(services, asked, before)
  const checkout = await create(attempt)
  const isKept = await transact(services, id, async (tx): Promise<Outcome<boolean>> => {
    const claim = await tx.get(openCheckouts, id)
    if (claim?.attempt !== attempt) return { reply: false }
    return { writes: claim.sessionId ? [] : [put(openCheckouts, next(claim, { sessionId: checkout.id }))], reply: true }
  })
  try {
    if (!isKept) refuse('checkout-superseded')
    // Once more: a plan that is bought meanwhile closes what is kept by then, and this sees the plan otherwise.
    await check()
  } catch (no) {
    // Whoever only got no answer asks again, and joins this one.
    if (no instanceof Refusal) await payments.closeCheckout(checkout.id)
    throw no
  }
  return checkout
}

/** R48, R50, R51 */
export async function subscribe(services: Services, { plan, promoCode }: Purchase, { user }: SignedIn) {
  const { store, payments, clock, publicUrl } = services
  const check = async () => checkMaySubscribe(await currentUser(store, user._id), plan, clock.now())
  await check()
  const promo = await promoFor(services, promoCode)
  const request = {
    userId: user._id,
    email: user.email,
    successUrl: `${publicUrl}/subscription/success`,
    cancelUrl: `${publicUrl}/pricing`,
  }
  const { id, url } = await openCheckout(services, {
    id: user._id,
    what: `${plan} ${promo?.code ?? ''}`,
    create: (key) => payments.createSubscriptionCheckout({ ...request, key, plan, promo }),
    check,
  })
  return { checkoutUrl: url, sessionId: id }
}

/** R49: for those who manage the group. Refuses `group-unknown`, `group-upgraded` and `group-included`. */
export async function checkOutGroup(services: Services, { groupId, mode }: Input<typeof checkoutApi.group>, caller: SignedIn) {
  const { store, payments, clock, publicUrl } = services
  const { user } = caller
  const check = async () => {
    const group = await store.get(groups, groupId)
    if (!group || group.cancelledAt || !(await owns(services, store, group, caller))) refuse('group-unknown')
    if (isUpgraded(group, clock.now())) refuse('group-upgraded')
    checkMayUpgrade(await currentUser(store, group.ownerId), clock.now())
    return group.ownerId
  }
  const ownerId = await check()
  const successUrl = `${publicUrl}/subscription/success`
  const cancelUrl = `${publicUrl}/payment/${groupId}`
  const { id, url } = await openCheckout(services, {
    id: groupId,
    ownerId,
    what: `${mode} ${user._id}`,
    create: (key) => payments.createGroupCheckout({ key, userId: user._id, email: user.email, successUrl, cancelUrl, groupId, mode }),
    check,
  })
  return { sessionId: id, url }
}

/** R47: asks the provider, so that nobody waits for a webhook. Refuses a session that is somebody else's, unpaid or expired. */
export async function readSession(services: Services, { session_id }: Input<typeof checkoutApi.session>, { user }: SignedIn) {
  const { store, payments, clock } = services
  const checkout = await payments.readCheckout(session_id)
  if (checkout?.userId !== user._id) refuse('checkout-unknown')
  if (checkout.status === 'expired') refuse('checkout-expired')
  if (checkout.status === 'open') refuse('checkout-unpaid')
  await syncCheckout(services, checkout)
  const now = clock.now()
  const { groupId } = checkout
  const [group, buyer] = await Promise.all([groupId ? store.get(groups, groupId) : undefined, store.get(users, user._id)])
  const isDone = groupId ? group !== undefined && isUpgraded(group, now) : buyer && isPayable(currentSubscription(buyer, now), now)
  return { state: isDone ? ('done' as const) : ('processing' as const), groupId, ...(await bought(services, user._id)) }
}
