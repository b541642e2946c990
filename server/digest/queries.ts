// Reads whom the news of a group go to: its owner, or those who manage it for its organization.
import { type User, users } from '../account/model.ts'
import type { Group } from '../group/model.ts'
import { isActive, members } from '../org/model.ts'
import { isAdmin } from '../org/rules.ts'
import type { Reader } from '../store/store.ts'
import type { News } from './model.ts'

const membersPerPage = 200

/** One page of them, and where it ends; null after the last. */
export async function readersOf(
  tx: Reader,
  { ownerId, ownerOrgId }: Group,
  cursor: News['cursor'],
): Promise<{ readers: User[]; cursor: News['cursor'] }> {
  if (!ownerOrgId) {
    const owner = await tx.get(users, ownerId)
    return { readers: owner && !owner.suspendedAt ? [owner] : [], cursor: null }
  }
  const after = cursor ? { after: { rev: 0, orgId: ownerOrgId, ...cursor } } : {}
  const page = await tx.find(members, { index: 'org', where: { orgId: ownerOrgId }, limit: membersPerPage, ...after })
  const admins = page.filter((member) => isActive(member) && isAdmin(member))
  const found = await Promise.all(admins.map(({ userId }) => tx.get(users, userId)))
  const last = page.length === membersPerPage ? page.at(-1) : undefined
  return {
    readers: found.flatMap((user) => (user && !user.suspendedAt ? [user] : [])),
    cursor: last ? { _id: last._id, createdAt: last.createdAt } : null,
  }
}
