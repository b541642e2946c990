// A group's upgrade: what it costs, that it lifts that group alone, and when it ends.
import { describe, expect, test } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { memberApi } from '#protocol/people/member.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { Payments } from '#server/kernel/ports/payments.ts'
import type { Sandbox } from '#server/kernel/ports/payments-sandbox.ts'
import { openCheckouts } from '#server/people/model/plan.ts'
import { groups } from '#server/seats/model/group.ts'
import { buy, opened, payPage } from '../kit/world/buying.ts'
import { day } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import type { Person } from '../kit/world/people.ts'
import { openWorld, type World } from '../kit/world/world.ts'

describe('a group upgrade', () => {
  const roles = [1, 2, 3].map((n) => ({ name: `Role ${n}`, max: 20 }))
  const addRole = (world: World, as: Person, id: string, name: string, max = 50) => world.no(groupApi.addRole, { id, name, max }, as)

  test.each(['payment', 'subscription'] as const)('R49 %s lifts that one group to Pro limits', async (mode) => {
    const { world, ada } = await opened()
    const [first, second] = [await world.event(ada, roles), await world.event(ada, roles)]
    expect((await addRole(world, ada, first.groupId, 'More'))[1]).toBe('role-limit-reached')
    const { sessionId, url } = await world.ok(checkoutApi.group, { groupId: first.groupId, mode }, ada)
    const html = await (await world.app.request(new URL(url).pathname)).text()
    expect(html).toContain(mode === 'payment' ? '$4.99' : '$9.99/month')
    await payPage(world, sessionId)
    const done = await world.ok(checkoutApi.session, { session_id: sessionId }, ada)
    expect(done).toMatchObject({ state: 'done', groupId: first.groupId, user: { tier: 'free', hasActiveSubscription: false } })
    expect((await addRole(world, ada, first.groupId, 'More'))[0]).toBe(200)
    expect((await addRole(world, ada, first.groupId, 'Too many', 51))[1]).toBe('role-max-over-plan')
    expect((await world.ok(groupApi.read, { id: first.groupId }, ada)).tierLimits?.tier).toBe('pro')
    expect((await addRole(world, ada, second.groupId, 'More'))[1]).toBe('role-limit-reached')
    expect(await world.no(checkoutApi.group, { groupId: first.groupId, mode }, ada)).toEqual([
      409,
      'group-upgraded',
      'This group is already upgraded.',
    ])
  })

  test('R49, R140 of several groups of an event it lifts the one that it is bought for, and adds none', async () => {
    const { world, ada } = await opened()
    await world.setTier(ada.userId, 'pro')
    const made = await world.ok(eventApi.createWithGroup, { event: world.eventInput(), groups: [{ roles }, { roles }] }, ada)
    await world.setTier(ada.userId, 'free')
    const [first = '', second = ''] = made.groups.map(({ _id }) => _id)
    const { sessionId } = await world.ok(checkoutApi.group, { groupId: first }, ada)
    await payPage(world, sessionId)
    expect((await addRole(world, ada, first, 'More'))[0]).toBe(200)
    expect((await addRole(world, ada, second, 'More'))[1]).toBe('role-limit-reached')
    expect((await world.no(eventApi.addGroup, { id: made.event._id, group: {} }, ada))[1]).toBe('event-groups-reached')
  })

  test('R49 a monthly upgrade ends with its subscription, a one-time one does not', async () => {
    const { world, ada } = await opened()
    const { groupId } = await world.event(ada, roles)
    const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
    await payPage(world, sessionId)
    const { subscriptionId } = (await world.sandbox.readCheckout(sessionId)) ?? {}
    await world.sandbox.cancel(subscriptionId ?? '')
    await world.sandbox.deliver()
    expect((await addRole(world, ada, groupId, 'Fourth'))[0]).toBe(200)
    world.clock.advance(32 * day)
    const later = await world.logIn('ada')
    expect((await addRole(world, later, groupId, 'Fifth'))[1]).toBe('role-limit-reached')
    const { sessionId: once } = await world.ok(checkoutApi.group, { groupId }, later)
    await payPage(world, once)
    world.clock.advance(20 * day)
    expect((await addRole(world, await world.logIn('ada'), groupId, 'Fifth'))[0]).toBe(200)
  })

  test('R49 only those who manage a group upgrade it, and a deleted one is no longer paid for', async () => {
    const { world, ada } = await opened()
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    const eva = await world.person('eva')
    expect((await world.no(checkoutApi.group, { groupId }, eva))[1]).toBe('group-unknown')
    expect((await world.no(checkoutApi.group, { groupId: 'a'.repeat(24) }, ada))[1]).toBe('group-unknown')
    const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
    await payPage(world, sessionId)
    await world.ok(groupApi.remove, { id: groupId }, ada)
    const { subscriptionId } = (await world.sandbox.readCheckout(sessionId)) ?? {}
    await world.sandbox.alter(subscriptionId ?? '', {})
    await world.sandbox.deliver()
    expect((await world.sandbox.readSubscription(subscriptionId ?? ''))?.cancelAtPeriodEnd).toBe(true)
  })

  test.each(['pro', 'team', 'enterprise'] as const)(
    'R49 nobody on the %s plan pays for what it includes, by whichever way they have it',
    async (tier) => {
      const { world, ada } = await opened()
      const { groupId } = await world.ok(groupApi.create, {}, ada)
      await world.setTier(ada.userId, tier)
      const refused = [409, 'group-included', 'The plan this group runs under already includes all that an upgrade brings.']
      for (const mode of ['payment', 'subscription'] as const)
        expect(await world.no(checkoutApi.group, { groupId, mode }, ada)).toEqual(refused)
      expect(await world.store.get(openCheckouts, groupId)).toBeUndefined()
    },
  )

  test('R49 what counts is the plan of the group’s owner, paid for or given: an admin on Free upgrades nothing of a Team', async () => {
    const { world, ada } = await opened()
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    await buy(world, ada, 'team')
    expect((await world.no(checkoutApi.group, { groupId }, ada))[1]).toBe('group-included')
    const choir = await openChoir(world, { amy: 'admin' })
    const { groupId: ofOrg } = await choir.event()
    expect((await world.no(checkoutApi.group, { groupId: ofOrg }, choir.amy))[1]).toBe('group-included')
  })
})

