// Stripe's own page for what only its customer may touch: the card, and the bills so far. Plans are changed and ended here, so not there.
import type Stripe from 'stripe'
import { ask } from './payments-stripe-sdk.ts'

const mark = { rolecall: 'portal' }

/** What the page offers, made on first use, so that an empty account is enough. */
async function configurationOf(stripe: Stripe): Promise<string> {
  const { data } = await ask(stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
  const found = data.find(({ metadata }) => metadata?.rolecall === mark.rolecall)
  if (found) return found.id
  const features = { payment_method_update: { enabled: true }, invoice_history: { enabled: true } }
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
  return (await ask(stripe.billingPortal.sessions.create({ customer: id, configuration, return_url: returnUrl }))).url
}
