// Members under pressure: ranks in every pairing, one organization per account, thousands of rows, quotas, and what a lower plan leaves.
import { describe, expect, test } from 'vitest'
import { addedStatus, type MemberRole, memberRoles, type OrgMember, orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { members, orgs } from '#server/people/model/org.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { type As, codeOf } from '../kit/world/client.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openPair } from '../kit/world/pair.ts'
import { type Answer, freshStore, openWorld, type World } from '../kit/world/world.ts'

const codes = (all: readonly Answer[]) =>
  Object.fromEntries([...new Set(all.map(codeOf))].sort().map((one) => [one, all.filter((each) => codeOf(each) === one).length]))

/** All members, page by page. */
async function everyone(world: World, id: string, as: As) {
  const found: OrgMember[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await world.ok(orgApi.members, { id, ...(cursor && { cursor }) }, as)
    found.push(...page.members)
    cursor = page.nextCursor
  }
  return found
}

describe('R36 ranks', () => {
  /** Who does it to whom; a member may do nothing, nobody touches the owner or makes a second one, and the rest is allowed. */
  const expected = (actor: MemberRole, target: MemberRole, role?: MemberRole) => {
    if (actor === 'member') return 'member-rights'
    return target === 'owner' || role === 'owner' ? 'member-owner' : 'ok'
  }
  test('R36 all pairs of who and whom: giving each role, removing, and adding with each role', async () => {
    const world = await openWorld()
    const choir = await openChoir(world, { amy: 'admin', mia: 'member', bob: 'admin', ben: 'member' })
    const { orgId } = choir
    const actors = { owner: choir.owner, admin: choir.amy, member: choir.mia }
    let pairs = 0
    for (const actor of memberRoles)
      for (const target of memberRoles) {
        const whom = { owner: choir.owner, admin: choir.bob, member: choir.ben }[target]
        const again = async () => {
          await choir.add('bob', 'admin')
          await choir.add('ben')
          for (const [one, role] of [
            [choir.bob, 'admin'],
            [choir.ben, 'member'],
          ] as const)
            await world.ok(orgApi.setRole, { id: await choir.memberId(one), role, orgId }, choir.owner)
        }
        for (const role of memberRoles) {
          const answer = await world.call(orgApi.setRole, { id: await choir.memberId(whom), role, orgId }, actors[actor])
          expect([actor, target, role, codeOf(answer)]).toEqual([actor, target, role, expected(actor, target, role)])
          await again()
          pairs++
        }
        const removed = await world.call(orgApi.removeMembers, { orgId, memberIds: [await choir.memberId(whom)] }, actors[actor])
        expect([actor, target, codeOf(removed)]).toEqual([actor, target, expected(actor, target)])
        await again()
      }
    for (const [actor, role] of memberRoles.flatMap((one) => memberRoles.map((role) => [one, role] as const))) {
      const row = { member: { role }, user: { name: 'New', email: `${actor}-${role}@people.test` }, organization: { orgId } }
      const { status, body } = await world.call(orgApi.addMembers, { members: [row] }, actors[actor])
      const wanted = actor === 'member' ? [403, undefined] : [200, role === 'owner' ? 'Not Allowed' : addedStatus]
      expect([actor, role, status, body[0]?.status]).toEqual([actor, role, ...wanted])
    }
    expect(pairs).toBe(27)
    const { members: left } = await world.ok(orgApi.members, { id: orgId }, choir.owner)
    expect(left.filter(({ role }) => role === 'owner').map(({ userId }) => userId)).toEqual([choir.owner.userId])
  })

  test('R36 who is demoted or removed may do nothing from the next call on, and several removals stand or fall together', async () => {
    const world = await openWorld()
    const { owner, amy, mia, orgId, memberId, remove } = await openChoir(world, { amy: 'admin', mia: 'member', ben: 'member' })
    const ids = [await memberId(mia), await memberId(owner)]
    expect((await world.no(orgApi.removeMembers, { orgId, memberIds: ids }, amy))[1]).toBe('member-owner')
    expect((await world.no(orgApi.removeMembers, { orgId, memberIds: [ids[0] ?? '', 'f'.repeat(24)] }, amy))[1]).toBe('member-unknown')
    expect(await memberId(mia)).not.toBe('')
    await world.ok(orgApi.setRole, { id: await memberId(amy), role: 'member', orgId }, owner)
    expect((await world.no(orgApi.removeMembers, { orgId, memberIds: [ids[0] ?? ''] }, amy))[1]).toBe('member-rights')
    await remove(amy)
    expect((await world.no(orgApi.removeMembers, { orgId, memberIds: [ids[0] ?? ''] }, amy))[1]).toBe('org-unknown')
  })
})

