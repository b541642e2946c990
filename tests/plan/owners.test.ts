// R253: a payment that needs its owner is a sentence that says which, and the way to the provider's page where it is done; nothing else is a 500.
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { refusals } from '#protocol/kernel/refusals.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { personRow } from '#server/app/model/operator.ts'
import type { OwnersPart } from '#server/kernel/ports/payments.ts'
import { ask, ownersPartOf } from '#server/kernel/ports/payments-stripe-sdk.ts'
import { users } from '#server/people/model/account.ts'
import { hour } from '../kit/world/clock.ts'
import { openShop } from '../kit/world/stripe-shop.ts'

/** On Pro, with a group that is paid by the month and was paid for before. */
async function opened() {
  const shop = await openShop()
  const { api, world, ada, send } = shop
  const { groupId } = await world.ok(groupApi.create, {}, ada)
  const group = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
  const groupSub = api.pay(group.sessionId) ?? ''
  await send('checkout.session.completed', { id: group.sessionId })
  const plan = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
  const sub = api.pay(plan.sessionId) ?? ''
  await send('checkout.session.completed', { id: plan.sessionId })
  // Who pays for nothing yet.
  const eva = await world.person('eva')
  const { groupId: evas } = await world.ok(groupApi.create, {}, eva)
  const team = () => world.call(planApi.changePlan, { plan: 'team' }, ada)
  const thing = (id: string) => api.things.get(id) ?? {}
  const mails = async () => (await world.mails(ada.email)).filter(({ subject }) => subject.includes('payment for Rolecall'))
  return { ...shop, eva, evas, groupId, sub, groupSub, team, thing, mails }
}
type Shop = Awaited<ReturnType<typeof opened>>

interface Row {
  readonly needs: OwnersPart
  readonly status: number
  readonly error: object
}
const noCard =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.'
const card = (code: string, more: object = {}) => ({ type: 'card_error', code, message: `About ${code}.`, ...more })
const request = (code: string | undefined, message = `About ${code}.`) => ({
  type: 'invalid_request_error',
  ...(code && { code }),
  message,
})
/** The table, and what has no code of its own there. */
const rows: [string, Row][] = [
  ...Object.entries(ownersPartOf).map(([code, needs]): [string, Row] => [
    code,
    needs === 'address' ? { needs, status: 400, error: request(code) } : { needs, status: 402, error: card(code) },
  ]),
  [
    'declined for want of approval',
    { needs: 'approval', status: 402, error: card('card_declined', { decline_code: 'authentication_required' }) },
  ],
  ...['resource_missing', 'missing', undefined].map((code): [string, Row] => [
    `no card, as ${code}`,
    { needs: 'card-missing', status: 400, error: request(code, noCard) },
  ]),
  ...['card_declined', 'expired_card', 'insufficient_funds', 'of_next_year'].map((code): [string, Row] => [
    code,
    { needs: 'declined', status: 402, error: card(code) },
  ]),
]

type Call = (shop: Shop) => Promise<{ status: number; body: Record<string, unknown> }>
/** Each call that has the provider change, price or sell something. */
const calls: Record<string, Call> = {
  'another plan': ({ team }) => team(),
  'what it costs': ({ world, ada }) => world.call(planApi.previewChange, { plan: 'team' }, ada),
  'the end': ({ world, ada }) => world.call(planApi.cancel, {}, ada),
  'going on': ({ world, ada, thing, sub }) => {
    Object.assign(thing(sub), { cancel_at_period_end: true })
    return world.call(planApi.reactivate, {}, ada)
  },
  'the end of a group’s': ({ world, ada, groupId }) => world.call(planApi.cancelGroup, { groupId }, ada),
  'going on with a group’s': ({ world, ada, groupId, groupSub, thing }) => {
    Object.assign(thing(groupSub), { cancel_at_period_end: true })
    return world.call(planApi.reactivateGroup, { groupId }, ada)
  },
  'a plan': ({ world, eva }) => world.call(checkoutApi.subscribe, { plan: 'pro' }, eva),
  ...Object.fromEntries(
    (['payment', 'subscription'] as const).map((mode) => [
      `a group by ${mode}`,
      ({ world, eva, evas }: Shop) => world.call(checkoutApi.group, { groupId: evas, mode }, eva),
    ]),
  ),
}

/** What a call answers to each of these refusals, by its name. */
async function answersTo(call: Call, refused: readonly (readonly [string, Pick<Row, 'status' | 'error'>])[]) {
  const shop = await opened()
  const answers: Record<string, unknown[]> = {}
  for (const [name, { status, error }] of refused) {
    shop.api.state.refusal = { status, error }
    const { status: answered, body } = await call(shop)
    answers[name] = [answered, body.code, body.error]
    shop.world.clock.advance(hour)
    Object.assign(shop.ada, await shop.world.logIn('ada'))
    Object.assign(shop.eva, await shop.world.logIn('eva'))
  }
  return { shop, answers }
}

