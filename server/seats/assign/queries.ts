// Who has the permission to assign roles.

import type { Input } from '#protocol/kernel/endpoint.ts'
import type { assignApi } from '#protocol/seats/assign.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { orgs } from '#server/people/model/org.ts'
import { grantView, isAccepted, isFor, roleOf, teammates } from '#server/people/model/team.ts'
import { groups } from '#server/seats/model/group.ts'
import { manages } from '#server/seats/rights/rights.ts'

/** The event's group for one who may give permissions: an admin of its organization. Refuses `event-unknown` to everyone else. */
export async function grantable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const group = await tx.get(groups, groupId)
  const org = group?.ownerOrgId ? await tx.get(orgs, group.ownerOrgId) : undefined
  if (!org || group?.eventId !== eventId || group.cancelledAt || !(await manages(services, tx, group, caller))) refuse('event-unknown')
  return { group, org }
}

export async function readGrants(services: Services, { id, groupId }: Input<typeof assignApi.grants>, caller: SignedIn) {
  await grantable(services, services.store, id, groupId, caller)
  const found = await services.store.find(teammates, { index: 'event', where: { eventId: id }, limit: 500 })
  const assigners = found.filter((one) => roleOf(one) === 'assigner' && isAccepted(one) && isFor(one, groupId))
  return { grants: assigners.map((one) => grantView(one, groupId)) }
}
