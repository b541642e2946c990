// The calls that end and keep a group's upgrade, for the trials of the write path.

import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { signMessage } from '#server/kernel/ports/payments-events.ts'
import { sandboxRecords } from '#server/kernel/ports/payments-sandbox.ts'
import { users } from '#server/people/model/account.ts'
import { groups } from '#server/seats/model/group.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'

/** A group that Ada pays for by the month, once the provider's messages have come. */
async function upgraded(world: World) {
  const ada = await world.person('ada')
  const { groupId } = await world.ok(groupApi.create, {}, ada)
  const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'subscription' }, ada)
  await world.sandbox.pay(sessionId)
  await world.sandbox.deliver()
  await world.ok(checkoutApi.session, { session_id: sessionId }, ada)
  return { ada, groupId }
}
const isEnding = ({ all }: Ledger) => all(groups).flatMap(({ paid }) => paid?.subscriptions.map((one) => one.cancelAtPeriodEnd) ?? [])

export const upgradeCalls: Readonly<Record<string, WritingCall>> = {
  'R49 a group’s upgrade canceled': {
    adds: { sandbox: 1, activities: 1 },
    shows: { read: isEnding, before: [false], after: [true] },
    inSteps: true,
    async open(world) {
      const { ada, groupId } = await upgraded(world)
      return (to) => to.call(planApi.cancelGroup, { groupId }, ada)
    },
  },
  'R49 a canceled upgrade of a group kept after all': {
    adds: { sandbox: 1, activities: 1 },
    shows: { read: isEnding, before: [true], after: [false] },
    again: 'subscription-not-ending',
    inSteps: true,
    async open(world) {
      const { ada, groupId } = await upgraded(world)
      await world.ok(planApi.cancelGroup, { groupId }, ada)
      return (to) => to.call(planApi.reactivateGroup, { groupId }, ada)
    },
  },
  'P2 a checkout': {
    adds: { checkouts: 1, sandbox: 1 },
    inSteps: true,
    async open(world) {
      const ada = await world.person('ada')
      return (to) => to.call(checkoutApi.subscribe, { plan: 'pro' }, ada)
    },
  },
  'R47 the message of a payment': {
    // R114: that it failed is noted until it is taken.
    inSteps: true,
    adds: { payment_events: 1 },
    shows: {
      read: ({ all }) => all(users).map(({ paid }) => [paid?.syncs ?? 0, paid?.subscriptions.length ?? 0]),
      before: [[0, 0]],
      after: [[1, 1]],
    },
    async open(world) {
      const { sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, await world.person('ada'))
      await world.sandbox.pay(sessionId)
      const sent = await world.store.find(sandboxRecords, { index: 'due' })
      const body = sent.map(({ message }) => message ?? '').find((text) => text.includes('checkout.session.completed')) ?? ''
      const { secrets, clock } = world.services
      const signature = signMessage(body, `whsec_${secrets.keyedHash('sandbox webhook')}`, clock.now())
      return (to) => to.send('POST', '/api/payment/webhook', body, { headers: { 'stripe-signature': signature } })
    },
  },
}
