// The embedded engine with a thread that writes (R113): crashes and disks come out as without it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { writeInThread } from '#server/kernel/store/sqlite/writing.ts'
import { type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { ada, bob, contractCollections, counters, guests, put } from './fixtures.ts'
import { crash, fillDisk, mayLimit, newFile } from './sqlite-kit.ts'

async function open(file: string): Promise<Store> {
  const lost = (why: Error) => {
    throw why
  }
  const store = await openSqlite({ file, collections: contractCollections, lost })
  onTestFinished(() => store.close())
  return store
}
const counter = (n: number) => put(counters, { _id: `c${n}`, rev: 1, taken: n })

test('ST6 R113 what is asked for while a batch is being written shares the next one, and a conflict fails only its own commit', async () => {
  const store = await open(newFile())
  await store.commit([counter(0)])
  const before = store.commits
  const first = store.commit([counter(1)])
  await new Promise((turn) => setImmediate(turn)) // now it is being written
  const settled = await Promise.allSettled([first, ...Array.from({ length: 50 }, (_, n) => store.commit([counter(n)]))])
  expect(settled.flatMap(({ status }, n) => (status === 'rejected' ? [n - 1] : []))).toEqual([0, 1])
  expect(store.commits).toBeLessThanOrEqual(before + 2)
})

test('ST16 R113 a statement that fails takes its batch back, and the next one commits', async () => {
  const store = await open(newFile())
  const endless = { ...bob, at: Number.NaN } // JSON has no such number, and a record of none of it
  await store.commit([put(guests, endless)])
  const twice = await Promise.allSettled([store.commit([put(guests, ada)]), store.commit([put(guests, { ...ada, _id: 'other' })])])
  expect(twice.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']) // the unique key is taken
  expect(await store.get(guests, 'ada')).toEqual(ada)
})

test('R113 closing waits for all that was asked for, and leaves no log and no lock', async () => {
  const file = newFile()
  const store = await open(file)
  const all = Array.from({ length: 20 }, (_, n) => store.commit([counter(n)]))
  await store.close()
  await Promise.all(all)
  await expect(store.commit([counter(99)])).rejects.toBeInstanceOf(StoreUnavailable)
  expect(readdirSync(join(file, '..'))).toEqual(['rolecall.db', 'rolecall.db-lock'])
  expect(await (await open(file)).find(counters, { index: '_id' })).toHaveLength(20)
})

test('R113 where the thread ends by itself it is said once, and nothing is acknowledged any more', async () => {
  const said: Error[] = []
  const writing = writeInThread(join(newFile(), 'no folder', 'no file'), (why) => said.push(why))
  for (let n = 0; n < 2; n++) await expect(writing.write([])).rejects.toBeInstanceOf(StoreUnavailable)
  expect(said).toHaveLength(1)
  await writing.close()
})

test('ST17 R113 kill -9 loses nothing acknowledged, leaves no half of a commit and no lock', async () => {
  const { acknowledged, lost, halves, store } = await crash('acknowledge', 'thread')
  expect(acknowledged).toBeGreaterThanOrEqual(300)
  expect({ lost, halves }).toEqual({ lost: 0, halves: [] })
  await store.commit([put(counters, { _id: 'after', rev: 1, taken: 0 })])
})

test.skipIf(!mayLimit)(
  'R113 on a full disk commits fail as StoreUnavailable, reads go on, and commits go on once there is room',
  async () => {
    const { acknowledged, store } = await fillDisk('thread')
    for (const id of acknowledged) expect(await store.get(counters, id)).toBeDefined()
    expect(acknowledged.length).toBeGreaterThan(10)
  },
)
