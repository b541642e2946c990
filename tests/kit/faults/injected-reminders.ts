// The calls about emails before an event that write, each with what it must leave behind exactly once.

import { reminderApi } from '#protocol/mail/reminder.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { groups } from '#server/seats/model/group.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'

/** An event of Ada's with one yes. */
async function oneYes(world: World) {
  const ada = await world.person('ada', 'pro')
  const { groupId } = await world.event(ada)
  await world.answer(groupId, world.proven('g1@people.test', groupId), [])
  const as = { ...ada, headers: { 'idempotency-key': 'the-same-each-time' } }
  return { as, groupId }
}
const asked = ({ all }: Ledger) => all(groups).map(({ asked }) => asked?.people ?? 0)
const hours = ({ all }: Ledger) => all(groups).map(({ reminders }) => reminders?.reminder.hour ?? 0)

export const reminderCalls: Readonly<Record<string, WritingCall>> = {
  'R98 confirmation switched on': {
    adds: { reminderRuns: 1, activities: 2 },
    shows: { read: asked, before: [0], after: [1] },
    async open(world) {
      const { as, groupId: id } = await oneYes(world)
      return (to) => to.call(groupApi.settings, { id, showConfirmation: true }, as)
    },
  },
  'R99 another time of a reminder': {
    adds: { activities: 1 },
    shows: { read: hours, before: [9], after: [17] },
    async open(world) {
      const { as, groupId: id } = await oneYes(world)
      return (to) => to.call(reminderApi.change, { id, reminder: { isOn: true, days: 1, hour: 17 } }, as)
    },
  },
  'R99 a reminder sent now': {
    adds: { keptReplies: 1, reminderRuns: 1, activities: 1 },
    async open(world) {
      const { as, groupId: id } = await oneYes(world)
      return (to) => to.call(reminderApi.send, { id, kind: 'reminder' }, as)
    },
  },
}
