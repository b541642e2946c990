// The call that takes back what one has just done, with what it must leave behind exactly once.

import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'

async function anAssignment(world: World) {
  const ada = await world.person('ada', 'team')
  const { eventId: id, groupId } = await world.event(
    ada,
    [{ name: 'Speaker', max: 1 }],
    {},
    { assignmentRules: { enableRoleAssignment: true } },
  )
  const place = { id, groupId, roleName: 'Speaker' }
  const assigned = await world.ok(assignApi.assign, { ...place, name: 'Bo', email: 'bo@people.test' }, ada)
  return { ada, place, assigned, rsvpId: assigned.rsvps[0]?._id ?? '' }
}
/** Seats taken, and answers there are. */
const stands = ({ all }: Ledger) => [...all(groups).flatMap(({ roles }) => roles.map(taken)), all(rsvps).length]

export const undoCalls: Readonly<Record<string, WritingCall>> = {
  'R106 a removal taken back': {
    adds: { emails: 1, activities: 1 },
    shows: { read: stands, before: [0, 1], after: [1, 1] },
    again: 'undo-done',
    async open(world) {
      const { ada, place, rsvpId } = await anAssignment(world)
      const { act = '' } = await world.ok(assignApi.remove, { ...place, rsvpId }, ada)
      return (to) => to.call(undoApi.undo, { id: act }, ada)
    },
  },
  'R106 an assignment taken back': {
    adds: { emails: -1, activities: 1, rsvps: -1 },
    shows: { read: stands, before: [1, 1], after: [0, 0] },
    again: 'undo-done',
    async open(world) {
      const { ada, assigned } = await anAssignment(world)
      return (to) => to.call(undoApi.undo, { id: assigned.act ?? '' }, ada)
    },
  },
}
