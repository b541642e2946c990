// The rules of following a store (ST20 to ST22); contract.ts states them.
import { expect, test } from 'vitest'
import type { CommittedChange, Store } from '#server/kernel/store/store.ts'
import type { Bench } from './contract.ts'
import { ada, bob, counters, drop, guests, put, settled } from './fixtures.ts'

/** Follows from the commit of a marker on: a feed may repeat the very last commit from before, also after the marker. */
async function followed(store: Store) {
  const before = (await store.find(guests, { index: '_id' })).map((record) => JSON.stringify(record))
  const isRepeated = ({ record, isDropped }: CommittedChange) => !isDropped && before.includes(JSON.stringify(record))
  const heard: CommittedChange[] = []
  const misses: number[] = []
  await store.follow([guests], {
    changed: (changes) => void heard.push(...changes.filter((one) => !isRepeated(one))),
    missed: () => misses.push(heard.length),
  })
  await store.commit([put(guests, { _id: 'marker', rev: 1 })])
  await expect.poll(() => heard.at(-1)?.record._id).toBe('marker')
  heard.length = 0
  return { heard, misses }
}
const asText = ({ record, isDropped }: CommittedChange) => `${isDropped ? '-' : '+'}${record._id}@${record.rev}`

/** Runs the rules over an engine. */
export function followRules({ fresh, filled }: Bench): void {
  test('ST20 a follower hears every commit, in order and once: the records as they are now, dropped ones as they stood', async () => {
    const store = await filled(bob)
    const { heard, misses } = await followed(store)
    await store.commit([put(guests, ada), put(counters, { _id: 'c', rev: 1, taken: 1 })])
    await store.commit([put(guests, { ...ada, rev: 2, at: 7 }), drop(guests, bob)])
    await store.commit([drop(guests, { ...ada, rev: 2, at: 7 })])
    await store.commit([put(guests, { ...ada, at: 9 })])
    await expect.poll(() => heard.length).toBe(5)
    expect(heard.map(asText).filter((text) => text !== '-bob@1')).toEqual(['+ada@1', '+ada@2', '-ada@2', '+ada@1'])
    expect(heard.every(({ collection }) => collection === 'guests')).toBe(true)
    expect(heard.find(({ isDropped }) => isDropped)?.record).toEqual(bob)
    expect(heard.filter(({ record }) => record._id === 'ada').map(({ record }) => record)).toEqual([
      ada,
      { ...ada, rev: 2, at: 7 },
      { ...ada, rev: 2, at: 7 },
      { ...ada, at: 9 },
    ])
    expect(await store.get(guests, 'bob')).toBeUndefined()
    expect(misses).toEqual([])
  })

  test('ST20 what is dropped and put again in one commit is heard so', async () => {
    const store = await filled(ada)
    const { heard } = await followed(store)
    await store.commit([drop(guests, ada), put(guests, { ...ada, at: 5 })])
    await expect.poll(() => heard.map(asText)).toEqual(['-ada@1', '+ada@1'])
    expect(await store.get(guests, 'ada')).toEqual({ ...ada, at: 5 })
  })

  test('ST21 nothing is heard before it is durable, nothing of a commit that failed', async () => {
    const store = await filled(ada)
    const { heard } = await followed(store)
    const durable: string[] = []
    const early: string[] = []
    const asked = [
      store.commit([put(guests, bob), put(guests, { ...ada, rev: 9 })]),
      store.commit([drop(guests, { ...ada, rev: 3 })]),
      store.commit([put(guests, { ...bob, at: 2 })]).then(() => durable.push('bob')),
    ]
    early.push(...heard.map(asText))
    expect(await settled(asked as Promise<void>[])).toEqual(['rejected', 'rejected', 'fulfilled'])
    await store.commit([put(guests, { ...ada, rev: 2 })])
    await expect.poll(() => heard.map(asText)).toEqual(['+bob@1', '+ada@2'])
    expect([early, durable]).toEqual([[], ['bob']])
  })

  test('ST22 a store that is not followed drops as it ever did, and one that is says that nothing waits', async () => {
    const store = await fresh()
    await store.commit([put(guests, ada)])
    await store.commit([drop(guests, ada)])
    const feed = await store.follow([guests], { changed: () => {}, missed: () => {} })
    await expect.poll(() => feed.lagMs()).toBeLessThan(2_000)
    expect(await store.get(guests, 'ada')).toBeUndefined()
  })
}
