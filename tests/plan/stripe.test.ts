// The Stripe form over HTTP, against a local imitation of its API and with signatures made by its own SDK.
import { expect, test } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { day } from '../kit/world/clock.ts'
import { openShop } from '../kit/world/stripe-shop.ts'

test('P7 a plan: the session as Stripe wants it, the plan as its subscription has it, changed and ended there', async () => {
  const { api, world, ada, send, me } = await openShop()
  const { checkoutUrl, sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro', promoCode: 'early30' }, ada)
  expect(checkoutUrl).toBe(`https://checkout.stripe.test/${sessionId}`)
  const created = api.asked.find(({ path }) => path === '/v1/checkout/sessions')
  expect(created?.headers).toMatchObject({
    authorization: 'Bearer sk_test_of_the_test',
    'idempotency-key': expect.stringMatching(/^[0-9a-f]{24}$/),
  })
  expect(created?.body).toMatchObject({
    mode: 'subscription',
    customer_email: ada.email,
    client_reference_id: ada.userId,
    success_url: 'http://rolecall.test/subscription/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://rolecall.test/pricing',
    'line_items[0][quantity]': '1',
    'metadata[userId]': ada.userId,
    'subscription_data[metadata][userId]': ada.userId,
    'discounts[0][promotion_code]': expect.stringMatching(/^promo_/),
  })
  const price = api.asked.find(({ method, path }) => method === 'POST' && path === '/v1/prices')
  expect(price?.body).toMatchObject({
    currency: 'usd',
    unit_amount: '1299',
    'recurring[interval]': 'month',
    lookup_key: 'rolecall_pro_month_1299',
  })

  const id = api.pay(sessionId)
  expect(await send('checkout.session.completed', { id: sessionId })).toBe(200)
  const bought = await me()
  expect(bought).toMatchObject({ tier: 'pro', subscriptionStatus: 'active', hasActiveSubscription: true })
  expect(bought.subscription).toMatchObject({ amount: 909, promoCode: 'EARLY30', currentPeriodEnd: '2026-12-31T09:00:00.000Z' })

  expect((await world.ok(planApi.changePlan, { plan: 'team' }, ada)).user).toMatchObject({ tier: 'team', subscription: { amount: 2799 } })
  const changed = api.asked.findLast(({ body }) => body.proration_behavior)
  expect(changed?.body).toMatchObject({
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    'items[0][id]': `si_${sessionId}`,
  })
  expect((await world.ok(planApi.cancel, {}, ada)).subscription?.cancelAtPeriodEnd).toBe(true)
  expect((await world.ok(planApi.reactivate, {}, ada)).subscription?.cancelAtPeriodEnd).toBe(false)

  Object.assign(api.things.get(id ?? '') ?? {}, {
    status: 'past_due',
    latest_invoice: { status: 'open', created: world.clock.now() / 1000 },
  })
  const invoice = { id: 'in_1', parent: { subscription_details: { subscription: id } } }
  expect(await send('invoice.payment_failed', invoice)).toBe(200)
  expect(await me()).toMatchObject({ tier: 'team', subscriptionStatus: 'past_due' })
  world.clock.advance(14 * day)
  Object.assign(ada, await world.logIn('ada'))
  expect((await me()).tier).toBe('free')
  Object.assign(api.things.get(id ?? '') ?? {}, { status: 'canceled' })
  expect(await send('customer.subscription.deleted', { id, status: 'active' })).toBe(200)
  expect(await me()).toMatchObject({ tier: 'free', subscriptionStatus: 'none' })
})

test('R76, P7 what a change costs is what Stripe would bill at once; a declined card changes nothing', async () => {
  const { api, world, ada, send, me } = await openShop()
  const { sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro', promoCode: 'early30' }, ada)
  const id = api.pay(sessionId)
  await send('checkout.session.completed', { id: sessionId })
  const preview = () => world.ok(planApi.previewChange, { plan: 'team' }, ada)
  expect(await preview()).toEqual({ dueNow: 1400, amount: 2799, nextBilling: '2026-12-31T09:00:00.000Z' })
  const asked = api.asked.find(({ path }) => path === '/v1/invoices/create_preview')
  expect(asked?.body).toEqual({
    subscription: id,
    'subscription_details[items][0][id]': `si_${sessionId}`,
    'subscription_details[items][0][price]': expect.stringMatching(/^price_/),
    'subscription_details[proration_behavior]': 'always_invoice',
  })
  api.state.invoice = { total: -900, amount_due: 0 }
  expect((await preview()).dueNow).toBe(-900)
  api.state.declining = true
  const sentence = 'Your card was declined, so nothing has changed. Please update your payment method, then try again.'
  expect(await world.no(planApi.changePlan, { plan: 'team' }, ada)).toEqual([402, 'payment-declined', sentence])
  expect((await me()).tier).toBe('pro')
})

test('P8, P7, R253 the card and the address are changed on Stripe’s own page, which is set up once', async () => {
  const { api, world, ada, send } = await openShop()
  expect((await world.no(planApi.openPortal, {}, ada))[1]).toBe('subscription-missing')
  const { sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
  const id = api.pay(sessionId) ?? ''
  await send('checkout.session.completed', { id: sessionId })
  Object.assign(api.things.get(id) ?? {}, { status: 'past_due', latest_invoice: { status: 'open', created: world.clock.now() / 1000 } })
  for (const _ of [1, 2]) {
    const { url } = await world.ok(planApi.openPortal, {}, ada)
    expect(url).toBe(`https://billing.stripe.test/cus_${sessionId}`)
  }
  const made = api.asked.filter(({ method, path }) => method === 'POST' && path === '/v1/billing_portal/configurations')
  expect(made.map(({ body }) => body)).toEqual([
    {
      'features[payment_method_update][enabled]': 'true',
      'features[customer_update][enabled]': 'true',
      'features[customer_update][allowed_updates][0]': 'address',
      'features[invoice_history][enabled]': 'true',
      'metadata[rolecall]': 'card-and-address',
    },
  ])
  expect(api.asked.at(-1)?.body).toEqual({
    customer: `cus_${sessionId}`,
    configuration: expect.stringMatching(/^bpc_/),
    return_url: 'http://rolecall.test/profile',
  })
})

test('P7, R50 promo codes as Stripe keeps them: unknown, switched off, and the first one made on demand', async () => {
  const { api, payments, world, ada } = await openShop()
  api.keep('promo', { object: 'promotion_code', active: false, code: 'SPRING', expires_at: 1, promotion: { type: 'coupon', coupon: null } })
  for (const promoCode of ['SPRING', 'nothing']) {
    expect((await world.no(checkoutApi.subscribe, { plan: 'pro', promoCode }, ada))[1]).toBe('promo-invalid')
  }
  expect(await payments.checkPromo('Early30')).toMatchObject({ code: 'EARLY30', percentOff: 30 })
  const [first] = [...api.things.values()].filter(({ object, code }) => object === 'promotion_code' && code === 'EARLY30')
  Object.assign(first ?? {}, { active: false })
  expect(await payments.checkPromo('EARLY30')).toBeUndefined()
})

test('P7, R49 a group: once as a payment with its price in the session, monthly as a subscription', async () => {
  const { api, world, ada, send } = await openShop()
  const { groupId } = await world.ok(groupApi.create, {}, ada)
  const monthly = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
  const once = await world.ok(checkoutApi.group, { groupId }, ada)
  expect(api.things.get(monthly.sessionId)?.status).toBe('expired')
  expect(api.things.get(once.sessionId)?.asked).toMatchObject({
    mode: 'payment',
    'line_items[0][price_data][unit_amount]': '499',
    'metadata[groupId]': groupId,
    cancel_url: `http://rolecall.test/payment/${groupId}`,
  })
  api.pay(once.sessionId)
  expect(await send('checkout.session.completed', { id: once.sessionId })).toBe(200)
  expect((await world.ok(groupApi.read, { id: groupId }, ada)).tierLimits?.tier).toBe('pro')
})

test('P7, P8, R49 a group’s month is ended, kept and paid by another card at Stripe; a plan closes what waits there', async () => {
  const { api, world, ada, send } = await openShop()
  const { groupId } = await world.ok(groupApi.create, {}, ada)
  const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
  const id = api.pay(sessionId) ?? ''
  await send('checkout.session.completed', { id: sessionId })
  expect((await world.ok(planApi.cancelGroup, { groupId }, ada)).subscription?.cancelAtPeriodEnd).toBe(true)
  expect(api.things.get(id)?.cancel_at_period_end).toBe(true)
  expect((await world.ok(planApi.reactivateGroup, { groupId }, ada)).subscription).toMatchObject({ amount: 999, cancelAtPeriodEnd: false })
  expect((await world.ok(planApi.openGroupPortal, { groupId }, ada)).url).toBe(`https://billing.stripe.test/cus_${sessionId}`)
  expect(api.asked.at(-1)?.body.return_url).toBe(`http://rolecall.test/payment/${groupId}`)

  const { groupId: other } = await world.ok(groupApi.create, {}, ada)
  const waiting = await world.ok(checkoutApi.group, { groupId: other }, ada)
  const plan = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
  api.pay(plan.sessionId)
  await send('checkout.session.completed', { id: plan.sessionId })
  expect(api.things.get(waiting.sessionId)?.status).toBe('expired')
})

test('P4, P7 Stripe away: a 503 that says so, and the same key when it is tried again; a lost answer makes no second session', async () => {
  const { api, world, ada } = await openShop()
  api.state.failing = 100
  const answer = await world.no(checkoutApi.subscribe, { plan: 'pro' }, ada)
  expect(answer).toEqual([503, 'payments-unavailable', expect.stringContaining('Nothing was charged')])
  api.state.failing = 0
  await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
  Object.assign(ada, await world.person('eva'))
  api.state.losing = 1
  const both = await Promise.all([1, 2].map(() => world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)))
  expect(both[0]).toEqual(both[1])
  expect([...api.things.values()].filter(({ object }) => object === 'checkout.session')).toHaveLength(2)
})

test('P3, P7 sessions that Stripe does not know, or that are another shop’s, are refused', async () => {
  const { api, world, ada } = await openShop()
  api.keep('cs', {
    id: 'cs_shop',
    object: 'checkout.session',
    status: 'complete',
    payment_status: 'paid',
    metadata: {},
    subscription: null,
  })
  for (const session_id of ['cs_unknown', 'cs_shop'])
    expect((await world.no(checkoutApi.session, { session_id }, ada))[1]).toBe('checkout-unknown')
})
