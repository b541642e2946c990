// Two people edit the same roles: what I typed, what is there now, and what both started from, brought together (R55).
import type { DraftRole } from './role-rules.ts'

/** Tells whether two drafts are the same, whatever objects they are. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Role by role: what I changed, added or removed stays so; everything else is as it is now. */
export function mergeRoles(base: readonly DraftRole[], mine: readonly DraftRole[], theirs: readonly DraftRole[]): DraftRole[] {
  const [baseById, mineById] = [byId(base), byId(mine)]
  const kept = theirs.flatMap((role) => {
    const [was, is] = [baseById.get(role._id), mineById.get(role._id)]
    if (was && !is) return []
    return [is && !isSame(was, is) ? is : role]
  })
  const theirIds = new Set(theirs.map((role) => role._id))
  const added = mine.filter((role) => !role._id)
  // A role that they removed and I changed comes back as a new one.
  const revived = mine.filter((role) => role._id && !theirIds.has(role._id) && !isSame(baseById.get(role._id), role))
  return [...kept, ...revived.map(({ _id, ...role }) => role), ...added]
}

const byId = (roles: readonly DraftRole[]) => new Map(roles.filter((role) => role._id).map((role) => [role._id, role]))
