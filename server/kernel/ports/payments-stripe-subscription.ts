// A subscription at Stripe: as it is now, another plan in its place, and Stripe's own page for what only whoever pays may touch.
import type Stripe from 'stripe'
import type { PaidPlan } from '#protocol/people/subscription.ts'
import { iso } from './clock.ts'
import { lessPercent, PaymentNeedsOwner, PaymentRefused, type Promo, type ProviderSubscription } from './payments.ts'
import { offers, priceOf, promoMetadata, purchaseOf } from './payments-stripe-prices.ts'
import { ask, orNothing, pageFrom, pageOf } from './payments-stripe-sdk.ts'

const statusOf = (status: string): ProviderSubscription['status'] => {
  if (status === 'active' || status === 'trialing') return 'active'
  if (status === 'canceled') return 'canceled'
  return status.startsWith('incomplete') ? 'incomplete' : 'past_due'
}

/** Undefined for a subscription that isn't ours: the account may sell other things too. */
function subscriptionOf(found: Stripe.Subscription): ProviderSubscription | undefined {
  const [item] = found.items.data
  const { userId, groupId, promoCode } = found.metadata
  const plan = purchaseOf(item?.price.metadata.plan) ?? purchaseOf(found.metadata.plan)
  if (!item || !userId || !plan) return undefined
  const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null
  // R253a: the bill of a change that waits for its owner is no debt.
  const isUnpaid = !found.pending_update && (invoice?.status === 'open' || invoice?.status === 'uncollectible')
  const percent = Number(found.metadata.percentOff ?? 0)
  return {
    id: found.id,
    userId,
    groupId: groupId || null,
    plan,
    status: statusOf(found.status),
    amount: lessPercent(item.price.unit_amount ?? 0, percent),
    promoCode: promoCode ?? '',
    cancelAtPeriodEnd: found.cancel_at_period_end || found.cancel_at !== null,
    currentPeriodEnd: iso(item.current_period_end * 1000),
    unpaidSince:
      isUnpaid || found.status === 'past_due' || found.status === 'unpaid'
        ? iso((invoice?.created ?? item.current_period_start) * 1000)
        : null,
    startedAt: iso(found.start_date * 1000),
  }
}

/** R253a: where the latest bill is paid, also by another card, and whether the bank waits for its owner. */
async function dueOf(stripe: Stripe, { latest_invoice: invoice }: Stripe.Subscription): Promise<Pick<ProviderSubscription, 'due'>> {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return {}
  const page = pageOf(invoice.hosted_invoice_url)
  if (!page) return {}
  const expand = ['data.payment.payment_intent']
  // A key that may not list payments must not keep what falls due from being noted.
  const open = await ask(stripe.invoicePayments.list({ invoice: invoice.id, status: 'open', limit: 1, expand })).catch(() => undefined)
  const intent = open?.data[0]?.payment.payment_intent
  const needsApproval = typeof intent === 'object' && intent.status === 'requires_action'
  return { due: { page, needsApproval } }
}

