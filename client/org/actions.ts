// What one does to organizations and their members: one call each, and its reply goes into the store.

import { CallFailed, call } from '#client/lib/call.ts'
import { useSession } from '#client/lib/session.ts'
import { setName } from '#client/records/user.ts'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import { type AddedRow, type BulkRow, defaultOrgName, defaultOwnerName, type MemberRole, orgApi } from '#protocol/people/org.ts'
import { dropMembers, putCreated, putFirstPage, putMember, putMine, putNextPage, useOrgs } from './store.ts'

/** Who isn't properly here has no organizations, and that is no error. */
const meansNone = new Set(['Missing or invalid auth token', 'User not found', 'User not verified'])
const isNobody = (error: unknown) => error instanceof CallFailed && (error.status === 401 || meansNone.has(error.message))

/** Reads one's organizations; an auth error counts as an empty list. */
export async function loadMine() {
  const asker = useSession.getState().token
  const { organizations, invitations } = await call(orgApi.mine, {}).catch((error: unknown) => {
    if (isNobody(error)) return { organizations: [], invitations: [] }
    throw error
  })
  const { token } = useSession.getState()
  if (token === asker || token === null) putMine(organizations, invitations)
}

/** Reads the first members of an organization, for what opens before it is watched. */
export const openMembers = async (orgId: string, name: string) => putFirstPage(orgId, name, await call(orgApi.members, { id: orgId }))

const reading = new Map<string, Promise<void>>()

/** Reads the members that are not loaded yet, page by page, one reading at a time; `most` pages, or all. */
export async function loadMembers(orgId: string, most = Infinity): Promise<void> {
  while (reading.has(orgId)) await reading.get(orgId)?.catch(() => undefined)
  const pages = async () => {
    for (let left = most; left > 0; left--) {
      const cursor = useOrgs.getState().byId[orgId]?.nextCursor
      if (!cursor) return
      putNextPage(orgId, await call(orgApi.members, { id: orgId, cursor }))
    }
  }
  const done = pages().finally(() => reading.delete(orgId))
  reading.set(orgId, done)
  await done
}

export async function loadRoleMap() {
  if (Object.keys(useOrgs.getState().roleMap).length === 0) useOrgs.setState(await call(orgApi.roleMap, {}))
}

/** The owner's email has to be known before an organization can be created. */
export const ownerEmailMissing = organizerRefusals['org-owner-email-missing'][1]

/** Creates an organization that oneself owns; gives its id. Throws a sentence where the owner's email is missing. */
export async function createOrg(typedName: string, key: string): Promise<string> {
  const user = useSession.getState().user
  if (!user?.email) throw new CallFailed(400, { error: ownerEmailMissing, code: 'org-owner-email-missing' })
  const { orgId, organization } = await call(
    orgApi.create,
    {
      organization: { name: typedName.trim() || defaultOrgName, external: { app: 'rolecall' } },
      owner: { name: user.name || defaultOwnerName, email: user.email, mobile: user.mobile },
    },
    { key },
  )
  putCreated({ _id: orgId, name: organization.name, organization, member: { _id: '', role: 'owner' }, isActive: true })
  return orgId
}

const newMemberRole: MemberRole = 'member'

/** Adds members to an organization; says of each row what became of it. */
export const addMembers = (orgId: string, rows: readonly BulkRow[]): Promise<AddedRow[]> =>
  call(orgApi.addMembers, {
    members: rows.map(({ name, email, mobile }) => ({
      member: { role: newMemberRole, status: 'active', preserveCnxnName: false },
      user: { name, email, mobile },
      organization: { orgId },
    })),
  })

/** The same with phone numbers, for the organization one owns. */
export const addBulk = (orgId: string, rows: readonly BulkRow[]): Promise<AddedRow[]> => call(orgApi.addBulk, { members: [...rows], orgId })

export async function removeMembers(orgId: string, memberIds: readonly string[]) {
  const removedBy = useSession.getState().user?._id
  await call(orgApi.removeMembers, { orgId, memberIds: [...memberIds], ...(removedBy && { removedBy }) })
  dropMembers(orgId, new Set(memberIds))
}

export async function setRole(orgId: string, id: string, role: MemberRole) {
  putMember((await call(orgApi.setRole, { id, role, orgId })).member)
}

/** Changes one's own name, on one's card at once. */
export async function setOwnName(name: string) {
  await setName({ name })
  const { user } = useSession.getState()
  const mine = Object.values(useOrgs.getState().byId).flatMap((org) => org.members.filter((member) => member.userId === user?._id))
  for (const member of mine) if (!member.preserveCnxnName) putMember({ ...member, user: { ...member.user, name } })
}
