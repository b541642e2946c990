// The calls by which organizers write to guests, each with what it must leave behind exactly once.
import { messageApi } from '#protocol/mail/message.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const keyed = { headers: { 'idempotency-key': 'the-same-each-time' } }
const words = { subject: 'Bring a cup', text: 'Bring a cup.' }

async function anAnswer(world: World) {
  const ada = await world.person('ada')
  const { groupId: id } = await world.event(ada)
  await world.answer(id, world.proven('gast@people.test', id), ['Speaker'])
  return { ada: { ...ada, ...keyed }, id }
}

export const messageCalls: Readonly<Record<string, WritingCall>> = {
  'R56, R101 a message': {
    adds: { messages: 1, messagePages: 1, messageTallies: 1, emailCounts: 1, keptReplies: 1, activities: 1 },
    async open(world) {
      const { ada, id } = await anAnswer(world)
      return (to) => to.call(messageApi.send, { id, audience: {}, ...words }, ada)
    },
  },
  'R56, R101 a test of a message': {
    adds: { emails: 1, keptReplies: 1 },
    async open(world) {
      const { ada, id } = await anAnswer(world)
      return (to) => to.call(messageApi.test, { id, ...words }, ada)
    },
  },
}
