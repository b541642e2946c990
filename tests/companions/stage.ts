// An event of Ada's whose guests, by number, may bring people along.

import { groupApi } from '#protocol/seats/group.ts'
import { groups } from '#server/seats/model/group.ts'
import { readWaiting, waitingFaults } from '../kit/model/oracle-waiting.ts'
import type { World } from '../kit/world/world.ts'
import { openStage as openSeats } from '../waitlist/stage.ts'

/** So many without names. */
export const along = (count: number) => Array.from({ length: count }, () => ({}))

export async function openStage(seats = 5, maxCompanions = 10, given?: World) {
  const roles = [
    { name: 'Guest', max: seats },
    { name: 'Host', max: 2 },
  ]
  const stage = await openSeats(roles, seats > 100 ? 'enterprise' : 'team', given)
  const { world, groupId, ada } = stage
  await world.ok(groupApi.settings, { id: groupId, maxCompanions }, ada)
  return {
    ...stage,
    /** A yes with so many people in all, waiting where `atLeast` or `waitFor` is given. */
    party: (n: number, people: number, more: Record<string, unknown> = {}) =>
      stage.answer(n, 'waitFor' in more ? [] : ['Guest'], { companions: along(people - 1), ...more }),
    waits: (n: number, people: number, more: Record<string, unknown> = {}) =>
      stage.answer(n, [], { companions: along(people - 1), waitFor: ['Guest'], ...more }),
    counts: async () => (await stage.taken())[0],
    own: async (n: number) => (await stage.formOf(n)).rsvp,
    view: async () => (await world.ok(groupApi.read, { id: groupId }, ada)).group,
    limit: (max: number, more: Record<string, unknown> = {}) =>
      world.call(groupApi.setRoleMax, { id: groupId, name: 'Guest', max, ...more }, ada),
    faults: async () => waitingFaults(await readWaiting(world.store, groupId), world.clock.now()),
    old: async () => {
      const { maxCompanions: _, ...group } = await stage.group()
      await world.store.commit([{ collection: groups, put: { ...group, rev: group.rev + 1 }, expectedRev: group.rev }])
    },
  }
}
