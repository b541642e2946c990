// Taking away an answer, and letting an address answer again (R129): one call each.
import { type AssignScope, removeRole } from '#client/assign/actions.ts'
import { call } from '#client/lib/call.ts'
import { putGroup, putRows } from '#client/records/groups.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { removalApi } from '#protocol/seats/removal.ts'

/** Takes the whole answer away; gives the act by which it can be taken back (R106). */
export async function removeAnswer(groupId: string, row: RsvpRow, block: boolean): Promise<string | undefined> {
  const { group, act } = await call(removalApi.remove, { id: groupId, rsvpId: row._id, ...(block && { block }) })
  putGroup(group)
  putRows([{ ...row, rev: row.rev + 1, isGone: true }])
  return act
}

/** Takes the roles away one by one; gives the acts. */
export async function removeRoles(place: AssignScope, row: RsvpRow): Promise<(string | undefined)[]> {
  const acts: (string | undefined)[] = []
  for (const roleName of row.roles) acts.push(await removeRole(place, row, roleName))
  return acts
}

/** Where who manages the group takes roles away, whether or not roles are assigned there; null in a group without an event (R42). */
export const placeToRemove = ({ _id: groupId, eventId }: GroupView): AssignScope | null =>
  eventId ? { eventId, groupId, orgIds: [] } : null

export const unblock = (groupId: string, rsvpId: string) => call(removalApi.unblock, { id: groupId, rsvpId })
