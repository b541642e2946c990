// A group's upgrade: what it costs, that it lifts that group alone, and when it ends.
import { describe, expect, test } from 'vitest'
import { checkoutApi } from '#protocol/checkout.ts'
import { groupApi } from '#protocol/group.ts'
import { opened, payPage } from '../kit/world/buying.ts'
import { day } from '../kit/world/clock.ts'
import type { Person } from '../kit/world/people.ts'
import type { World } from '../kit/world/world.ts'

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
    expect((await world.ok(groupApi.read, { id: first.groupId }, ada)).tierLimits.tier).toBe('pro')
    expect((await addRole(world, ada, second.groupId, 'More'))[1]).toBe('role-limit-reached')
    expect(await world.no(checkoutApi.group, { groupId: first.groupId, mode }, ada)).toEqual([
      409,
      'group-upgraded',
      'This group is already upgraded.',
    ])
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
})
