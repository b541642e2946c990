// Buying, changing and ending plans and group upgrades, in the sandbox and over HTTP: what one may, what it costs, and what it lifts.
import { describe, expect, test } from 'vitest'
import { earlyAdopter, groupOffers, planOffers } from '#protocol/kernel/limits.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { accountApi } from '#protocol/people/account.ts'
import { PaymentsUnavailable } from '#server/kernel/ports/payments.ts'
import { users } from '#server/people/model/account.ts'
import { nothingPaid, type Subscription, tierAt } from '#server/people/model/plan.ts'
import { buy, me, opened, payPage, subscriptionOf } from '../kit/world/buying.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

describe('rules', () => {
  const now = Date.parse('2026-12-15T12:00:00Z')
  const at = (ms: number) => new Date(now + ms).toISOString()
  const subscription: Subscription = {
    id: 'sub',
    userId: 'u',
    groupId: null,
    plan: 'team',
    status: 'active',
    amount: 3999,
    promoCode: '',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: at(10 * day),
    unpaidSince: null,
    startedAt: at(-20 * day),
  }
  const tier = (more: Partial<Subscription>, later = 0) =>
    tierAt({ tier: 'free', paid: { ...nothingPaid, subscriptions: [{ ...subscription, ...more }] } }, now + later)

  test('R45 active lifts, incomplete does not, canceled does to the end of the period, past due for 14 days', () => {
    expect([tier({}), tier({ status: 'incomplete' }), tier({}, 11 * day)]).toEqual(['team', 'free', 'team'])
    for (const ending of [{ status: 'canceled' }, { cancelAtPeriodEnd: true }] as const) {
      expect([tier(ending), tier(ending, 10 * day - 1), tier(ending, 10 * day)]).toEqual(['team', 'team', 'free'])
    }
    const late = { status: 'past_due', unpaidSince: at(0) } as const
    expect([tier(late), tier(late, 14 * day - 1), tier(late, 14 * day)]).toEqual(['team', 'team', 'free'])
    expect(tier({ status: 'canceled', unpaidSince: at(-14 * day) })).toBe('free')
  })

  test('R44 the higher of the plan that was given and the one that is paid for', () => {
    const both = { tier: 'pro', paid: { ...nothingPaid, subscriptions: [subscription] } } as const
    expect([tierAt(both, now), tierAt({ ...both, tier: 'enterprise' }, now), tierAt({ tier: 'pro' }, now)]).toEqual([
      'team',
      'enterprise',
      'pro',
    ])
  })
})

