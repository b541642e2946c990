// The calls of taking away answers and of letting an address answer again (R129), each with what it must leave behind exactly once.
import { removalApi } from '#protocol/seats/removal.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const email = 'ann@guests.test'
async function oneAnswer(world: World) {
  const ada = await world.person('ada')
  const { groupId: id } = await world.event(ada)
  await world.answer(id, world.proven(email, id), ['Speaker'])
  const group = await world.store.get(groups, id)
  return { ada, id, rsvpId: group ? rsvpId(world.services.secrets, group, email) : '' }
}
const seats: WritingCall['shows'] = {
  read: ({ all }) => all(groups).map(({ answers, roles }) => [answers.yes, roles[0]?.counts.yesNotConfirmed ?? -1]),
  before: [[1, 1]],
  after: [[0, 0]],
}

export const removalCalls: Readonly<Record<string, WritingCall>> = {
  'R129 an answer taken away': {
    adds: { undoAnswers: 1, emails: 1, activities: 1, ledger: 1 },
    shows: seats,
    again: 'rsvp-unknown',
    async open(world) {
      const { ada, ...input } = await oneAnswer(world)
      return (to) => to.call(removalApi.remove, { ...input, block: true }, ada)
    },
  },
  'R129 an address that may answer again': {
    adds: { activities: 1 },
    shows: { read: ({ all }) => all(rsvps).map(({ blockedAt }) => blockedAt !== undefined), before: [true], after: [false] },
    again: 'rsvp-unknown',
    async open(world) {
      const { ada, ...input } = await oneAnswer(world)
      await world.ok(removalApi.remove, { ...input, block: true }, ada)
      return (to) => to.call(removalApi.unblock, input, ada)
    },
  },
}