test.each(Object.entries(calls))('R253 of %s: what only its owner can do is said to them, and leads on', async (_, call) => {
  const { shop, answers } = await answersTo(call, rows)
  const expected = rows.map(([name, { needs }]) => [name, [402, `payment-${needs}`, refusals[`payment-${needs}`][1]]])
  expect(answers).toEqual(Object.fromEntries(expected))
  // The page of the provider, where it is done, still opens, and nothing has changed.
  expect((await shop.world.ok(planApi.openPortal, {}, shop.ada)).url).toMatch(/^https:\/\/billing\.stripe\.test\/cus_/)
  expect((await shop.me()).tier).toBe('pro')
})

const others = [400, 401, 402, 403, 404, 409, 424, 429, 500].flatMap((status): [string, Pick<Row, 'status' | 'error'>][] => [
  [`${status}, of a kind to come`, { status, error: request('of_next_year') }],
  [`${status}, without a kind`, { status, error: { message: 'Nothing is as it was.' } }],
])

test.each(Object.entries(calls))('R253 of %s: whatever else is refused, in any way, is a sentence and no 500', async (_, call) => {
  const { answers } = await answersTo(call, others)
  const wrong = (answer: unknown[]) => !/^(402|422|503) payment/.test(answer.map(String).join(' '))
  expect(Object.entries(answers).filter(([, answer]) => wrong(answer))).toEqual([])
})

const fallDue = ({ thing, world }: Shop, id: string) => {
  const bill = { id: 'in_due', status: 'open', created: world.clock.now() / 1000, hosted_invoice_url: 'https://invoice.stripe.test/due' }
  Object.assign(thing(id), { status: 'past_due', latest_invoice: bill })
  return { id: 'in_due', parent: { subscription_details: { subscription: id } } }
}

test('R253 the words of a missing card count in the one kind of error that can bring them, and no answer at all is none', async () => {
  const kinds = Object.entries(Stripe.errors).filter(
    ([name, Kind]) => Kind.prototype instanceof Stripe.errors.StripeError && name !== 'StripeSignatureVerificationError',
  )
  const found = kinds.map(async ([name, Kind]) => {
    const thrown = new (Kind as new (raw: object) => Error)({ message: noCard, code: 'authentication_required' })
    const words = new (Kind as new (raw: object) => Error)({ message: noCard })
    const said = (error: Error) => ask(Promise.reject(error)).catch(({ name, needs = '' }) => `${name} ${needs}`.trim())
    return [name, [await said(words), await said(thrown)]]
  })
  const away = ['Connection', 'API', 'RateLimit', 'Authentication', 'Permission', 'Idempotency'].map((kind) => `Stripe${kind}Error`)
  const wanted = (name: string) => {
    if (away.includes(name)) return ['PaymentsUnavailable', 'PaymentsUnavailable']
    const words = { StripeInvalidRequestError: 'PaymentNeedsOwner card-missing', StripeCardError: 'PaymentNeedsOwner declined' }[name]
    return [words ?? 'PaymentRefused', 'PaymentNeedsOwner approval']
  }
  expect(Object.fromEntries(await Promise.all(found))).toEqual(Object.fromEntries(kinds.map(([name]) => [name, wanted(name)])))
})

test('R253 a page of the provider that isn’t by https is none: nobody is sent there, by link, email or redirect', async () => {
  const shop = await opened()
  const { api, team, send, me, mails, world, ada } = shop
  api.state.plain = true
  api.state.approving = true
  const { body } = await team()
  expect([body.code, body.page]).toEqual(['payment-approval', undefined])
  const invoice = fallDue(shop, shop.sub)
  expect(await send('invoice.payment_failed', invoice)).toBe(200)
  expect((await me()).subscription).not.toHaveProperty('due')
  expect((await mails())[0]?.text).toContain(`${world.services.publicUrl}/profile`)
  expect((await mails())[0]?.text).not.toContain('stripe.test')
  expect((await world.no(planApi.openPortal, {}, ada))[1]).toBe('payments-unavailable')
  expect((await world.no(checkoutApi.subscribe, { plan: 'pro' }, shop.eva))[1]).toBe('payments-unavailable')
})

const itemOf = (thing: object) => (thing as { items: { data: object[] } }).items.data[0]
const priceOf = (api: Shop['api'], plan: string) =>
  [...api.things.values()].find(({ object, metadata }) => object === 'price' && (metadata as { plan?: string }).plan === plan)

