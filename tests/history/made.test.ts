// Long curves cost a process little: each is read once a minute and per revision, and others get their turn between two of them.
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { readHistory, readSparklines, sparklineOf } from '#server/record/history/queries.ts'
import { minuteAt } from '#server/record/rules/history.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { encodeSteps, type History, histories } from '#server/seats/model/history.ts'
import { minute } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const points = 46_000 // some 190 kB
/** A curve as long as one may be, of a seat that is taken and given back each minute. */
function longest(world: World, groupId: string): History {
  const now = minuteAt(world.clock.now())
  const first = { minute: now - points, changes: [[1, 0] as const, [2, 1] as const] }
  const later = Array.from({ length: points - 1 }, (_, nth) => ({
    minute: now - points + nth + 1,
    changes: [[1, nth % 2 === 0 ? 1 : -1] as const],
  }))
  const curve = encodeSteps([first, ...later])
  const roles = [{ _id: 'r', name: 'Seat' }]
  return { _id: groupId, rev: 1, groupRev: 1_000_000, roles, curve, minute: now - 1, values: [0, 1, 1, 0], thinnedDay: 0 }
}

async function withLongest(count: number) {
  const world = await openWorld()
  const ada = await world.person('ada', 'enterprise')
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++) ids.push((await world.ok(groupApi.create, { name: `Group ${nth}` }, ada)).groupId)
  const history = longest(world, '')
  for (const _id of ids) await world.store.commit([{ collection: histories, put: { ...history, _id }, expectedRev: 0 }])
  const all = (await Promise.all(ids.map((id) => world.store.get(groups, id)))) as Group[]
  return { world, ada, ids, all, history }
}

/** How many turns others had while this was done. */
async function turnsIn(work: () => unknown): Promise<number> {
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isOver = true
  return turns
}

test('R109, R119 a curve is read once a minute and per revision of its group, however often it is asked for', async () => {
  const { world, ada, ids } = await withLongest(1)
  const [id = ''] = ids
  const user = await world.store.get(users, ada.userId)
  const caller = { via: 'account', user } as unknown as Caller
  const views = async () => {
    const [spark] = (await readSparklines(world.services, { groups: id }, caller)).sparklines
    return [spark, await readHistory(world.services, { id }, caller)] as const
  }
  const [first, again] = [await views(), await views()]
  expect(first[0]).toBeDefined()
  for (const nth of [0, 1] as const) expect(again[nth]).toBe(first[nth])
  expect(await readHistory(world.services, { id, days: 1 }, caller)).not.toEqual(first[1])
  const kept = await world.store.get(histories, id)
  if (kept) await world.store.commit([{ collection: histories, put: { ...kept, rev: kept.rev + 1 }, expectedRev: kept.rev }])
  const written = await views()
  world.clock.advance(minute)
  const later = await views()
  await world.ok(groupApi.addRole, { id, name: 'Speaker', max: 1 }, ada)
  const changed = await views()
  for (const nth of [0, 1] as const) expect(new Set([first[nth], written[nth], later[nth], changed[nth]]).size).toBe(4)
})

test('R109, R119 between any two of the longest curves others have a turn; control: in one go they have none', async () => {
  const { world, ada, ids, all, history } = await withLongest(10)
  const user = await world.store.get(users, ada.userId)
  const caller = { via: 'account', user } as unknown as Caller
  expect(await turnsIn(() => readSparklines(world.services, { groups: ids.join() }, caller))).toBeGreaterThanOrEqual(9)
  expect(await turnsIn(() => all.map((group) => sparklineOf(history, group, world.clock.now())))).toBe(0)
})
