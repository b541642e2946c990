// The permissions to assign roles that are on screen, by the group they are for.
import { create } from 'zustand'
import { call } from '#client/lib/call.ts'
import { useSession } from '#client/lib/session.ts'
import { assignApi, type EventGrant } from '#protocol/seats/assign.ts'
import type { AssignScope } from './actions.ts'

/** Null or absent until they are known. */
export const useGrants = create<Readonly<Record<string, readonly EventGrant[]>>>(() => ({}))

const held = (groupId: string) => useGrants.getState()[groupId] ?? []

/** The only way in for a permission. */
function putGrant(grant: EventGrant) {
  const others = held(grant.groupId).filter((one) => one._id !== grant._id)
  useGrants.setState({ [grant.groupId]: [...others, grant] })
}

type Where = Pick<AssignScope, 'eventId' | 'groupId'>

export async function loadGrants({ eventId: id, groupId }: Where) {
  const { grants } = await call(assignApi.grants, { id, groupId })
  useGrants.setState({ [groupId]: grants })
}

/** Lets a member assign roles in this event (R39). */
export async function giveGrant({ eventId: id, groupId }: Where, userId: string) {
  putGrant((await call(assignApi.grant, { id, groupId, userId, caps: ['ROLE_ASSIGN'] })).grant)
}

export async function revokeGrant({ eventId: id, groupId }: Where, grantId: string) {
  await call(assignApi.revoke, { id, groupId, grantId })
  useGrants.setState({ [groupId]: held(groupId).filter((one) => one._id !== grantId) })
}

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token) useGrants.setState({}, true)
})
