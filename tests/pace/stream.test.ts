// How far the change stream that a process follows is behind the database, by its clock: what the server says of it, and once it has caught up.
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { databaseIn, freshMongo } from '../kit/world/fresh-store.ts'
import { longer, onTime, within } from '../kit/world/pace.ts'
import { contractCollections, guests } from '../store/fixtures.ts'

test('L8, O1 pace: (stand-in) a stream that answers, and is behind the database, says by how much and what to do; once it has caught up all is well', {
  ...onTime,
  ...longer,
}, async () => {
  const mongod = await ownStandIn()
  const store = await freshMongo(mongod.uri, contractCollections)
  const feed = await store.follow([guests], { changed: () => {}, missed: () => {} })
  within(feed.lagMs(), 2_500)
  const client = new MongoClient(mongod.uri)
  const elsewhere = client.db(databaseIn(store.uri)).collection<{ _id: string }>('elsewhere', { writeConcern: { w: 1 } })
  mongod.lag(60_000)
  await expect
    .poll(
      async () => {
        await elsewhere.updateOne({ _id: 'one' }, { $set: { at: Date.now() } }, { upsert: true })
        return feed.lagMs()
      },
      { interval: 200 },
    )
    .toBeGreaterThan(5_000)
  expect(feed.why()).toMatch(/^the stream is [5-9] s behind; over a sharded cluster set periodicNoopIntervalSecs to 1$/)
  mongod.lag(0)
  await expect.poll(() => feed.lagMs()).toBeLessThan(2_500)
  await client.close()
})