describe('a plan', () => {
  test('P1 the prices are those of the spec', () => {
    expect(Object.values(planOffers).map(({ monthlyCents }) => monthlyCents)).toEqual([0, 1299, 3999, null])
    expect([groupOffers.payment.cents, groupOffers.subscription.cents, earlyAdopter.percentOff]).toEqual([499, 999, 30])
  })

  test('R48, R52 buying: the address leads to a page that says Test mode and the price, and after it the plan is there', async () => {
    const { world, ada } = await opened()
    const { checkoutUrl, sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    expect(checkoutUrl).toBe(`http://rolecall.test/sandbox/checkout/${sessionId}`)
    const page = await world.app.request(`/sandbox/checkout/${sessionId}`)
    const html = await page.text()
    expect([html.includes('Test mode'), html.includes('Pro plan'), html.includes('$12.99/month'), /<script/i.test(html)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect((await payPage(world, sessionId, 'decline')).headers.get('location')).toBe(`/sandbox/checkout/${sessionId}?declined`)
    expect((await payPage(world, sessionId, 'cancel')).headers.get('location')).toBe('http://rolecall.test/pricing')
    expect((await me(world, ada)).tier).toBe('free')
    await payPage(world, sessionId)
    expect(await me(world, ada)).toMatchObject({ tier: 'pro', subscriptionStatus: 'active', hasActiveSubscription: true })
    const done = await world.ok(checkoutApi.session, { session_id: sessionId }, ada)
    expect(done).toMatchObject({ state: 'done', groupId: null, user: { tier: 'pro' } })
    expect(done.subscription).toMatchObject({ plan: 'pro', amount: 1299, interval: 'month', status: 'active', cancelAtPeriodEnd: false })
    expect(await world.ok(planApi.tierLimits, {}, ada)).toMatchObject({ tier: 'pro', maxRolesPerEventGroup: 10 })
    expect(await world.store.get(users, ada.userId)).toMatchObject({ tier: 'free', paid: { syncs: 3 } })
  })

  test('R46 cancel, reactivate and change-plan answer the fresh subscription, each only where it makes sense', async () => {
    const { world, ada } = await opened()
    for (const one of [planApi.cancel, planApi.reactivate]) {
      expect(await world.no(one, {}, ada)).toEqual([409, 'subscription-missing', 'You have no active subscription.'])
    }
    expect((await world.no(planApi.changePlan, { plan: 'team' }, ada))[1]).toBe('subscription-missing')
    await buy(world, ada)
    expect((await world.no(planApi.reactivate, {}, ada))[1]).toBe('subscription-not-ending')
    expect((await world.no(planApi.changePlan, { plan: 'pro' }, ada))[1]).toBe('plan-same')
    const ended = await world.ok(planApi.cancel, {}, ada)
    expect([ended.subscription?.cancelAtPeriodEnd, ended.user.tier]).toEqual([true, 'pro'])
    expect((await world.ok(planApi.cancel, {}, ada)).subscription).toEqual(ended.subscription)
    expect((await world.ok(planApi.reactivate, {}, ada)).subscription?.cancelAtPeriodEnd).toBe(false)
    const changed = await world.ok(planApi.changePlan, { plan: 'team' }, ada)
    expect([changed.subscription?.plan, changed.subscription?.amount, changed.user.tier]).toEqual(['team', 3999, 'team'])
    expect((await world.ok(planApi.changePlan, { plan: 'pro' }, ada)).user.tier).toBe('pro')
    expect((await world.ok(planApi.subscription, {}, ada)).subscription?.plan).toBe('pro')
  })

  test('R45 what was cancelled ends by the clock alone, and can then be bought again', async () => {
    const { world, ada } = await opened()
    await buy(world, ada)
    const { subscription } = await world.ok(planApi.cancel, {}, ada)
    world.clock.advance(Date.parse(subscription?.currentPeriodEnd ?? '') - world.clock.now() - hour)
    expect((await me(world, await world.logIn('ada'))).tier).toBe('pro')
    world.clock.advance(hour)
    const later = await world.logIn('ada')
    expect(await me(world, later)).toMatchObject({
      tier: 'free',
      subscriptionStatus: 'none',
      hasActiveSubscription: false,
      subscription: null,
    })
    expect((await world.no(planApi.reactivate, {}, later))[1]).toBe('subscription-missing')
    await buy(world, later, 'team')
    expect((await me(world, later)).tier).toBe('team')
  })

  test('R45 past due shows at once and ends the plan after 14 days', async () => {
    const { world, ada } = await opened()
    await buy(world, ada)
    const { id = '' } = (await subscriptionOf(world, ada)) ?? {}
    await world.sandbox.alter(id, { status: 'past_due', unpaidSince: new Date(world.clock.now()).toISOString() })
    await world.sandbox.deliver()
    expect(await me(world, ada)).toMatchObject({ tier: 'pro', subscriptionStatus: 'past_due', hasActiveSubscription: true })
    expect((await world.no(checkoutApi.subscribe, { plan: 'team' }, ada))[1]).toBe('subscription-active')
    const keptUntil = new Date(world.clock.now() + 14 * day).toISOString()
    expect((await world.ok(planApi.subscription, {}, ada)).subscription).toMatchObject({ keptUntil })
    world.clock.advance(14 * day)
    const later = await world.logIn('ada')
    expect(await me(world, later)).toMatchObject({ tier: 'free', subscriptionStatus: 'past_due' })
    await world.sandbox.alter(id, { status: 'active', unpaidSince: null })
    await world.sandbox.deliver()
    expect(await me(world, later)).toMatchObject({ tier: 'pro', subscriptionStatus: 'active' })
    expect((await world.ok(planApi.subscription, {}, later)).subscription).not.toHaveProperty('keptUntil')
  })

  test('R45 a month that is paid goes on by itself', async () => {
    const { world, ada } = await opened()
    await buy(world, ada)
    world.clock.advance(40 * day)
    const later = await world.logIn('ada')
    expect((await me(world, later)).tier).toBe('pro')
    const { subscription } = await world.ok(planApi.subscription, {}, later)
    expect(Date.parse(subscription?.currentPeriodEnd ?? '')).toBeGreaterThan(world.clock.now())
  })

  test('R76 what a change costs is said first, and nothing is changed by asking', async () => {
    const { world, ada } = await opened()
    const preview = (plan: 'pro' | 'team', promoCode = '') => world.call(planApi.previewChange, { plan, promoCode }, ada)
    expect((await preview('team')).body.code).toBe('subscription-missing')
    await buy(world, ada)
    expect((await preview('pro')).body.code).toBe('plan-same')
    expect((await preview('team', 'nonsense')).body.fields).toHaveProperty('promoCode')
    expect((await preview('team')).body).toEqual({ dueNow: 2700, amount: 3999, nextBilling: '2027-01-01T09:00:00.000Z' })
    expect((await preview('team', 'early30')).body).toMatchObject({ dueNow: 1500, amount: 2799 })
    const before = await world.store.get(users, ada.userId)
    world.clock.advance(15.5 * day)
    Object.assign(ada, await world.logIn('ada'))
    expect((await preview('team')).body.dueNow).toBe(1350)
    expect(await world.store.get(users, ada.userId)).toEqual(before)
    await world.ok(planApi.changePlan, { plan: 'team' }, ada)
    expect((await preview('pro')).body).toMatchObject({ dueNow: -1350, amount: 1299 })
  })

  test('P8 a declined card is mended on the provider’s page, whose address is for an hour and for its owner', async () => {
    const { world, ada } = await opened()
    expect((await world.no(planApi.openPortal, {}, ada))[1]).toBe('subscription-missing')
    expect((await world.no(planApi.openPortal, {}, await world.link(ada.email)))[1]).toBe('account-needed')
    await buy(world, ada)
    const open = async () => new URL((await world.ok(planApi.openPortal, {}, ada)).url).pathname
    const press = (path: string, choice: string) =>
      world.app.request(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `do=${choice}` })
    const path = await open()
    expect(path).toMatch(/^\/sandbox\/billing\/[\w-]+\.[\w-]+\.[\w-]+$/)
    const page = await (await world.app.request(path)).text()
    expect([page.includes('Test mode'), page.includes('$12.99/month'), page.includes('All is paid.')]).toEqual([true, true, true])
    expect((await press(path, 'fail')).headers.get('location')).toBe('http://rolecall.test/profile')
    expect(await me(world, ada)).toMatchObject({ tier: 'pro', subscriptionStatus: 'past_due' })
    expect(await (await world.app.request(path)).text()).toContain('The last payment failed.')
    await press(path, 'mend')
    expect(await me(world, ada)).toMatchObject({ tier: 'pro', subscriptionStatus: 'active' })
    for (const forged of [`${path}x`, '/sandbox/billing/x', path.replace(/\.[^.]+$/, '.')]) {
      expect([(await world.app.request(forged)).status, (await press(forged, 'fail')).status]).toEqual([404, 404])
    }
    world.clock.advance(hour)
    expect([(await world.app.request(path)).status, (await press(path, 'fail')).status]).toEqual([404, 404])
    expect((await me(world, await world.logIn('ada'))).subscriptionStatus).toBe('active')
  })

  test('R51 nobody buys what they have, nor Enterprise; R30 a magic link buys nothing', async () => {
    const { world, ada } = await opened()
    await buy(world, ada)
    const refusal = [409, 'subscription-active', 'You already have an active subscription. You can change its plan in your profile.']
    expect(await world.no(checkoutApi.subscribe, { plan: 'team' }, ada)).toEqual(refusal)
    const eva = await world.person('eva', 'team')
    expect((await world.no(checkoutApi.subscribe, { plan: 'pro' }, eva))[1]).toBe('plan-included')
    const sent = await world.send('POST', '/api/user/subscription', { plan: 'enterprise' }, eva)
    expect([sent.status, sent.body.fields]).toEqual([400, { plan: 'Please choose the Pro or the Team plan' }])
    const link = await world.link(ada.email)
    for (const one of [planApi.cancel, planApi.reactivate, planApi.subscription] as const)
      expect((await world.no(one, {}, link))[0]).toBe(403)
    const { user } = await world.ok(accountApi.me, {}, link)
    expect([user.tier, user.subscription]).toEqual(['pro', null])
    expect((await world.no(checkoutApi.subscribe, { plan: 'pro' }, {}))[0]).toBe(401)
  })

  test('R50 promo codes: in any case; wrong and expired ones are refused on their field before anybody leaves', async () => {
    const { world, ada } = await opened()
    for (const promoCode of ['NONSENSE', 'EARLY', '__proto__', 'constructor']) {
      const { status, body } = await world.call(checkoutApi.subscribe, { plan: 'pro', promoCode }, ada)
      const sentence = 'This promo code is not valid or has expired.'
      expect([status, body.code, body.error, body.fields]).toEqual([400, 'promo-invalid', sentence, { promoCode: sentence }])
    }
    await buy(world, ada, 'pro', ' early30 ')
    expect((await me(world, ada)).subscription).toMatchObject({ promoCode: 'EARLY30', amount: 909 })
    expect((await world.ok(planApi.changePlan, { plan: 'team' }, ada)).subscription).toMatchObject({ promoCode: 'EARLY30', amount: 2799 })
  })
})

describe('a checkout', () => {
  test('P2 two tabs that subscribe at once get one checkout; another plan closes the one before', async () => {
    const { world, ada } = await opened()
    const both = await Promise.all([1, 2, 3].map(() => world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)))
    expect(new Set(both.map(({ sessionId }) => sessionId)).size).toBe(1)
    const { sessionId: pro } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    expect(pro).toBe(both[0]?.sessionId)
    const { sessionId: team } = await world.ok(checkoutApi.subscribe, { plan: 'team' }, ada)
    await payPage(world, pro)
    expect((await me(world, ada)).tier).toBe('free')
    expect(await (await world.app.request(`/sandbox/checkout/${pro}`)).text()).toContain('This checkout has expired')
    await payPage(world, team)
    await payPage(world, team)
    expect((await world.store.get(users, ada.userId))?.paid?.subscriptions).toHaveLength(1)
    expect((await me(world, ada)).tier).toBe('team')
  })

  test('P2 different plans at once: whoever loses is told, and at most one of them can be paid', async () => {
    const { world, ada } = await opened()
    const answers = await Promise.all(
      (['pro', 'team', 'pro', 'team'] as const).map((plan) => world.call(checkoutApi.subscribe, { plan }, ada)),
    )
    expect(answers.every(({ status, body }) => status === 200 || body.code === 'checkout-superseded')).toBe(true)
    for (const { body } of answers) if (body.sessionId) await payPage(world, body.sessionId)
    expect((await world.store.get(users, ada.userId))?.paid?.subscriptions).toHaveLength(1)
  })

  test('P3 a session that is foreign, unpaid, unknown or expired is refused', async () => {
    const { world, ada } = await opened()
    const eva = await world.person('eva')
    const { sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    expect(await world.no(checkoutApi.session, { session_id: sessionId }, ada)).toEqual([
      402,
      'checkout-unpaid',
      'This payment was not completed. Nothing was charged.',
    ])
    for (const session_id of [sessionId, 'cs_test_unknown', '__proto__']) {
      expect(await world.no(checkoutApi.session, { session_id }, eva)).toEqual([
        404,
        'checkout-unknown',
        'This payment session was not found.',
      ])
    }
    expect((await world.send('GET', '/api/user/subscription/session', undefined, ada)).body.error).toBe('No session ID found')
    world.clock.advance(25 * hour)
    const expired = [410, 'checkout-expired', 'This payment session has expired. Nothing was charged.']
    expect(await world.no(checkoutApi.session, { session_id: sessionId }, await world.logIn('ada'))).toEqual(expired)
    expect((await payPage(world, sessionId)).headers.get('location')).toContain(sessionId)
    expect((await me(world, await world.logIn('ada'))).tier).toBe('free')
  })

  test('P4 while the provider is away the answer says so, and trying again charges nobody twice', async () => {
    let isAway = true
    const { world, ada } = await opened({
      payments: (sandbox) => ({
        ...sandbox,
        async createSubscriptionCheckout(opening) {
          const made = await sandbox.createSubscriptionCheckout(opening)
          if (isAway) throw new PaymentsUnavailable('the answer was lost')
          return made
        },
      }),
    })
    const sentence = 'The payment provider can’t be reached right now. Nothing was charged; please try again in a moment.'
    expect(await world.no(checkoutApi.subscribe, { plan: 'pro' }, ada)).toEqual([503, 'payments-unavailable', sentence])
    expect(await world.no(checkoutApi.subscribe, { plan: 'pro' }, ada)).toEqual([503, 'payments-unavailable', sentence])
    isAway = false
    await buy(world, ada)
    expect((await world.store.get(users, ada.userId))?.paid?.subscriptions).toHaveLength(1)
  })

  test('P5 the sandbox keeps its state and its messages in the store: a payment survives a restart', async () => {
    const { world, ada } = await opened()
    const { sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    world.sandbox.connect(async () => false)
    await payPage(world, sessionId)
    expect((await me(world, ada)).tier).toBe('free')
    const again = await openWorld({ store: world.store, clock: world.clock })
    world.clock.advance(5_000)
    await again.sandbox.deliver()
    expect((await me(again, ada)).tier).toBe('pro')
    expect(await again.sandbox.deliver()).toBe(false)
  })

  test('P6 every open tab of the account hears of the new plan, and nobody else', async () => {
    const { world, ada } = await opened()
    const socket = await world.socket({ token: ada.token })
    const { view } = (await socket.watch(`account:${ada.userId}`)) as { view: { tier: string } }
    expect(view.tier).toBe('free')
    await buy(world, ada)
    const heard = await socket.hears(({ name, view: account }) => name === 'account' && (account as { tier: string }).tier === 'pro')
    expect(heard.view).toMatchObject({ _id: ada.userId, access: 'account', subscription: { plan: 'pro' } })
    const eva = await world.person('eva')
    const stranger = await world.socket({ token: eva.token })
    expect(await stranger.watch(`account:${ada.userId}`)).toMatchObject({ code: 'not-yours' })
    const linked = await world.socket(await world.link(ada.email))
    expect(await linked.watch(`account:${ada.userId}`)).toMatchObject({ code: 'not-yours' })
  })
})
