// Who has the permission to assign roles.
import type { assignApi } from '#protocol/assign.ts'
import type { Input } from '#protocol/endpoint.ts'
import { groups } from '../group/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { manages } from '../identity/rights.ts'
import { orgs } from '../org/model.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { grants, grantView } from './model.ts'

/** The event's group for one who may give permissions: an admin of its organization. Refuses `event-unknown` to everyone else. */
export async function grantable(services: Services, tx: Reader, eventId: string, groupId: string, caller: SignedIn) {
  const group = await tx.get(groups, groupId)
  const org = group?.ownerOrgId ? await tx.get(orgs, group.ownerOrgId) : undefined
  if (!org || group?.eventId !== eventId || group.cancelledAt || !(await manages(services, tx, group, caller))) refuse('event-unknown')
  return { group, org }
}

export async function readGrants(services: Services, { id, groupId }: Input<typeof assignApi.grants>, caller: SignedIn) {
  await grantable(services, services.store, id, groupId, caller)
  const found = await services.store.find(grants, { index: 'group', where: { groupId }, limit: 500 })
  return { grants: found.map(grantView) }
}
