// The change stream that a process follows: it goes on where it broke off, and where it can't, or something went past it, it says so.
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import type { Store } from '#server/kernel/store/store.ts'
import type { Mongod } from '#tests/mongod/mongod.ts'
import type { Hook } from '#tests/mongod/server.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { databaseIn, freshMongo } from '../kit/world/fresh-store.ts'
import { contractCollections, guests, put } from '../store/fixtures.ts'

async function setUp() {
  const mongod: Mongod = await ownStandIn()
  const store = await freshMongo(mongod.uri, contractCollections)
  const heard: string[] = []
  const misses: number[] = []
  const feed = await store.follow([guests], {
    changed: (changes) => heard.push(...changes.map(({ record }) => record._id)),
    missed: () => misses.push(heard.length),
  })
  await store.commit([put(guests, { _id: 'first', rev: 1 })])
  await expect.poll(() => heard.at(-1)).toBe('first')
  heard.length = 0
  return { mongod, store, heard, misses, feed }
}
/** Commits as those who call do: again, while the database is away. */
const commit = (store: Store, _id: string) => expect.poll(() => tried(store, _id)).toBe(true)
const tried = (store: Store, _id: string) =>
  store.commit([put(guests, { _id, rev: 1 })]).then(
    () => true,
    async () => (await store.get(guests, _id).catch(() => undefined)) !== undefined,
  )

test('L8 (stand-in) a stream whose connections break goes on where it was: nothing is missed, nothing comes twice', async () => {
  const { mongod, store, heard, misses } = await setUp()
  const ids = Array.from({ length: 30 }, (_, n) => `g${n}`)
  for (const [n, id] of ids.entries()) {
    if (n % 10 === 5) mongod.dropConnections()
    await commit(store, id)
  }
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(ids.length)
  expect([heard, misses]).toEqual([ids, []])
})

/** The place to go on from is no longer in the log. */
const historyLost: Hook = (name, command) =>
  name === 'aggregate' && JSON.stringify(command.pipeline ?? '').includes('resumeAfter')
    ? { reply: { ok: 0, code: 286, codeName: 'ChangeStreamHistoryLost', errmsg: 'not in the oplog' } }
    : undefined

test('L8 (stand-in) a stream that can not go on where it was begins anew, and says that something may be missed', async () => {
  const { mongod, store, heard, misses } = await setUp()
  mongod.onCommand(historyLost)
  mongod.dropConnections()
  await expect.poll(() => misses.length).toBe(1)
  await commit(store, 'after')
  await expect.poll(() => heard.at(-1)).toBe('after')
  expect(misses.length).toBe(1)
})

test('L9 (stand-in) a record that somebody removes past us, as release 0.1.0 does, is said to be missed; one that we drop is not', async () => {
  const { mongod, store, heard, misses } = await setUp()
  const ada = { _id: 'ada', rev: 1 }
  await store.commit([put(guests, ada)])
  await store.commit([{ collection: guests, drop: ada, expectedRev: 1 }])
  await expect.poll(() => heard).toEqual(['ada', 'ada'])
  await commit(store, 'after')
  await expect.poll(() => heard.at(-1)).toBe('after')
  expect(misses).toEqual([])
  const client = new MongoClient(mongod.uri)
  await client.db(databaseIn(store.uri)).collection<{ _id: string }>('guests').deleteOne({ _id: 'first' })
  await client.close()
  await expect.poll(() => misses.length).toBe(1)
})

test('L9 (stand-in) a new index that a process of a newer version takes in changes no record, so nobody is told to read again', async () => {
  const { mongod, store, heard, misses } = await setUp()
  for (let n = 0; n < 20; n++) await commit(store, `g${n}`)
  const client = new MongoClient(mongod.uri)
  const documents = client.db(databaseIn(store.uri)).collection<{ _id: string }>('guests')
  await documents.updateMany({}, { $set: { '_in.newer': true } })
  await commit(store, 'after')
  await expect.poll(() => heard.at(-1)).toBe('after')
  expect(misses).toEqual([])
  await documents.updateOne({ _id: 'g1' }, { $set: { '_in.newer': true, name: 'by hand' } })
  await expect.poll(() => misses.length).toBe(1)
  await client.close()
})
