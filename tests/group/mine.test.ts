// One's groups as the dashboard lists them: whose they are, in which order, a page at a time.
import { expect, test } from 'vitest'
import { groupsPerPage } from '#protocol/kernel/limits.ts'
import { GroupInput, groupApi } from '#protocol/seats/group.ts'
import { type User, users } from '#server/people/model/account.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { newGroup } from '#server/seats/rules/group.ts'
import { openChoir } from '../kit/world/organization.ts'
import { type As, openWorld, type World } from '../kit/world/world.ts'

/** Puts groups of an owner straight into the store, ten in each second. */
async function fill(world: World, ownerId: string, count: number, more: (nth: number) => Partial<Group> = () => ({})) {
  const owner = (await world.store.get(users, ownerId)) as User
  const made = Array.from({ length: count }, (_, nth): Group => {
    const createdAt = new Date(world.clock.now() + Math.floor(nth / 10) * 1_000).toISOString()
    return {
      ...newGroup(GroupInput.parse({ name: `No. ${nth}` }), owner, null, world.services.secrets.randomId, world.clock.now()),
      createdAt,
      ...more(nth),
    }
  })
  for (let from = 0; from < count; from += 100)
    await world.store.commit(made.slice(from, from + 100).map((put) => ({ collection: groups, put, expectedRev: 0 })))
  return made
}

/** All pages, and how long each was. */
async function readAll(world: World, as: As) {
  const [all, lengths]: [string[], number[]] = [[], []]
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await world.ok(groupApi.mine, cursor === undefined ? {} : { cursor }, as)
    all.push(...page.groups.map(({ _id }) => _id))
    lengths.push(page.groups.length)
    cursor = page.nextCursor
  }
  return { all, lengths }
}
const newestFirst = (made: readonly Group[]) =>
  made.toSorted((a, b) => (a.createdAt + a._id < b.createdAt + b._id ? 1 : -1)).map(({ _id }) => _id)

test('R69, R119b groups come in pages of fifty, the newest first, each once: one’s own and those of one’s organizations among each other', async () => {
  const world = await openWorld()
  const { owner, amy, orgId } = await openChoir(world, { amy: 'admin' })
  const ofOrg = await fill(world, owner.userId, 70, () => ({ ownerOrgId: orgId }))
  const own = await fill(world, amy.userId, 60)
  expect(await readAll(world, amy)).toEqual({ all: newestFirst([...ofOrg, ...own]), lengths: [50, 50, 30] })
  expect(await readAll(world, owner)).toEqual({ all: newestFirst(ofOrg), lengths: [50, 20] })
  const { groups: fifty, nextCursor } = await world.ok(groupApi.mine, {}, amy)
  expect([fifty.length, nextCursor]).toEqual([groupsPerPage, expect.any(String)])
})

test('R69 a group that is deleted or made between two pages moves none of the others out of sight', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = newestFirst(await fill(world, ada.userId, 60))
  const first = await world.ok(groupApi.mine, {}, ada)
  await world.ok(groupApi.remove, { id: made[3] ?? '' }, ada)
  world.clock.advance(60_000)
  await world.ok(groupApi.create, { name: 'Newer' }, ada)
  const second = await world.ok(groupApi.mine, { cursor: first.nextCursor ?? '' }, ada)
  expect([second.groups.map(({ _id }) => _id), second.nextCursor]).toEqual([made.slice(50), null])
})

test('R69 groups that were deleted hide none of those that are there, however many they are', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const [oldest] = await fill(world, ada.userId, 150, (nth) => (nth === 0 ? {} : { cancelledAt: '2026-11-20T00:00:00.000Z' }))
  const { groups: shown, nextCursor } = await world.ok(groupApi.mine, {}, ada)
  expect([shown.map(({ _id }) => _id), nextCursor]).toEqual([[oldest?._id], null])
})

test('R69 a cursor that nobody gave is refused', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  for (const cursor of ['', 'x', '0'.repeat(24), `${'x'.repeat(24)}_${'0'.repeat(24)}`])
    expect((await world.no(groupApi.mine, { cursor }, ada))[1]).toBe('input-invalid')
})