export async function readSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription | undefined> {
  const found = await orNothing(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
  const subscription = found && subscriptionOf(found)
  return subscription?.status === 'past_due' ? { ...subscription, ...(await dueOf(stripe, found as Stripe.Subscription)) } : subscription
}

/** The other plan in the place of the current one; the difference is billed at once: only so is it known what a change costs now (R76). */
async function exchange(stripe: Stripe, id: string, plan: PaidPlan) {
  const found = await ask(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
  const items = [{ id: found.items.data[0]?.id ?? '', price: await priceOf(stripe, plan) }]
  return { found, items, change: { items, proration_behavior: 'always_invoice' } as const }
}

/** The bill of a change that waits at Stripe, for 23 hours at most. */
const waitingBill = ({ pending_update: isWaiting, latest_invoice: bill }: Stripe.Subscription) =>
  isWaiting && bill && typeof bill === 'object' && bill.status === 'open' ? bill : undefined

const needsApproval = (bill: Stripe.Invoice | undefined) =>
  new PaymentNeedsOwner('A change of plan waits for its owner', 'approval', pageOf(bill?.hosted_invoice_url))

/** R253a: a change that waits already is the one to approve; another than is wanted now is given up, with its bill. */
async function checkNoneWaits(stripe: Stripe, found: Stripe.Subscription, price: string) {
  const bill = waitingBill(found)
  if (!bill) return
  if (found.pending_update?.subscription_items?.some((item) => item.price.id === price)) throw needsApproval(bill)
  await ask(stripe.invoices.voidInvoice(bill.id)).catch((no: unknown) => {
    if (!(no instanceof PaymentRefused)) throw no // it is paid or void by now
  })
}

/**
 * All or nothing: a card that is refused leaves the plan as it was. R253a: where the bank wants its owner, it is asked again so that the change
 * waits at Stripe, with a bill to approve it on; whoever asks at first so would have a declined card wait too.
 */
export async function changePlan(stripe: Stripe, id: string, plan: PaidPlan, promo: Promo | undefined) {
  const { found, items, change } = await exchange(stripe, id, plan)
  await checkNoneWaits(stripe, found, items[0]?.price ?? '')
  const update = (payment_behavior: 'error_if_incomplete' | 'pending_if_incomplete') =>
    ask(
      stripe.subscriptions.update(id, {
        ...change,
        payment_behavior,
        metadata: { plan, ...(promo && promoMetadata(promo)) },
        ...(promo && { discounts: [{ promotion_code: promo.id }] }),
        expand: ['latest_invoice'],
      }),
    )
  try {
    await update('error_if_incomplete')
  } catch (no) {
    if (!(no instanceof PaymentNeedsOwner) || no.needs !== 'approval') throw no
    const waiting = await update('pending_if_incomplete')
    if (waiting.pending_update) throw needsApproval(waitingBill(waiting))
  }
}

export async function previewChange(stripe: Stripe, id: string, plan: PaidPlan, promo: Promo | undefined) {
  const { found, change } = await exchange(stripe, id, plan)
  const { total, amount_due } = await ask(
    stripe.invoices.createPreview({
      subscription: id,
      subscription_details: change,
      ...(promo && { discounts: [{ promotion_code: promo.id }] }),
    }),
  )
  const percent = promo?.percentOff ?? Number(found.metadata.percentOff ?? 0)
  return { dueNow: total < 0 ? total : amount_due, amount: lessPercent(offers[plan].cents, percent) }
}

/** Another name for each set of features: what was made under an earlier one has less. */
const mark = { rolecall: 'card-and-address' }

/** What the page offers, made on first use, so that an empty account is enough. Plans are changed and ended here, so not there. */
async function configurationOf(stripe: Stripe): Promise<string> {
  const { data } = await ask(stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
  const found = data.find(({ metadata }) => metadata?.rolecall === mark.rolecall)
  if (found) return found.id
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    payment_method_update: { enabled: true },
    // R253: by which the provider works out the tax.
    customer_update: { enabled: true, allowed_updates: ['address'] },
    invoice_history: { enabled: true },
  }
  const made = await ask(
    stripe.billingPortal.configurations.create({ features, metadata: mark }, { idempotencyKey: `rolecall_${mark.rolecall}` }),
  )
  return made.id
}

/** P8: the page of whoever pays this subscription. */
export async function openPortal(stripe: Stripe, subscriptionId: string, returnUrl: string): Promise<string> {
  const { customer } = await ask(stripe.subscriptions.retrieve(subscriptionId))
  const configuration = await configurationOf(stripe)
  const id = typeof customer === 'string' ? customer : customer.id
  return pageFrom((await ask(stripe.billingPortal.sessions.create({ customer: id, configuration, return_url: returnUrl }))).url)
}
