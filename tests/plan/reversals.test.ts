// R236: what the payment provider refuses is a sentence and a line for the operator; what goes back of a payment is shown, and ends what it had paid for.
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { paymentEvents, readSigned, signMessage } from '#server/kernel/ports/payments-events.ts'
import { noteRefused } from '#server/people/rules/plan-trouble.ts'
import { stranger } from '../kit/world/stripe-api.ts'
import { openShop } from '../kit/world/stripe-shop.ts'

async function opened() {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const shop = await openShop({ log })
  const operator = await shop.world.person('operator')
  const shown = async () => (await shop.world.ok(operatorApi.state, {}, operator)).payments
  return { ...shop, shown, logged: () => lines.join('') }
}
type Shop = Awaited<ReturnType<typeof opened>>

/** A group whose upgrade was paid once. */
async function upgraded({ world, ada, api, send }: Shop) {
  const { groupId } = await world.ok(groupApi.create, {}, ada)
  const { sessionId } = await world.ok(checkoutApi.group, { groupId }, ada)
  api.pay(sessionId)
  await send('checkout.session.completed', { id: sessionId })
  const tier = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).tierLimits?.tier
  const charge = api.things.get(`ch_${sessionId}`)
  if (!charge) throw new Error('nothing was charged')
  const told = async () => (await world.mails(ada.email)).filter(({ subject }) => /upgrade of .* has ended/.test(subject)).length
  return { groupId, sessionId, tier, charge, told }
}

describe('what the provider refuses', () => {
  test('R236 an address that it won’t prefill costs nobody a checkout: it is asked again without it, and twice gives the same one', async () => {
    const { api, world, ada } = await opened()
    api.state.refusing = ['customer_email']
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    const plan = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    const made = [plan, await world.ok(checkoutApi.group, { groupId }, ada)]
    made.push(await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada))
    for (const { sessionId } of made) expect(api.things.get(sessionId)?.asked).not.toHaveProperty('customer_email')
    expect((await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)).sessionId).toBe(plan.sessionId)
  })

  test('R236 whatever else it refuses, of any call, is a sentence and a line for the operator, without addresses; never a 500', async () => {
    const shop = await opened()
    const { api, world, ada, send, shown, logged } = shop
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
    api.pay(sessionId)
    await send('checkout.session.completed', { id: sessionId })
    const plan = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    api.pay(plan.sessionId)
    await send('checkout.session.completed', { id: plan.sessionId })
    const eva = await world.person('eva')
    api.state.refusingAll = true
    const answers = [
      await world.no(checkoutApi.subscribe, { plan: 'pro' }, eva),
      await world.no(checkoutApi.subscribe, { plan: 'pro', promoCode: 'x' }, eva),
      await world.no(checkoutApi.group, { groupId: (await world.ok(groupApi.create, {}, eva)).groupId }, eva),
      await world.no(checkoutApi.session, { session_id: 'cs_1' }, ada),
      await world.no(planApi.cancel, {}, ada),
      await world.no(planApi.reactivate, {}, ada),
      await world.no(planApi.openPortal, {}, ada),
      await world.no(planApi.changePlan, { plan: 'team' }, ada),
      await world.no(planApi.previewChange, { plan: 'team' }, ada),
      await world.no(planApi.cancelGroup, { groupId }, ada),
      await world.no(planApi.reactivateGroup, { groupId }, ada),
      await world.no(planApi.openGroupPortal, { groupId }, ada),
    ]
    const sentence =
      'The payment provider didn’t accept this, so nothing was charged. The people who run this site have been told. Please try again later.'
    expect(new Set(answers.map(String))).toEqual(new Set([[422, 'payment-refused', sentence].join()]))
    const { refusals } = await shown()
    expect(refusals).toHaveLength(answers.length)
    expect(refusals[0]?.why).toMatch(/tax_id_invalid No: …@…/)
    expect(logged()).toMatch(/PaymentRefused/)
    expect(`${logged()}${JSON.stringify(refusals)}`).not.toContain(stranger)
    expect(logged()).not.toContain('people.test')
  })

  test('R253, R236 what needs whoever pays is such a line too, told apart, and in the log; it pushes out nothing but its like', async () => {
    const { api, world, ada, shown, logged } = await opened()
    api.state.refusal = { status: 402, error: { type: 'card_error', code: 'card_declined', message: `No, ${ada.email}.` } }
    expect((await world.no(checkoutApi.subscribe, { plan: 'pro' }, ada))[1]).toBe('payment-declined')
    const { refusals } = await shown()
    expect(refusals).toEqual([
      { at: expect.any(String), why: expect.stringMatching(/^StripeCardError card_declined No, …@…/), needsOwner: true },
    ])
    expect(logged()).toMatch(/"needs":"declined".*"msg":"a payment needs its owner"/)
    expect(`${logged()}${JSON.stringify(refusals)}`).not.toContain(ada.email)
    let kept = noteRefused(undefined, 'of the site', world.clock.now())
    for (let nth = 0; nth < 60; nth++) kept = noteRefused(kept, `of a card, ${nth}`, world.clock.now(), true)
    expect([kept.refusals?.length, kept.refusals?.[0]?.why, kept.refusals?.[1]?.why]).toEqual([51, 'of the site', 'of a card, 10'])
  })
})

