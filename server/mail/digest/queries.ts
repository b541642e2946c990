// Reads whom the news of a group go to: its owner, or those who manage it for its organization.

import type { Reader } from '#server/kernel/store/store.ts'
import { type User, users } from '#server/people/model/account.ts'
import { isActive, members } from '#server/people/model/org.ts'
import { isAdmin } from '#server/people/rules/org.ts'
import type { DigestItem } from '#server/seats/model/digest.ts'
import type { Group } from '#server/seats/model/group.ts'

const membersPerPage = 200

/** One page of them, and where it ends; null after the last. */
export async function readersOf(
  tx: Reader,
  { ownerId, ownerOrgId }: Group,
  cursor: DigestItem['cursor'],
): Promise<{ readers: User[]; cursor: DigestItem['cursor'] }> {
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
