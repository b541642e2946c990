// The payment provider's messages: taken as the bytes they came in, since their signature is over those, and by nobody's token.
import { takePaymentEvent } from '../plan/actions.ts'
import type { Services } from '../services.ts'
import type { HttpApp, HttpOptions } from './mount.ts'
import { credentialsOf } from './request.ts'

export function mountWebhook(api: HttpApp, services: Services, { countCall, hops }: HttpOptions) {
  api.post('/payment/webhook', async (c) => {
    await countCall(credentialsOf(c, hops).address, 'all')
    return c.json(await takePaymentEvent(services, await c.req.text(), c.req.header('stripe-signature') ?? ''))
  })
}