/** 50 creations at once by one account over two server processes. */
async function foundMany(wrap?: (store: Store) => Store) {
  const { store, worlds, race } = await openPair(orgs, wrap)
  const owner = await worlds[0].person('olga', 'team')
  const input = { organization: { name: 'Choir' }, owner: { email: owner.email } }
  race()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => worlds[n % 2 === 0 ? 0 : 1].call(orgApi.create, input, owner)))
  const owned = await store.find(members, { index: 'user', where: { userId: owner.userId } })
  const kept = await Promise.all(owned.map(({ orgId }) => store.get(orgs, orgId)))
  return { answers, kept: kept.filter((org) => org?.ownerId === owner.userId).length }
}
test('R37 50 creations at once by one account over two processes: exactly one', async () => {
  const { answers, kept } = await foundMany()
  expect([codes(answers), kept]).toEqual([{ ok: 1, 'org-owned': 49 }, 1])
})
test('R37 control: where revisions are ignored there are more', async () => {
  expect((await foundMany(withoutRevisions)).kept).toBeGreaterThan(1)
})
test('R37 the Team and the Enterprise plan may found one, and the others are told so', async () => {
  const world = await openWorld()
  for (const [tier, code] of [
    ['free', 'org-team-only'],
    ['pro', 'org-team-only'],
    ['team', 'ok'],
    ['enterprise', 'ok'],
  ] as const) {
    const one = await world.person(`found_${tier}`, tier)
    expect(codeOf(await world.call(orgApi.create, { organization: {}, owner: { email: one.email } }, one))).toBe(code)
  }
})