describe('a checkout that a plan makes needless', () => {
  test.each(['payment', 'subscription'] as const)(
    'R49 %s: what was opened on Free can no longer be paid once the owner has a plan',
    async (mode) => {
      const { world, ada } = await opened()
      const { groupId } = await world.ok(groupApi.create, {}, ada)
      const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode }, ada)
      await buy(world, ada)
      await world.sandbox.deliver()
      expect((await world.sandbox.readCheckout(sessionId))?.status).toBe('expired')
      await payPage(world, sessionId)
      await world.sandbox.deliver()
      expect((await world.sandbox.readCheckout(sessionId))?.isPaid).toBe(false)
      expect((await world.store.get(groups, groupId))?.paid).toBeUndefined()
    },
  )

  test('R49 an admin’s checkout for the owner’s group is closed as well, one for a group of their own is not', async () => {
    const world = await openWorld()
    const choir = await openChoir(world, { amy: 'admin' })
    const { groupId } = await choir.event()
    await world.setTier(choir.owner.userId, 'free')
    const { sessionId } = await world.ok(checkoutApi.group, { groupId }, choir.amy)
    const amys = await world.ok(checkoutApi.group, { groupId: (await world.event(choir.amy)).groupId }, choir.amy)
    await buy(world, choir.owner, 'team')
    await world.sandbox.deliver()
    const statusOf = async (id: string) => (await world.sandbox.readCheckout(id))?.status
    expect([await statusOf(sessionId), await statusOf(amys.sessionId)]).toEqual(['expired', 'open'])
  })

  test('R49 a plan that is bought while a group’s checkout is being made closes it, too', async () => {
    let meanwhile = async () => {}
    const payments = (sandbox: Sandbox): Payments => ({
      ...sandbox,
      async createGroupCheckout(opening) {
        await meanwhile()
        return sandbox.createGroupCheckout(opening)
      },
    })
    const { world, ada } = await opened({ payments })
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    meanwhile = async () => {
      await buy(world, ada)
      await world.sandbox.deliver()
    }
    expect((await world.no(checkoutApi.group, { groupId }, ada))[1]).toBe('group-included')
    const { sessionId } = (await world.store.get(openCheckouts, groupId)) ?? {}
    expect((await world.sandbox.readCheckout(sessionId ?? ''))?.status).toBe('expired')
  })
})

