// Our calls against Stripe's own stripe-mock, which checks every request against Stripe's published schema. It is built from its Go
// module where there is Go; elsewhere these tests are left out, and plan-stripe.test.ts alone speaks for the calls.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payments } from '#server/kernel/ports/payments.ts'
import { stripePayments } from '#server/kernel/ports/payments-stripe.ts'
import { freePort } from '../kit/process/free-port.ts'
import { comes } from '../kit/world/pace.ts'

const go = spawnSync('go', ['env', 'GOPATH'], { encoding: 'utf8' })
const program = join(go.stdout?.trim() || '/nowhere', 'bin', 'stripe-mock')
const build = () => spawnSync('go', ['install', 'github.com/stripe/stripe-mock@v0.203.0'], { timeout: 240_000 }).status === 0
const isHere = existsSync(program) || (go.status === 0 && build())
const opening = {
  key: 'key',
  userId: 'u',
  email: 'ada@people.test',
  successUrl: 'http://rolecall.test/ok',
  cancelUrl: 'http://rolecall.test/no',
}
const promo = { id: 'promo_1', code: 'EARLY30', percentOff: 30 }

/** The mock answers with examples of its own, which lack our marks; only what it says of the request counts here. */
const accepted = (asking: Promise<unknown>) =>
  asking.then(
    () => 'accepted',
    (error: Error) => (error.message.includes('without our marks') ? 'accepted' : error.message),
  )

describe.skipIf(!isHere)('R46 R48 R50 R76 P8 what we ask of Stripe is what its schema takes', () => {
  let mock: ChildProcess | undefined
  let payments: Payments
  let apiBase = ''

  beforeAll(async () => {
    const port = await freePort()
    apiBase = `http://127.0.0.1:${port}`
    mock = spawn(program, ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${await freePort()}`], { stdio: 'ignore' })
    payments = stripePayments({ secretKey: 'sk_test_123', webhookSecret: 'whsec_test', apiBase })
    await comes(() => fetch(apiBase), 100)
  })
  afterAll(() => mock?.kill())

  test.each<[string, () => Promise<unknown>]>([
    ['a plan with a promo', () => payments.createSubscriptionCheckout({ ...opening, plan: 'pro', promo })],
    ['a plan', () => payments.createSubscriptionCheckout({ ...opening, plan: 'team', promo: undefined })],
    ['a group for good', () => payments.createGroupCheckout({ ...opening, groupId: 'g', mode: 'payment' })],
    ['a group by the month', () => payments.createGroupCheckout({ ...opening, groupId: 'g', mode: 'subscription' })],
    ['a checkout', () => payments.readCheckout('cs_test_1')],
    ['the end of a checkout', () => payments.closeCheckout('cs_test_1')],
    ['a subscription', () => payments.readSubscription('sub_1')],
    ['a cancellation', () => payments.cancel('sub_1')],
    ['a reactivation', () => payments.reactivate('sub_1')],
    ['another plan', () => payments.changePlan('sub_1', 'team', promo)],
    ['what another plan costs', () => payments.previewChange('sub_1', 'team', promo)],
    ['the page for another card', () => payments.openPortal('sub_1', 'http://rolecall.test/profile')],
    ['a promo code', () => payments.checkPromo('EARLY30')],
  ])('R46 R48 R50 %s', async (_, ask) => expect(await accepted(ask())).toBe('accepted'))

  test('R48 control: the mock refuses what the schema does not know', async () => {
    const { hostname, port } = new URL(apiBase)
    const stripe = new Stripe('sk_test_123', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
    const wrong = { mode: 'subscription', seats: 3 } as unknown as Stripe.Checkout.SessionCreateParams
    expect(await accepted(stripe.checkout.sessions.create(wrong))).toContain('additional properties are not allowed')
  })
})
