// The stand-in's sessions that are killed, its majority that lags or loses what it hasn't got, its hidden indexes and its members that are away, as the
// sections of MongoDB's manual say that are named.
import type { MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { connect, failure, open } from './mongod-kit.ts'

const majority = { writeConcern: { w: 'majority', wtimeoutMS: 1_000 }, readConcern: { level: 'majority' } } as const
const own = { writeConcern: { w: 1 }, readConcern: { level: 'local' } } as const

test('W14 to kill a session interrupts what is under way in it, without a label, and ends its cursors (killSessions)', async () => {
  const { mongod, client, things } = await open()
  await things.insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: `t${n}` })))
  const [holder, waiting, reading] = [client.startSession(), client.startSession(), client.startSession()]
  holder.startTransaction()
  await things.updateOne({ _id: 't0' }, { $set: { n: 1 } }, { session: holder })
  const cursor = things.find({}, { session: reading, batchSize: 2 })
  await cursor.next()
  const write = failure(things.updateOne({ _id: 't0' }, { $set: { n: 2 } }, { session: waiting }))
  await expect.poll(() => mongod.counts().commands.update).toBe(2)
  const ids = [waiting, reading].map(({ id }) => id)
  await connect(mongod).client.db('admin').command({ killSessions: ids })
  const interrupted = (await write) as MongoServerError
  expect([interrupted.code, interrupted.codeName, interrupted.errorLabels]).toEqual([11_601, 'Interrupted', []])
  expect(await failure(cursor.toArray())).toMatchObject({ code: 43 })
  await holder.commitTransaction()
  expect(await things.findOne({ _id: 't0' }, { session: waiting })).toMatchObject({ n: 1 }) // the session may be used again
  for (const session of [holder, waiting, reading]) await session.endSession()
})

test('W15 while the majority lags its reads see what it has, and what is to be acknowledged by it waits, or says so and stays (Write Concern, wtimeout)', async () => {
  const { mongod } = await open()
  const [slow, quick] = [connect(mongod, majority).things, connect(mongod, own).things]
  await slow.insertOne({ _id: 'a', n: 0 })
  const stream = connect(mongod).things.watch()
  await stream.tryNext()
  mongod.lag(Number.POSITIVE_INFINITY)
  await quick.updateOne({ _id: 'a' }, { $set: { n: 1 } })
  expect([(await slow.findOne({}))?.n, (await quick.findOne({}))?.n, await stream.tryNext()]).toEqual([0, 1, null])
  expect(await failure(slow.updateOne({ _id: 'a' }, { $set: { n: 2 } }))).toMatchObject({ code: 64 })
  expect([(await slow.findOne({}))?.n, (await quick.findOne({}))?.n]).toEqual([0, 2])
  let isAcknowledged = false
  const waiting = connect(mongod, { writeConcern: { w: 'majority' } }).things.updateOne({ _id: 'a' }, { $set: { n: 3 } })
  void waiting.then(() => (isAcknowledged = true))
  await expect.poll(async () => (await quick.findOne({}))?.n).toBe(3)
  expect([(await slow.findOne({}))?.n, isAcknowledged]).toEqual([0, false])
  mongod.lag(0)
  await waiting
  expect((await slow.findOne({}))?.n).toBe(3)
  expect((await stream.next()).operationType).toBe('update')
  await stream.close()
})

test('W15 a step-down takes back what no majority had, a transaction with it, and nobody heard of it (Rollbacks During Replica Set Failover)', async () => {
  const { mongod } = await open()
  const [slow, quick] = [connect(mongod, { ...majority, retryWrites: false }), connect(mongod, own)]
  await slow.things.insertMany([{ _id: 'a', n: 0 }, { _id: 'gone' }])
  const stream = connect(mongod).things.watch([], { maxAwaitTimeMS: 100 })
  await stream.tryNext()
  mongod.lag(Number.POSITIVE_INFINITY)
  await quick.things.updateOne({ _id: 'a' }, { $set: { n: 1 } })
  await quick.things.deleteOne({ _id: 'gone' })
  await quick.things.insertOne({ _id: 'b' })
  const session = quick.client.startSession()
  session.startTransaction({ writeConcern: { w: 1 } })
  await quick.things.updateOne({ _id: 'a' }, { $inc: { n: 5 } }, { session })
  await session.commitTransaction()
  mongod.stepDown(0.3, true)
  mongod.lag(0)
  expect((await failure(session.commitTransaction()))?.code).toBe(251)
  expect(await slow.things.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 'a', n: 0 }, { _id: 'gone' }])
  await slow.things.insertOne({ _id: 'c' })
  expect(await stream.next()).toMatchObject({ operationType: 'insert', documentKey: { _id: 'c' } })
  await stream.close()
  await session.endSession()
})

test('W16 a hidden index is no hint and serves no query, yet a unique one still holds, and asking for it again leaves it hidden (Hidden Indexes)', async () => {
  const { client, things } = await open()
  await things.createIndex({ key: 1 }, { name: 'key', unique: true, hidden: true })
  await things.insertOne({ _id: 'a', key: 'x' })
  expect((await failure(things.insertOne({ _id: 'b', key: 'x' })))?.code).toBe(11_000)
  expect((await failure(things.find({ key: 'x' }).hint('key').toArray()))?.code).toBe(2)
  await things.createIndex({ key: 1 }, { name: 'key', unique: true })
  expect((await things.indexes()).at(-1)).toMatchObject({ name: 'key', hidden: true })
  await client.db('app').command({ collMod: 'things', index: { name: 'key', hidden: false } })
  expect(await things.find({ key: 'x' }).hint('key').toArray()).toHaveLength(1)
  expect((await failure(client.db('app').command({ collMod: 'things', index: { name: '_id_', hidden: true } })))?.code).toBe(2)
})

test('W16 an index waits for all voting members unless a majority is enough, and an empty collection for none (createIndexes, commitQuorum)', async () => {
  const { mongod, client, things } = await open()
  await things.createIndex({ empty: 1 })
  await things.insertOne({ _id: 'a' })
  mongod.away(1)
  await things.createIndex({ a: 1 }, { commitQuorum: 'majority' })
  expect((await failure(things.createIndex({ b: 1 }, { maxTimeMS: 100 })))?.code).toBe(50)
  mongod.away(0)
  await things.createIndex({ b: 1 })
  expect((await failure(things.createIndex({ c: 1 }, { commitQuorum: 'half' })))?.code).toBe(238)
  mongod.away(2)
  const slow = client.db('app').collection('things', majority)
  expect((await failure(slow.insertOne({ n: 1 })))?.code).toBe(64)
})

test('W17 a write goes on after its client has stopped waiting for it (Write Concern; maxTimeMS)', async () => {
  const { mongod, client, things } = await open()
  await things.insertOne({ _id: 'a', n: 0 })
  const session = client.startSession()
  session.startTransaction()
  await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
  const hasty = connect(mongod, { retryWrites: false })
  const left = failure(hasty.things.updateOne({ _id: 'a' }, { $inc: { n: 10 } }))
  await expect.poll(() => mongod.counts().commands.update).toBe(2)
  await hasty.client.close()
  expect(await left).toBeDefined()
  await session.commitTransaction()
  await expect.poll(async () => (await things.findOne({}))?.n).toBe(11)
  await session.endSession()
})