describe('an upgrade by the month', () => {
  async function monthly() {
    const { world, ada } = await opened()
    const { groupId } = await world.ok(groupApi.create, {}, ada)
    const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
    await payPage(world, sessionId)
    await world.sandbox.deliver()
    return { world, ada, groupId, id: (await world.sandbox.readCheckout(sessionId))?.subscriptionId ?? '' }
  }

  test('R49a R46 whoever pays sees it, ends it with the period, and takes that back', async () => {
    const { world, ada, groupId, id } = await monthly()
    const now = async () => (await world.ok(planApi.groupSubscription, { groupId }, ada)).subscription
    expect(await now()).toMatchObject({ amount: 999, status: 'active', cancelAtPeriodEnd: false })
    expect((await world.no(planApi.reactivateGroup, { groupId }, ada))[1]).toBe('subscription-not-ending')
    for (const _ of [1, 2]) expect((await world.ok(planApi.cancelGroup, { groupId }, ada)).subscription?.cancelAtPeriodEnd).toBe(true)
    expect((await world.sandbox.readSubscription(id))?.cancelAtPeriodEnd).toBe(true)
    expect((await world.ok(groupApi.read, { id: groupId }, ada)).tierLimits?.tier).toBe('pro')
    expect((await world.ok(planApi.reactivateGroup, { groupId }, ada)).subscription?.cancelAtPeriodEnd).toBe(false)
    await world.ok(planApi.cancelGroup, { groupId }, ada)
    world.clock.advance(32 * day)
    Object.assign(ada, await world.logIn('ada'))
    expect((await world.ok(groupApi.read, { id: groupId }, ada)).tierLimits?.tier).toBe('free')
    expect((await world.no(planApi.cancelGroup, { groupId }, ada))[1]).toBe('subscription-missing')
  })

  test('R49 P8 a card that was refused is mended on the provider’s page, which leads back to the group', async () => {
    const { world, ada, groupId, id } = await monthly()
    await world.sandbox.alter(id, { status: 'past_due', unpaidSince: new Date(world.clock.now()).toISOString() })
    await world.sandbox.deliver()
    expect((await world.ok(planApi.groupSubscription, { groupId }, ada)).subscription?.status).toBe('past_due')
    const { url } = await world.ok(planApi.openGroupPortal, { groupId }, ada)
    const page = await (await world.app.request(new URL(url).pathname)).text()
    expect(page).toContain('Group upgrade')
    expect(page).toContain(`/payment/${groupId}`)
  })

  test('R49 nobody else sees, ends or mends it, though they manage the group; whoever pays does, though they no longer do', async () => {
    const world = await openWorld()
    const choir = await openChoir(world, { amy: 'admin' })
    const { groupId } = await choir.event()
    await world.setTier(choir.owner.userId, 'free')
    const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, choir.amy)
    await payPage(world, sessionId)
    await world.sandbox.deliver()
    expect((await world.ok(planApi.groupSubscription, { groupId }, choir.owner)).subscription).toBeNull()
    for (const at of [{ groupId }, { groupId: 'a'.repeat(24) }]) {
      expect((await world.no(planApi.cancelGroup, at, choir.owner))[1]).toBe('subscription-missing')
      expect((await world.no(planApi.openGroupPortal, at, choir.owner))[1]).toBe('subscription-missing')
    }
    await world.ok(memberApi.leave, { id: choir.orgId }, choir.amy)
    expect((await world.no(checkoutApi.group, { groupId }, choir.amy))[1]).toBe('group-unknown')
    expect((await world.ok(planApi.cancelGroup, { groupId }, choir.amy)).subscription?.cancelAtPeriodEnd).toBe(true)
  })
})
