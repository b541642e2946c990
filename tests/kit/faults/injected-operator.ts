// The calls of whoever runs the installation, each with what it must leave behind exactly once: the act and its line in the log.
import { operatorApi } from '#protocol/app/operator.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { users } from '#server/people/model/account.ts'
import { givenUpEmail } from '../world/given-up.ts'
import type { World } from '../world/world.ts'
import { brandCalls } from './injected-brand.ts'
import type { WritingCall } from './injected-calls.ts'

async function people(world: World) {
  return { operator: await world.person('operator'), id: (await world.person('ada')).userId }
}

export const operatorCalls: Readonly<Record<string, WritingCall>> = {
  ...brandCalls,
  'R114 a suspension': {
    adds: { operator_acts: 1, ledger: 1 },
    shows: { read: ({ all }) => all(users).filter(({ suspendedAt }) => suspendedAt !== undefined).length, before: 0, after: 1 },
    async open(world) {
      const { operator, id } = await people(world)
      return (to) => to.call(operatorApi.suspend, { id, isSuspended: true }, operator)
    },
  },
  'R114 a plan that is given': {
    adds: { operator_acts: 1 },
    shows: { read: ({ all }) => all(users).map(({ tier }) => tier), before: ['free', 'free'], after: ['free', 'team'] },
    async open(world) {
      const { operator, id } = await people(world)
      return (to) => to.call(operatorApi.givePlan, { id, plan: 'team' }, operator)
    },
  },
  'R114 an email that is sent again': {
    adds: { operator_acts: 1 },
    shows: { read: ({ all }) => all(emails).filter(({ state }) => state === 'failed').length, before: 1, after: 0 },
    again: 'email-unknown',
    async open(world) {
      const { operator } = await people(world)
      const { _id: id } = await givenUpEmail(world)
      return (to) => to.call(operatorApi.retryEmail, { id }, operator)
    },
  },
}
