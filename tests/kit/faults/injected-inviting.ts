// The calls of inviting people by email, and of making an event again, each with what it must leave behind exactly once.
import { eventApi } from '#protocol/seats/event.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const keyed = { headers: { 'idempotency-key': 'the-same-each-time' } }
const people = ['m1@people.test', 'm2@people.test'].map((email) => ({ email }))

/** Two people who were invited to an event of Ada's. */
async function someInvited(world: World) {
  const ada = await world.person('ada', 'pro')
  const { groupId: id, eventId } = await world.event(ada)
  await world.ok(invitationApi.send, { id, people }, ada)
  const group = await world.store.get(groups, id)
  return { ada, id, eventId, rsvpId: group ? rsvpId(world.services.secrets, group, 'm1@people.test') : '' }
}
const counted = (before: readonly number[], after: readonly number[]): WritingCall['shows'] => ({
  read: ({ all }) =>
    all(groups).flatMap(({ invitations }) => [invitations?.invited ?? 0, invitations?.opened ?? 0, invitations?.answered ?? 0]),
  before,
  after,
})

export const invitingCalls: Readonly<Record<string, WritingCall>> = {
  'R97 people invited': {
    adds: { rsvps: 2, emails: 2, emailCounts: 1, sendings: 1, activities: 1 },
    shows: counted([0, 0, 0], [2, 0, 0]),
    async open(world) {
      const ada = await world.person('ada', 'pro')
      const { groupId: id } = await world.event(ada)
      return (to) => to.call(invitationApi.send, { id, people }, ada)
    },
  },
  'R97 the silent invited again': {
    adds: { emails: 2, activities: 1 },
    shows: {
      read: ({ all }) => new Set(all(rsvps).map(({ invitation }) => invitation?.at)).has('2026-12-01T09:00:00.000Z'),
      before: true,
      after: false,
    },
    async open(world) {
      const { ada, id } = await someInvited(world)
      world.clock.advance(3 * 86_400_000)
      return (to) => to.call(invitationApi.again, { id }, ada)
    },
  },
  'R97 an invitation taken back': {
    adds: { rsvps: -1, activities: 1 },
    shows: counted([2, 0, 0], [1, 0, 0]),
    again: 'rsvp-unknown',
    async open(world) {
      const { ada, id, rsvpId: taken } = await someInvited(world)
      return (to) => to.call(invitationApi.takeBack, { id, rsvpId: taken }, ada)
    },
  },
  'R103, R56 an event made again': {
    adds: { events: 1, groups: 1, shortLinks: 1, keptReplies: 1, activities: 1 },
    async open(world) {
      const ada = { ...(await world.person('ada', 'pro')), ...keyed }
      const { eventId: id } = await world.event(ada)
      const start = world.inDays(9)
      return (to) => to.call(eventApi.duplicate, { id, start }, { ...ada, headers: { 'idempotency-key': 'another' } })
    },
  },
}
