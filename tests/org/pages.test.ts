// What an organization costs to look at: as much with ten thousand members as with a few hundred; and that nobody is missed on further pages.
import { expect, test } from 'vitest'
import { membersPerPage } from '#protocol/kernel/limits.ts'
import { orgRoom } from '#protocol/live.ts'
import { type OrgMember, orgApi } from '#protocol/people/org.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { newUser, users } from '#server/people/model/account.ts'
import { type Member, members, orgs } from '#server/people/model/org.ts'
import { newMember } from '#server/people/org/actions.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { openChoir } from '../kit/world/organization.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

/** An organization with `count` members beside its owner, each with an account, straight in the store; and what is read of it. */
async function crowded(count: number) {
  const store = await freshStore()
  const read = { gets: 0, found: 0 }
  const counted = storeWith(store, {
    get: (collection, id) => {
      read.gets++
      return store.get(collection, id)
    },
    find: async (collection, query) => {
      const found = await store.find(collection, query)
      read.found += found.length
      return found
    },
  })
  const world = await openWorld({ store: counted })
  const choir = await openChoir(world, { amy: 'admin' }, 'enterprise')
  const { orgId } = choir
  const at = (n: number) => new Date(world.clock.now() + n).toISOString()
  for (let from = 0; from < count; from += 1_000) {
    const made = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => person(world, orgId, from + n, at(from + n)))
    await store.commit(made.flatMap(({ member, user }) => [kept(members, member), kept(users, user)]))
  }
  const org = await store.get(orgs, orgId)
  if (org) await store.commit([{ collection: orgs, put: next(org, { memberCount: count + 2 }), expectedRev: org.rev }])
  const costOf = async <T>(ask: () => Promise<T>) => {
    const before = { ...read }
    const answer = await ask()
    return { answer, reads: read.gets - before.gets, found: read.found - before.found, bytes: JSON.stringify(answer).length }
  }
  return { world, ...choir, costOf }
}
const kept = (collection: Collection<never>, put: Stored) => ({ collection, put, expectedRev: 0 })
const person = ({ services }: World, orgId: string, n: number, createdAt: string) => {
  const email = `p${n}@people.test`
  const typed = { name: `Person ${n}`, email, mobile: '', role: 'member' as const, preserveCnxnName: false }
  const member: Member = { ...newMember(services, orgId, typed), status: 'active', createdAt }
  return { member, user: { ...newUser(member.userId, email, createdAt), name: `Account ${n}` } }
}

/** A view, a page, and what one who watches is told when one member changes. */
async function costs(count: number) {
  const { world, owner, amy, orgId, memberId: idOf, costOf } = await crowded(count)
  // What the database still tells of the crowd's making may have the view made once more; that is no cost of what is asked.
  const cheapest = async <T>(ask: (nth: number) => Promise<T>) => {
    const tries = [await costOf(() => ask(0)), await costOf(() => ask(1)), await costOf(() => ask(2))] as const
    return tries.reduce((one, other) => (other.reads < one.reads ? other : one))
  }
  const socket = await world.socket(owner)
  const watched = await cheapest(() => socket.watch(orgRoom(orgId)))
  const page = await cheapest(() => world.ok(orgApi.members, { id: orgId }, owner))
  const id = await idOf(amy)
  const told = await cheapest(async (nth) => {
    const from = socket.heard.length
    const seen = socket.seen('org').length
    await world.ok(orgApi.setRole, { id, role: nth % 2 === 0 ? 'member' : 'admin', orgId }, owner)
    await expect.poll(() => socket.seen('org').length).toBeGreaterThan(seen)
    return socket.heard.slice(from)
  })
  return [watched, page, told].map(({ reads, found, bytes }) => ({ reads, found, bytes }))
}

test('R119b an organization with 10,000 members costs no more to watch, to read and to tell of than one with 300', async () => {
  const [few, many] = [await costs(300), await costs(10_000)]
  for (const [nth, cost] of many.entries()) {
    expect(cost.reads).toBeLessThanOrEqual((few[nth]?.reads ?? 0) + 5)
    expect(cost.found).toBeLessThanOrEqual((few[nth]?.found ?? 0) + 5)
    expect(cost.bytes).toBeLessThan((few[nth]?.bytes ?? 0) * 1.1)
    expect([cost.reads <= 2 * membersPerPage + 30, cost.bytes < 120_000]).toEqual([true, true])
  }
})

test('R119b control: reading every page does cost with their number, and finds each member once', async () => {
  const { world, owner, orgId, costOf } = await crowded(1_000)
  const found: OrgMember[] = []
  const { reads } = await costOf(async () => {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await world.ok(orgApi.members, { id: orgId, ...(cursor && { cursor }) }, owner)
      expect([page.members.length <= membersPerPage, page.memberCount]).toEqual([true, 1_002])
      found.push(...page.members)
      cursor = page.nextCursor
    }
    return found.length
  })
  expect([found.length, new Set(found.map(({ _id }) => _id)).size]).toEqual([1_002, 1_002])
  expect(reads).toBeGreaterThan(1_000)
  expect(found.at(-1)?.user.name).toBe('Account 999')
})

test('L2, R119 rows are told one by one: added, changed and gone, also of those beyond the first page', async () => {
  const { world, owner, orgId } = await crowded(membersPerPage * 2)
  const socket = await world.socket(owner)
  await socket.watch(orgRoom(orgId))
  const [last] = await world.store.find(members, { index: 'org', where: { orgId }, descending: true, limit: 1 })
  const told = () => socket.seen('member').map(({ _id, status, role }) => `${_id === last?._id ? 'last' : 'new'} ${status} ${role}`)
  await world.ok(orgApi.setRole, { id: last?._id ?? '', role: 'admin', orgId }, owner)
  await expect.poll(told).toEqual(['last active admin'])
  await world.ok(orgApi.addBulk, { members: [{ name: 'New', email: 'new@people.test' }], orgId }, owner)
  await expect.poll(told).toEqual(['last active admin', 'new invited member'])
  await world.ok(orgApi.removeMembers, { orgId, memberIds: [last?._id ?? ''] }, owner)
  await expect.poll(told).toEqual(['last active admin', 'new invited member', 'last removed admin'])
  expect(JSON.stringify(socket.seen('member').at(-1))).not.toContain(last?.email)
  await expect.poll(() => socket.seen('org').at(-1)?.memberCount).toBe(membersPerPage * 2 + 2)
  const rows = Array.from({ length: 60 }, (_, n) => ({ name: 'N', email: `n${n}@people.test` }))
  await world.ok(orgApi.addBulk, { members: rows, orgId }, owner)
  await expect.poll(() => socket.seen('org').at(-1)?.memberCount).toBe(membersPerPage * 2 + 62)
  expect(socket.seen('member')).toHaveLength(3)
})
