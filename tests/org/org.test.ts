// What organizations promise: who may do what, one owner, members by email, and everything live.
import { expect, test } from 'vitest'
import { orgRoom } from '#protocol/live.ts'
import { accountApi } from '#protocol/people/account.ts'
import { addedStatus, orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { openWorld, type World } from '#tests/kit/world/world.ts'

async function withOrg(world: World) {
  const owner = await world.person('owner', 'team')
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: owner.email } }, owner)
  const add = (...emails: string[]) =>
    world.ok(
      orgApi.addMembers,
      { members: emails.map((email) => ({ member: { role: 'member' as const }, user: { name: email, email }, organization: { orgId } })) },
      owner,
    )
  return { owner, orgId, add }
}

test('R37 R41 an organization is created once, and rows are added one by one', async () => {
  const world = await openWorld()
  const { owner, orgId, add } = await withOrg(world)
  expect((await world.call(orgApi.create, { organization: {}, owner: { email: owner.email } }, owner)).status).toBe(409)
  const rows = await add('Ann@people.test', 'bad', 'ann@people.test')
  expect(rows.map((row) => row.status)).toEqual([addedStatus, 'Invalid', 'Already Member'])
  expect((await add('ann@people.test'))[0]?.status).toBe('Already Member')
  const { members } = await world.ok(orgApi.members, { id: orgId }, owner)
  expect(members.map((member) => `${member.role} ${member.user.email}`).sort()).toEqual(['member ann@people.test', `owner ${owner.email}`])
})

test('R36 R39 R40 a member gets a permission, assigns, moves, and loses it at once', async () => {
  const world = await openWorld()
  const { owner, orgId, add } = await withOrg(world)
  const ann = await world.person('ann')
  await add(ann.email, 'bob@people.test', 'eve@people.test')
  await world.join(orgId, ann)
  const created = await world.ok(
    eventApi.createWithGroup,
    { event: world.eventInput({ ownerOrgId: orgId }), groups: [{ roles: [{ name: 'Speaker', max: 1 }] }] },
    owner,
  )
  const [id, groupId] = [created.event._id, created.groupId]
  const bob = { id, groupId, name: 'Bob', email: 'bob@people.test', roleName: 'speaker' }
  expect((await world.call(assignApi.assign, bob, ann)).status).toBe(404)
  const { grant } = await world.ok(assignApi.grant, { id, groupId, userId: ann.userId }, owner)
  const { rsvps, group } = await world.ok(assignApi.assign, bob, ann)
  expect(group.roleCoverage[0]).toMatchObject({ count: 1, detailedCounts: { assignedNoResponse: 1 } })
  expect((await world.call(assignApi.assign, { ...bob, email: 'eve@people.test' }, ann)).body.error).toBe('Role "Speaker" is already full.')
  expect((await world.call(assignApi.assign, { ...bob, email: 'stranger@people.test' }, ann)).status).toBe(403)
  const moved = await world.ok(
    assignApi.reassign,
    { id, groupId, fromRsvpId: rsvps[0]?._id ?? '', toName: 'Eve', toEmail: 'eve@people.test', roleName: 'Speaker' },
    ann,
  )
  expect(moved.group.roleCoverage[0]?.count).toBe(1)
  const page = await world.ok(groupApi.read, { id: groupId }, ann)
  expect([page.canManage, page.canAssign, page.rsvps.length]).toEqual([false, true, 2])
  expect((await world.call(groupApi.addRole, { id: groupId, name: 'X', max: 1 }, ann)).status).toBe(404)
  await world.ok(assignApi.revoke, { id, groupId, grantId: grant._id }, owner)
  expect((await world.call(assignApi.remove, { id, groupId, rsvpId: moved.rsvps[1]?._id ?? '', roleName: 'Speaker' }, ann)).status).toBe(
    404,
  )
})

test('R36 two admins see each other’s changes; who is removed hears no more', async () => {
  const world = await openWorld()
  const { owner, orgId, add } = await withOrg(world)
  const ann = await world.person('ann')
  await add(ann.email)
  await world.join(orgId, ann)
  const { members } = await world.ok(orgApi.members, { id: orgId }, owner)
  const annMember = members.find((member) => member.user.email === ann.email)?._id ?? ''
  await world.ok(orgApi.setRole, { id: annMember, role: 'admin', orgId }, owner)
  const socket = await world.socket(ann)
  expect(await socket.watch(orgRoom(orgId))).toMatchObject({ view: { members: { length: 2 } } })
  await add('cy@people.test')
  await expect.poll(() => socket.seen('org').at(-1)?.members.length).toBe(3)
  await world.ok(orgApi.removeMembers, { orgId, memberIds: [annMember] }, owner)
  await expect.poll(() => socket.seen('gone')).toEqual([orgRoom(orgId)])
  expect((await world.call(orgApi.members, { id: orgId }, ann)).status).toBe(404)
})

test('R36 a member’s own new name reaches the admins who look', async () => {
  const world = await openWorld()
  const { owner, orgId, add } = await withOrg(world)
  const ann = await world.person('ann')
  await add(ann.email)
  await world.join(orgId, ann)
  const socket = await world.socket(owner)
  expect(await socket.watch(orgRoom(orgId))).toMatchObject({ view: { rev: 3, members: { length: 2 } } })
  const { user } = await world.ok(accountApi.updateName, { name: 'Ann Archer' }, ann)
  expect(user.name).toBe('Ann Archer')
  await expect
    .poll(() =>
      socket
        .seen('org')
        .at(-1)
        ?.members.map((member) => member.user.name),
    )
    .toContain('Ann Archer')
  expect(socket.seen('org').at(-1)?.rev).toBe(4)
  await world.ok(accountApi.updateName, { name: 'Ann Archer' }, ann)
  await world.ok(accountApi.updateName, { name: 'Ann Baker' }, ann)
  await expect
    .poll(() =>
      socket
        .seen('org')
        .at(-1)
        ?.members.map((member) => member.user.name),
    )
    .toContain('Ann Baker')
})