describe('R41 many rows', () => {
  test('R41 10,000 rows with malformed ones and duplicates in other case: each is told, each person is in once, and again is harmless', async () => {
    const world = await openWorld()
    const { owner, orgId } = await openChoir(world, {}, 'enterprise')
    const kinds = [
      (n: number) => ({ name: `N ${n}`, email: `p${n}@people.test` }),
      (n: number) => ({ name: `N ${n}`, email: ` P${n - 1}@PEOPLE.test ` }),
      (n: number) => ({ name: `"N ${n}"\t`, email: `p${n} at people.test` }),
      (n: number) => ({ name: 'x'.repeat(n % 8 === 3 ? 101 : 5), email: `q${n}@people.test\r` }),
    ]
    const rows = Array.from({ length: 10_000 }, (_, n) => (kinds[n % 4] as (n: number) => { name: string; email: string })(n))
    const bad = [{}, { name: 'No email' }, { email: '' }, { email: 'a@b@c.de' }]
    const sent = [...rows.slice(0, 9_996), ...bad]
    const told = await world.ok(orgApi.addBulk, { members: sent, orgId }, owner)
    const count = (all: typeof told) =>
      Object.fromEntries(
        [...new Set(all.map(({ status }) => status))].sort().map((one) => [one, all.filter(({ status }) => status === one).length]),
      )
    expect([told.length, count(told)]).toEqual([10_000, { 'Already Member': 2_499, Invalid: 3_753, [addedStatus]: 3_748 }])
    const mails = await world.mails('p0@people.test')
    const again = await world.ok(orgApi.addBulk, { members: sent.slice(0, 2_000), orgId }, owner)
    expect(count(again)[addedStatus]).toBeUndefined()
    const listed = await everyone(world, orgId, owner)
    expect([listed.length, new Set(listed.map(({ user }) => user.email)).size]).toEqual([3_749, 3_749])
    expect([mails.length, (await world.mails('p0@people.test')).length]).toEqual([1, 1])
  })

  test('R41 the same chunk sent by two admins at once adds everyone once', async () => {
    const store = await freshStore()
    const worlds = [await openWorld({ store }), await openWorld({ store })] as [World, World]
    const { owner, amy, orgId } = await openChoir(worlds[0], { amy: 'admin' })
    const chunk = Array.from({ length: 20 }, (_, n) => ({ name: `N ${n}`, email: `p${n}@people.test` }))
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (worlds[n % 2] as World).ok(orgApi.addBulk, { members: chunk, orgId }, n % 3 ? owner : amy)),
    )
    expect(sent.flat().filter(({ status }) => status === addedStatus)).toHaveLength(20)
    expect((await worlds[0].mails('p7@people.test')).length).toBe(1)
  })

  test('R41, R36 rows for another organization too: refused, and nothing of the first is done', async () => {
    const world = await openWorld()
    const { owner, orgId } = await openChoir(world, {})
    const otto = await world.person('otto', 'team')
    const foreign = (await world.ok(orgApi.create, { organization: {}, owner: { email: otto.email } }, otto)).orgId
    const row = (id: string, n: number) => ({ user: { name: 'N', email: `n${n}@people.test` }, organization: { orgId: id } })
    expect((await world.no(orgApi.addMembers, { members: [row(orgId, 1), row(foreign, 2)] }, owner))[1]).toBe('org-unknown')
    expect((await world.ok(orgApi.members, { id: orgId }, owner)).members).toHaveLength(1)
  })
})

test('R44 under a lower plan the organization is read-only and loses nothing; back on Team all goes on', async () => {
  const world = await openWorld()
  const { owner, amy, mia, orgId, event, grant, memberId } = await openChoir(world, { amy: 'admin', mia: 'member' })
  const made = await event()
  const { _id: grantId } = await grant(made, mia)
  const at = { id: made.eventId, groupId: made.groupId }
  const id = await memberId(mia)
  const writes = [
    () => world.call(orgApi.addBulk, { members: [{ name: 'New', email: 'new@people.test' }], orgId }, amy),
    () => world.call(orgApi.setRole, { id, role: 'member', orgId }, owner),
    () => world.call(assignApi.assign, { ...at, name: 'Mia', email: mia.email, roleName: 'Guest' }, amy),
    () => world.call(assignApi.grant, { ...at, userId: amy.userId }, owner),
    () => world.call(eventApi.createWithGroup, { event: world.eventInput({ ownerOrgId: orgId }), groups: [{}] }, amy),
    () => world.call(assignApi.revoke, { ...at, grantId }, owner),
    () => world.call(orgApi.removeMembers, { orgId, memberIds: [id] }, owner),
  ]
  await world.setTier(owner.userId, 'pro')
  expect((await Promise.all(writes.map((write) => write()))).map(codeOf)).toEqual(Array(7).fill('team-plan-needed'))
  const reads = [
    world.call(orgApi.members, { id: orgId }, owner),
    world.call(assignApi.grants, at, amy),
    world.call(groupApi.read, { id: made.groupId }, amy),
    world.call(eventApi.read, { id: made.eventId }, owner),
  ]
  expect((await Promise.all(reads)).map(codeOf)).toEqual(Array(4).fill('ok'))
  expect((await world.ok(assignApi.grants, at, amy)).grants).toHaveLength(1)
  expect((await world.ok(orgApi.mine, {}, mia)).organizations).toMatchObject([{ _id: orgId, isActive: false }])
  await world.setTier(owner.userId, 'team')
  for (const write of writes.slice(0, 3)) expect(codeOf(await write())).toBe('ok')
})
