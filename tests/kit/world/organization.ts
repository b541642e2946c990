// An organization with people in it, for tests of what its members may do.

import type { Tier } from '#protocol/kernel/limits.ts'
import { type MemberRole, orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export const choirRoles = [
  { name: 'Speaker', max: 1 },
  { name: 'Guest', max: 20 },
]

/** `people` by first name, each with an account and a role in the organization of Olga's. */
export async function openChoir<Name extends string>(world: World, people: Readonly<Record<Name, MemberRole>>, tier: Tier = 'team') {
  const owner = await world.person('olga', tier)
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: owner.email } }, owner)
  const named: Record<string, Person> = {}
  for (const name of Object.keys(people)) named[name] = await world.person(name)
  const members = Object.entries<MemberRole>(people).map(([name, role]) => ({
    member: { role },
    user: { name, email: `${name}@people.test` },
    organization: { orgId },
  }))
  if (members.length > 0) await world.ok(orgApi.addMembers, { members }, owner)
  await world.join(orgId, ...Object.values(named))
  /** The id of a person's membership. */
  async function memberId({ email }: { email: string }) {
    const listed = await world.ok(orgApi.members, { id: orgId }, owner)
    return listed.members.find(({ user }) => user.email === email)?._id ?? ''
  }
  const remove = async (...gone: { email: string }[]) =>
    world.ok(orgApi.removeMembers, { orgId, memberIds: await Promise.all(gone.map(memberId)) }, owner)
  const invite = (name: string, role: MemberRole = 'member') =>
    world.ok(
      orgApi.addMembers,
      { members: [{ member: { role }, user: { name, email: `${name}@people.test` }, organization: { orgId } }] },
      owner,
    )
  /** Adds one of `people` again, and they accept. */
  const add = async (name: Name, role: MemberRole = 'member') => {
    await invite(name, role)
    await world.join(orgId, named[name] as Person)
  }
  const event = (more: Parameters<World['event']>[3] = {}, roles = choirRoles) =>
    world.event(owner, roles, {}, { ownerOrgId: orgId, ...more })
  const grant = async ({ eventId: id, groupId }: { eventId: string; groupId: string }, { userId }: Person) =>
    (await world.ok(assignApi.grant, { id, groupId, userId }, owner)).grant
  return { owner, orgId, ...(named as Record<Name, Person>), memberId, remove, invite, add, event, grant }
}