describe('a change that the bank wants approved', () => {
  test('R253a waits on the page of its bill; nothing has changed until it is approved, and then it has, by the webhook', async () => {
    const { api, team, sub, send, me, thing } = await opened()
    api.state.approving = true
    const { status, body } = await team()
    expect([status, body.code, body.page]).toEqual([
      402,
      'payment-approval',
      expect.stringMatching(/^https:\/\/invoice\.stripe\.test\/in_/),
    ])
    expect(await me()).toMatchObject({ tier: 'pro', subscriptionStatus: 'active' })
    // Its bill is no debt of the plan that runs.
    expect(await send('customer.subscription.updated', { id: sub })).toBe(200)
    expect((await me()).subscription).not.toHaveProperty('due')
    api.approve(String(body.page))
    expect(await send('invoice.paid', { id: 'in', parent: { subscription_details: { subscription: sub } } })).toBe(200)
    expect(await me()).toMatchObject({ tier: 'team', subscription: { plan: 'team', amount: 3999 } })
    expect(thing(sub)).toMatchObject({ pending_update: null })
  })

  test('R253a asked for again it is the same bill; another change gives it up, and one that needs no approval is made', async () => {
    const { api, team, world, ada, sub, send, thing } = await opened()
    api.state.approving = true
    const first = (await team()).body.page
    expect((await team()).body.page).toBe(first)
    const bills = () =>
      [...api.things.values()].filter(({ id, object }) => object === 'invoice' && id.startsWith('in_')).map((one) => one.status)
    expect(bills()).toEqual(['open'])
    const { metadata } = thing(sub) as { metadata: object }
    expect(metadata).toMatchObject({ plan: 'pro' })
    // Back on another plan there, so that Pro is another change than the one that waits.
    const other = await world.ok(planApi.previewChange, { plan: 'team' }, ada)
    expect(other.amount).toBe(3999)
    Object.assign(thing(sub), {
      items: { data: [{ ...itemOf(thing(sub)), price: priceOf(api, 'team') }] },
      metadata: { ...metadata, plan: 'team' },
    })
    await send('customer.subscription.updated', { id: sub })
    api.state.approving = false
    expect((await world.ok(planApi.changePlan, { plan: 'pro' }, ada)).user.tier).toBe('pro')
    expect(bills()).toEqual(['void'])
  })

  test('R253 a card that is declined leaves nothing that waits', async () => {
    const { api, team } = await opened()
    api.state.declining = true
    expect((await team()).body).toMatchObject({ code: 'payment-declined' })
    expect(api.asked.filter(({ body }) => body.payment_behavior === 'pending_if_incomplete')).toEqual([])
  })
})

describe('what falls due', () => {
  test.each([
    [true, 'invoice.payment_action_required', 'Please approve your payment for Rolecall', 'Approve the payment'],
    [false, 'invoice.payment_failed', 'Your payment for Rolecall didn’t go through', 'Pay now'],
  ] as const)(
    'R253a with approval wanted: %s, is emailed once, with the page where it is done, and stands on screen',
    async (approving, event, subject, label) => {
      const shop = await opened()
      const { api, sub, send, me, mails, world } = shop
      api.state.approving = approving
      const invoice = fallDue(shop, sub)
      for (const type of [event, 'customer.subscription.updated', event])
        expect(await send(type, type === event ? invoice : { id: sub })).toBe(200)
      const sent = await mails()
      expect(sent.map((one) => one.subject)).toEqual([subject])
      expect(sent[0]?.text).toContain(`${label}`)
      expect(sent[0]?.text).toContain('https://invoice.stripe.test/due')
      expect(sent[0]?.text).toContain('your Pro plan')
      const due = { page: 'https://invoice.stripe.test/due', needsApproval: approving }
      expect((await me()).subscription).toMatchObject({ status: 'past_due', due })
      Object.assign(shop.thing(sub), { status: 'active', latest_invoice: { id: 'in_due', status: 'paid' } })
      await send('invoice.paid', invoice)
      expect((await me()).subscription).not.toHaveProperty('due')
      world.clock.advance(hour)
      fallDue(shop, sub)
      await send(event, invoice)
      expect(await mails()).toHaveLength(2)
    },
  )

  test('R253 an operator sees that it is past due, and no page of it', async () => {
    const shop = await opened()
    await shop.send('invoice.payment_failed', fallDue(shop, shop.sub))
    const user = await shop.world.store.get(users, shop.ada.userId)
    expect(user?.paid?.subscriptions.some(({ due }) => due)).toBe(true)
    const row = user && personRow(user, false, shop.world.clock.now())
    expect(row?.subscription?.status).toBe('past_due')
    expect(JSON.stringify(row)).not.toContain('invoice.stripe.test')
  })

  test('R253a of a group, to whoever pays for it', async () => {
    const shop = await opened()
    const { groupSub, groupId, send, mails, world, ada } = shop
    await send('invoice.payment_failed', fallDue(shop, groupSub))
    const [mail] = await mails()
    expect(mail?.text).toMatch(/payment for the upgrade of “.*” didn’t go through/)
    const { subscription } = await world.ok(planApi.groupSubscription, { groupId }, ada)
    expect(subscription?.due).toEqual({ page: 'https://invoice.stripe.test/due', needsApproval: false })
  })
})
