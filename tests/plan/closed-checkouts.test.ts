// What can no longer be bought can't be paid: the open checkout of whatever is deleted or suspended is closed at the payment provider.
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { derived } from '#server/app/consequences.ts'
import { openCheckouts } from '#server/people/model/plan.ts'
import { openShop } from '../kit/world/stripe-shop.ts'
import { openWorld } from '../kit/world/world.ts'

const minute = 60_000
const adminEmails = ['operator@people.test']
type Shop = Awaited<ReturnType<typeof openShop>>
const statusAt = ({ api }: Shop, sessionId: string) => api.things.get(sessionId)?.status
const openAt = async ({ world, ada }: Shop, groupId: string, mode: 'payment' | 'subscription' = 'payment') =>
  (await world.ok(checkoutApi.group, { groupId, mode }, ada)).sessionId

/** Whatever owns a checkout, and how it goes. */
const ends: readonly (readonly [string, (shop: Shop) => Promise<{ sessionId: string; end: () => Promise<unknown> }>])[] = [
  [
    'a group',
    async (shop) => {
      const { groupId: id } = await shop.world.ok(groupApi.create, {}, shop.ada)
      return { sessionId: await openAt(shop, id), end: () => shop.world.ok(groupApi.remove, { id }, shop.ada) }
    },
  ],
  [
    'an event with its group',
    async (shop) => {
      const { eventId: id, groupId } = await shop.world.event(shop.ada)
      return { sessionId: await openAt(shop, groupId, 'subscription'), end: () => shop.world.ok(eventApi.remove, { id }, shop.ada) }
    },
  ],
  [
    'an account that is suspended',
    async (shop) => {
      const { sessionId } = await shop.world.ok(checkoutApi.subscribe, { plan: 'pro' }, shop.ada)
      const operator = await shop.world.person('operator')
      return { sessionId, end: () => shop.world.ok(operatorApi.suspend, { id: shop.ada.userId, isSuspended: true }, operator) }
    },
  ],
]

test.each(ends)('R236a the checkout of %s is closed at the provider once it is gone, once', async (_, made) => {
  const shop = await openShop({ adminEmails })
  const { sessionId, end } = await made(shop)
  await shop.world.runJobs()
  expect(statusAt(shop, sessionId)).toBe('open')
  await end()
  for (const _ of [1, 2]) await shop.world.runJobs()
  expect(statusAt(shop, sessionId)).toBe('expired')
  expect(shop.api.asked.filter(({ path }) => path.endsWith('/expire'))).toHaveLength(1)
})

test('R236a control: without what follows from a deletion it can still be paid', async () => {
  const world = await openWorld()
  Object.assign(world.services, { besides: derived.besides.filter(({ name }) => name !== 'checkoutsToClose') })
  const ada = await world.person('ada')
  const { groupId: id } = await world.ok(groupApi.create, {}, ada)
  const { sessionId } = await world.ok(checkoutApi.group, { groupId: id }, ada)
  await world.ok(groupApi.remove, { id }, ada)
  await world.runJobs()
  expect((await world.sandbox.readCheckout(sessionId))?.status).toBe('open')
})

test('R236a where the provider doesn’t answer it is asked again a minute later; the deletion doesn’t wait for it', async () => {
  const shop = await openShop()
  const { groupId: id } = await shop.world.ok(groupApi.create, {}, shop.ada)
  const sessionId = await openAt(shop, id)
  shop.api.state.failing = 1_000
  await shop.world.ok(groupApi.remove, { id }, shop.ada)
  await shop.world.runJobs().catch(() => {})
  expect(statusAt(shop, sessionId)).toBe('open')
  shop.api.state.failing = 0
  await shop.world.runJobs()
  expect(statusAt(shop, sessionId)).toBe('open')
  shop.world.clock.advance(minute)
  await shop.world.runJobs()
  expect([statusAt(shop, sessionId), await shop.world.store.get(openCheckouts, id)]).toEqual(['expired', undefined])
})

test('R236a what is put back while its checkout waits to be closed is bought by another, which stays', async () => {
  const shop = await openShop()
  const { world, ada } = shop
  const { groupId: id } = await world.ok(groupApi.create, {}, ada)
  const first = await openAt(shop, id)
  const claim = await world.store.get(openCheckouts, id)
  if (!claim) throw new Error('no checkout is kept')
  const put = { ...claim, rev: claim.rev + 1, closeAt: new Date(world.clock.now()).toISOString() }
  await world.store.commit([{ collection: openCheckouts, put, expectedRev: claim.rev }])
  const second = await openAt(shop, id)
  await world.runJobs()
  expect([statusAt(shop, first), statusAt(shop, second)]).toEqual(['expired', 'open'])
})

test.each(['payment', 'subscription'] as const)('R236a a %s that comes all the same is named to the operator, once', async (mode) => {
  const shop = await openShop({ adminEmails })
  const { world, ada, api, send } = shop
  const operator = await world.person('operator')
  const { groupId: id } = await world.ok(groupApi.create, {}, ada)
  const sessionId = await openAt(shop, id, mode)
  await world.ok(groupApi.remove, { id }, ada)
  world.clock.advance(1_000)
  api.pay(sessionId)
  for (const _ of [1, 2]) expect(await send('checkout.session.completed', { id: sessionId })).toBe(200)
  await world.runJobs()
  const { payments } = await world.ok(operatorApi.state, {}, operator)
  expect(payments.needless).toMatchObject([{ id: sessionId, email: ada.email }])
})
