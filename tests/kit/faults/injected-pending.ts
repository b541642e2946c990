// Publishing by the emailed code, and its email once more, each with what it must leave behind exactly once.
import { pendingApi } from '#protocol/seats/pending.ts'
import { tokens } from '#server/people/model/access.ts'
import { events } from '#server/seats/model/event.ts'
import { minute } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const email = 'nora@people.test'
const openWaiting = async (world: World) => (await world.event({}, undefined, {}, { organizerEmail: email })).eventId

export const pendingCalls: Readonly<Record<string, WritingCall>> = {
  'R127 an event published by its code, and a session': {
    adds: { activities: 1, tokens: 1, accountWords: 3 },
    shows: {
      read: ({ all }) => [...all(events).map(({ published }) => published), all(tokens).filter(({ usedAt }) => usedAt !== null).length],
      before: [false, 0],
      after: [true, 1],
    },
    again: 'code-wrong',
    async open(world) {
      const id = await openWaiting(world)
      const code = await world.codeMailed(email)
      // R15a: wrong tries are counted, and one that is sent again is one.
      await world.call(pendingApi.publish, { id, code: code.replace(/./g, 'A') })
      return (to) => to.call(pendingApi.publish, { id, code })
    },
  },
  'R127 the email that publishes, once more': {
    adds: { emails: 1, tokens: 1 },
    again: 'code-soon',
    async open(world) {
      const id = await openWaiting(world)
      world.clock.advance(minute)
      return (to) => to.call(pendingApi.sendCode, { id })
    },
  },
}
