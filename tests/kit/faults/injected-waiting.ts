// The calls about waiting that write, each with what it must leave behind exactly once.
import { groupApi } from '#protocol/seats/group.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { groups, queueLength, taken } from '#server/seats/model/group.ts'
import { rsvpId } from '#server/seats/model/rsvp.ts'
import { deliverAll } from '../world/notices.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'

/** One seat, which number 0 has, and one who waits for it. */
async function aFullRole(world: World) {
  const ada = await world.person('ada', 'team')
  const assignmentRules = { rule: '' as const, enableRoleAssignment: false, enableRoleSelfSelect: true }
  const { groupId } = await world.event(ada, [{ name: 'Speaker', max: 1 }], {}, { assignmentRules })
  const guest = (n: number) => world.proven(`w${n}@people.test`, groupId)
  const answer = (n: number, roles: string[], more = {}) => {
    const as = guest(n)
    return (to: World) => to.answer(groupId, as, roles, more)
  }
  await answer(0, ['Speaker'])(world)
  await answer(1, [], { waitFor: ['Speaker'] })(world)
  await deliverAll(world) // a confirmation that waits would be replaced
  const group = await world.store.get(groups, groupId)
  return { ada, groupId, answer, idOf: (n: number) => (group ? rsvpId(world.services.secrets, group, `w${n}@people.test`) : '') }
}
/** Of the one role: seats taken, held by an offer, and people waiting. */
const stands = ({ all }: Ledger) =>
  all(groups).flatMap(({ roles }) => roles.flatMap((role) => [taken(role), role.held ?? 0, queueLength(role)]))
const shows = (before: readonly number[], after: readonly number[]) => ({ read: stands, before, after })

export const waitingCalls: Readonly<Record<string, WritingCall>> = {
  'R89 a place on the list': {
    adds: { rsvps: 1, emails: 1, activities: 1 },
    shows: shows([1, 0, 1], [1, 0, 2]),
    open: async (world) => (await aFullRole(world)).answer(2, [], { waitFor: ['Speaker'] }),
  },
  'R90 a seat given on': {
    adds: { emails: 2, waitPages: -1, activities: 2 },
    shows: shows([1, 0, 1], [1, 0, 0]),
    open: async (world) => (await aFullRole(world)).answer(0, [], { attending: false }),
  },
  'R91 an offer accepted': {
    adds: { emails: 1, activities: 1 },
    shows: shows([0, 1, 0], [1, 0, 0]),
    again: 'offer-over',
    async open(world) {
      const { groupId, answer } = await aFullRole(world)
      world.clock.advance(6.5 * 86_400_000)
      await answer(0, [], { attending: false })(world)
      const as = world.proven('w1@people.test', groupId)
      return (to) => to.call(waitlistApi.offer, { groupId, role: 'Speaker', accept: true }, as)
    },
  },
  'R92 somebody who waits taken off the list': {
    adds: { emails: 1, waitPages: -1, activities: 1 },
    shows: shows([1, 0, 1], [1, 0, 0]),
    again: 'wait-unknown',
    async open(world) {
      const { ada, groupId: id, idOf } = await aFullRole(world)
      return (to) => to.call(waitlistApi.change, { id, rsvpId: idOf(1), roleName: 'Speaker', change: 'remove' }, ada)
    },
  },
  'R93 the newest holder moved to the list': {
    adds: { emails: 1, waitPages: 1, activities: 2 },
    shows: shows([2, 0, 0], [1, 0, 1]),
    async open(world) {
      const { ada, groupId: id } = await aFullRole(world)
      await world.ok(groupApi.setRoleMax, { id, name: 'Speaker', max: 2 }, ada)
      return (to) => to.call(groupApi.setRoleMax, { id, name: 'Speaker', max: 1, moveToWaitlist: true }, ada)
    },
  },
}
