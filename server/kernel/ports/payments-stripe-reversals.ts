// R236: what went back of a charge at Stripe, or may: refunds and disputes, and what of ours the charge had paid for.
import type Stripe from 'stripe'
import type { Checkout, Payments, Reversal } from './payments.ts'
import { ask, orNothing } from './payments-stripe-sdk.ts'

interface Readers extends Pick<Payments, 'readSubscription'> {
  readonly checkoutOf: (session: Stripe.Checkout.Session) => Checkout | undefined
}
type Bought = Pick<Reversal, 'userId' | 'groupId' | 'checkoutId'>
const idOf = (value: string | { id: string } | null | undefined) => (typeof value === 'object' ? value?.id : value)

/** What a payment was for: a checkout paid once, or the month of a subscription; undefined where it is another shop's. */
async function boughtWith(stripe: Stripe, intent: string, { checkoutOf, readSubscription }: Readers): Promise<Bought | undefined> {
  const [session] = (await ask(stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }))).data
  const checkout = session && checkoutOf(session)
  if (checkout) return { userId: checkout.userId, groupId: checkout.groupId, checkoutId: checkout.id }
  const payment = { type: 'payment_intent', payment_intent: intent } as const
  const [paid] = (await ask(stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }))).data
  const invoice = typeof paid?.invoice === 'object' && !paid.invoice.deleted ? paid.invoice : undefined
  const id = idOf(invoice?.parent?.subscription_details?.subscription)
  const subscription = id ? await readSubscription(id) : undefined
  return subscription && { userId: subscription.userId, groupId: subscription.groupId, checkoutId: null }
}

/** A dispute that is lost or open says more than a refund; one that is won, less. */
function stateOf(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Pick<Reversal, 'state' | 'amount'> | undefined {
  const isOver = ({ status }: Stripe.Dispute) => ['won', 'warning_closed', 'prevented'].includes(status)
  const lost = disputes.find(({ status }) => status === 'lost')
  if (lost) return { state: 'dispute-lost', amount: lost.amount }
  if (charge.refunded) return { state: 'refunded', amount: charge.amount_refunded }
  const open = disputes.find((one) => !isOver(one))
  if (open) return { state: 'disputed', amount: open.amount }
  if (charge.amount_refunded > 0) return { state: 'refunded-part', amount: charge.amount_refunded }
  const [won] = disputes
  return won && { state: 'dispute-won', amount: won.amount }
}

export async function readReversal(stripe: Stripe, chargeId: string, readers: Readers): Promise<Reversal | undefined> {
  const charge = await orNothing(stripe.charges.retrieve(chargeId))
  const intent = idOf(charge?.payment_intent)
  const bought = intent ? await boughtWith(stripe, intent, readers) : undefined
  if (!charge || !bought) return undefined
  const state = stateOf(charge, (await ask(stripe.disputes.list({ charge: chargeId, limit: 100 }))).data)
  return state && { chargeId, ...state, ...bought }
}
