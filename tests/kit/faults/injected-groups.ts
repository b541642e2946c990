// The calls that change which groups an event has.
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { events } from '#server/seats/model/event.ts'
import { groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const gast = 'gast@guests.test'
const keyed = { 'idempotency-key': 'one-more' }
const named = (before: readonly number[], after: readonly number[]): NonNullable<WritingCall['shows']> => ({
  read: ({ all }) => all(events).map(({ groupIds }) => groupIds.length),
  before,
  after,
})

/** An event of two groups. */
async function ofTwo(world: World) {
  const ada = await world.person('ada', 'pro')
  const { eventId: id, groupId } = await world.event(ada)
  const { groupId: other } = await world.ok(eventApi.addGroup, { id, group: { name: 'Bar' } }, ada)
  return { ada, id, groupId, other }
}

export const groupCalls: Readonly<Record<string, WritingCall>> = {
  'R140, R56 a group added to an event': {
    // R250: the entries of the first group get its name.
    adds: { groups: 1, shortLinks: 2, keptReplies: 1, activities: 2, fanouts: 1 },
    shows: named([1], [2]),
    async open(world) {
      const ada = await world.person('ada', 'pro')
      const { eventId: id } = await world.event(ada)
      return (to) => to.call(eventApi.addGroup, { id, group: { name: 'Bar' } }, { ...ada, headers: keyed })
    },
  },
  'R140 the groups of an event in another order': {
    adds: { activities: 2 },
    async open(world) {
      const { ada, id, groupId, other } = await ofTwo(world)
      return (to) => to.call(eventApi.orderGroups, { id, groupIds: [other, groupId] }, ada)
    },
  },
  'R96 data erased in all groups of an event': {
    adds: { emails: -1, activities: 2, ledger: 2 },
    shows: {
      read: ({ all }) => [...all(groups).flatMap(({ roles }) => roles.map(taken)), ...all(rsvps).map(({ email }) => email)],
      before: [1, 1, gast, gast],
      after: [0, 0, '', ''],
    },
    again: 'rsvp-unknown',
    async open(world) {
      const ada = await world.person('ada', 'pro')
      const roles = [{ name: 'Guest', max: 1 }]
      const { eventId, groupId } = await world.event(ada, roles)
      const { groupId: other } = await world.ok(eventApi.addGroup, { id: eventId, group: { name: 'Bar', allowOverlap: true, roles } }, ada)
      const guest = world.proven(gast, groupId)
      for (const id of [groupId, other]) await world.answer(id, guest, ['Guest'])
      return (to) => to.call(severalApi.erase, { eventId }, guest)
    },
  },
  'R140a one of the groups of an event put back': {
    adds: { fanouts: -2, activities: 2 },
    again: 'undo-unable',
    async open(world) {
      const { ada, id, other: groupId } = await ofTwo(world)
      await world.ok(groupApi.remove, { id: groupId }, ada)
      return (to) => to.call(eventApi.restoreGroup, { id, groupId }, ada)
    },
  },
  'R140 one of the groups of an event deleted': {
    adds: { fanouts: 2, activities: 3 },
    shows: named([2], [1]),
    again: 'group-unknown',
    async open(world) {
      const { ada, other: id } = await ofTwo(world)
      return (to) => to.call(groupApi.remove, { id }, ada)
    },
  },
}