describe('refunds and disputes', () => {
  test('R236 a full refund ends a one-time upgrade, tells its owner once, and is shown; an event that comes late or again changes nothing', async () => {
    const shop = await opened()
    const { tier, charge, told, sessionId, groupId } = await upgraded(shop)
    expect([await tier(), await told(), (await shop.shown()).reversals]).toEqual(['pro', 0, []])
    Object.assign(charge, { refunded: true, amount_refunded: 499 })
    for (const _ of [1, 2]) expect(await shop.send('charge.refunded', { id: charge.id })).toBe(200)
    expect(await shop.send('checkout.session.completed', { id: sessionId })).toBe(200)
    expect([await tier(), await told()]).toEqual(['free', 1])
    const reversal = { chargeId: charge.id, state: 'refunded', amount: 499, isGroup: true, hasEnded: true, email: shop.ada.email }
    expect((await shop.shown()).reversals).toMatchObject([reversal])
    // It can be bought again.
    const again = await shop.world.ok(checkoutApi.group, { groupId }, shop.ada)
    shop.api.pay(again.sessionId)
    await shop.send('checkout.session.completed', { id: again.sessionId })
    expect(await tier()).toBe('pro')
  })

  test('R236 a refund that comes before the payment’s own message ends it, too; one that fails after all gives it back', async () => {
    const shop = await opened()
    const { world, ada, api, send } = shop
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    const { sessionId } = await world.ok(checkoutApi.group, { groupId }, ada)
    api.pay(sessionId)
    const charge = api.things.get(`ch_${sessionId}`) ?? { id: '' }
    Object.assign(charge, { refunded: true, amount_refunded: 499 })
    await send('charge.refunded', { id: charge.id })
    await send('checkout.session.completed', { id: sessionId })
    const tier = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).tierLimits?.tier
    expect(await tier()).toBe('free')
    Object.assign(charge, { refunded: false, amount_refunded: 0 })
    api.keep('dp', { object: 'dispute', charge: charge.id, status: 'won', amount: 499 })
    await send('charge.refund.updated', { id: 're_1', charge: charge.id })
    expect(await tier()).toBe('pro')
  })

  test('R236 a dispute is shown when it begins; lost, it ends the upgrade, won, it doesn’t', async () => {
    const shop = await opened()
    for (const [status, tier, state] of [
      ['lost', 'free', 'dispute-lost'],
      ['won', 'pro', 'dispute-won'],
    ] as const) {
      const bought = await upgraded(shop)
      const before = await bought.told()
      const dispute = shop.api.keep('dp', { object: 'dispute', charge: bought.charge.id, status: 'needs_response', amount: 499 })
      await shop.send('charge.dispute.created', { id: dispute.id, charge: bought.charge.id })
      expect([await bought.tier(), (await shop.shown()).reversals[0]]).toMatchObject(['pro', { state: 'disputed', hasEnded: false }])
      Object.assign(dispute, { status })
      await shop.send('charge.dispute.closed', { id: dispute.id, charge: bought.charge.id })
      expect([await bought.tier(), (await shop.shown()).reversals[0]]).toMatchObject([tier, { state, hasEnded: status === 'lost' }])
      expect((await bought.told()) - before).toBe(status === 'lost' ? 1 : 0)
    }
  })

  test('R236 a part of it, or a month of a plan, is shown and ends nothing; another shop’s is neither', async () => {
    const shop = await opened()
    const { tier, charge } = await upgraded(shop)
    Object.assign(charge, { amount_refunded: 100 })
    await shop.send('charge.refunded', { id: charge.id })
    const plan = await shop.world.ok(checkoutApi.subscribe, { plan: 'pro' }, shop.ada)
    shop.api.pay(plan.sessionId)
    await shop.send('checkout.session.completed', { id: plan.sessionId })
    Object.assign(shop.api.things.get(`ch_${plan.sessionId}`) ?? {}, { refunded: true, amount_refunded: 1299 })
    await shop.send('charge.refunded', { id: `ch_${plan.sessionId}` })
    shop.api.things.set('ch_shop', { id: 'ch_shop', payment_intent: 'pi_shop', refunded: true, amount_refunded: 5 })
    expect(await shop.send('charge.refunded', { id: 'ch_shop' })).toBe(200)
    expect(await shop.send('charge.refunded', { id: 'ch_unknown' })).toBe(200)
    expect([await tier(), (await shop.me()).tier]).toEqual(['pro', 'pro'])
    expect((await shop.shown()).reversals).toMatchObject([
      { state: 'refunded', amount: 1299, isGroup: false, hasEnded: false, email: shop.ada.email },
      { state: 'refunded-part', amount: 100, isGroup: true, hasEnded: false },
    ])
  })
})

test('R236 the events that are to be sent are one list: each is about something, and .env.example asks for each and no other', () => {
  const object = { id: 'x', charge: 'ch', parent: { subscription_details: { subscription: 'sub' } } }
  const deaf = paymentEvents.filter((type) => {
    const body = JSON.stringify({ id: 'evt', type, data: { object } })
    const event = readSigned(body, signMessage(body, 'whsec_x', 0), 'whsec_x', 0)
    return !event?.checkoutId && !event?.subscriptionId && !event?.chargeId
  })
  expect(deaf).toEqual([])
  const asked = readFileSync('.env.example', 'utf8').match(/\b(?:checkout|customer|invoice|charge)\.[a-z_.]+[a-z]/g) ?? []
  expect(asked.toSorted()).toEqual(paymentEvents.toSorted())
})
