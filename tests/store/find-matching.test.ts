// Searching along an index past any number of records: what is found, and that everybody else has their turn meanwhile.
import { expect, test } from 'vitest'
import { findMatching } from '#server/kernel/store/find-matching.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { contractCollections, type Guest, guests, ids, put } from './fixtures.ts'

const many = 1_500
const query = { index: 'byTime', where: { groupId: 'g' } } as const

async function crowd() {
  const store = await openSqlite({ file: ':memory:', collections: contractCollections })
  const all = Array.from({ length: many }, (_, n): Guest => ({ _id: `n${10_000 + n}`, rev: 1, groupId: 'g', at: n }))
  await store.commit(all.map((one) => put(guests, one)))
  return store
}

/** What `search` gives, and how many turns others had meanwhile. */
async function turnsIn<Result>(search: () => Promise<Result>): Promise<[Result, number]> {
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const found = await search()
  isOver = true
  return [found, turns]
}

test('E5a a search for what isn’t there, and a late page, give others a turn after 200 records at most', async () => {
  const store = await crowd()
  const asked: number[] = []
  const watched = {
    find: ((collection, page) => {
      asked.push(page.limit ?? 0)
      return store.find(collection, page)
    }) as typeof store.find,
  }
  for (const [limit, isMatch, first] of [
    [12, () => false, undefined],
    [many, () => true, 'n10000'],
  ] as const) {
    const [found, turns] = await turnsIn(() => findMatching(watched, guests, { ...query, limit }, isMatch))
    expect([ids(found)[0], turns >= many / 200 - 1]).toEqual([first, true])
    expect(found).toHaveLength(first ? many : 0)
  }
  expect(Math.max(...asked)).toBe(200)
  await store.close()
})

test('E5a control: read in one go, the same many leave nobody a turn', async () => {
  const store = await crowd()
  const [found, turns] = await turnsIn(() => store.find(guests, { ...query, limit: many }))
  expect([found.length, turns]).toEqual([many, 0])
  await store.close()
})
