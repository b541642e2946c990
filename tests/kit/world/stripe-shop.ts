// The product with Stripe behind it, as a local imitation of its API; its events carry signatures made by its own SDK.
import Stripe from 'stripe'
import { accountApi } from '#protocol/people/account.ts'
import { stripePayments } from '#server/kernel/ports/payments-stripe.ts'
import { openStripeApi } from './stripe-api.ts'
import { openWorld, type WorldOptions } from './world.ts'

const webhookSecret = 'whsec_of_the_test_1234'

export async function openShop(options: WorldOptions = {}) {
  const api = await openStripeApi()
  const payments = stripePayments({ secretKey: 'sk_test_of_the_test', webhookSecret, apiBase: api.url })
  const world = await openWorld({ ...options, payments: () => payments })
  const ada = await world.person('ada')
  let events = 0
  /** Sends an event as Stripe would: what it says of the object is old, on purpose. */
  async function send(type: string, object: object) {
    const payload = JSON.stringify({ id: `evt_${++events}`, object: 'event', type, data: { object } }, null, 2)
    const timestamp = Math.floor(world.clock.now() / 1000)
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
    return (await world.send('POST', '/api/payment/webhook', payload, { headers: { 'stripe-signature': header } })).status
  }
  const me = async () => (await world.ok(accountApi.profile, {}, ada)).user
  return { api, payments, world, ada, send, me }
}
