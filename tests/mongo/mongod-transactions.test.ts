// The stand-in's transactions, snapshots and retried writes, as a real server's: seen by two clients through the official driver.
import { Long, type MongoServerError } from 'mongodb'
import { describe, expect, test } from 'vitest'
import { type Connected, connect, failure, open } from './mongod-kit.ts'

const transient = (error: MongoServerError | undefined) => error?.hasErrorLabel('TransientTransactionError')

/** Two clients count up one document at once, each by reading it first. */
async function race(one: Connected, other: Connected) {
  await one.things.insertOne({ _id: 'count', n: 0 })
  const sessions = [one, other].map(({ client, things }) => ({ things, session: client.startSession() }))
  const reads: number[] = []
  for (const { things, session } of sessions) {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', j: true } })
    reads.push((await things.findOne({ _id: 'count' }, { session }))?.n as number)
  }
  const errors: (MongoServerError | undefined)[] = []
  for (const [at, { things, session }] of sessions.entries()) {
    errors.push(
      await failure(
        things.updateOne({ _id: 'count' }, { $set: { n: (reads[at] ?? 0) + 1 } }, { session }).then(() => session.commitTransaction()),
      ),
    )
    await session.endSession()
  }
  return { errors, n: (await one.things.findOne({ _id: 'count' }))?.n }
}

describe('transactions', () => {
  test('W6 a transaction sees its snapshot and its own writes, and others see them at its commit, all at once', async () => {
    const { mongod, client, things } = await open()
    const outside = connect(mongod).things
    await things.insertMany([
      { _id: 'a', n: 1 },
      { _id: 'b', n: 1 },
    ])
    const session = client.startSession()
    session.startTransaction()
    expect(await things.countDocuments({}, { session })).toBe(2)
    await outside.insertOne({ _id: 'c', n: 1 })
    await outside.updateOne({ _id: 'a' }, { $set: { n: 9 } })
    await things.updateOne({ _id: 'b' }, { $set: { n: 2 } }, { session })
    await things.insertOne({ _id: 'd', n: 2 }, { session })
    expect((await things.find({}, { session }).sort({ _id: 1 }).toArray()).map(({ _id, n }) => [_id, n])).toEqual([
      ['a', 1],
      ['b', 2],
      ['d', 2],
    ])
    expect((await outside.find().sort({ _id: 1 }).toArray()).map(({ _id, n }) => [_id, n])).toEqual([
      ['a', 9],
      ['b', 1],
      ['c', 1],
    ])
    await session.commitTransaction()
    await session.commitTransaction()
    expect((await outside.find().sort({ _id: 1 }).toArray()).map(({ _id, n }) => [_id, n])).toEqual([
      ['a', 9],
      ['b', 2],
      ['c', 1],
      ['d', 2],
    ])
    await session.endSession()
  })

  test('W6 an aborted transaction leaves nothing, and one that is gone is no such transaction', async () => {
    const { mongod, client, things } = await open()
    const session = client.startSession()
    session.startTransaction()
    await things.insertOne({ _id: 'a' }, { session })
    await session.abortTransaction()
    expect(await things.countDocuments({})).toBe(0)
    session.startTransaction()
    await things.insertOne({ _id: 'a' }, { session })
    await client.db('admin').command({ killSessions: [session.id] })
    const late = await failure(things.insertOne({ _id: 'b' }, { session }))
    expect(late).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' })
    expect(transient(late)).toBe(true)
    await session.endSession()
    expect(mongod.counts()).toMatchObject({ openTransactions: 0, committed: 0, aborted: 2 })
  })

  test('W7 of two transactions that write one document the second fails, to be tried again', async () => {
    const { mongod, ...one } = await open()
    const { errors, n } = await race(one, connect(mongod))
    expect(errors[0]).toBeUndefined()
    expect(errors[1]).toMatchObject({ code: 112, codeName: 'WriteConflict' })
    expect(transient(errors[1])).toBe(true)
    expect(n).toBe(1)
  })

  test('W7 control: with conflicts not noticed an update is lost', async () => {
    const { mongod, ...one } = await open({ conflicts: false })
    const { errors, n } = await race(one, connect(mongod))
    expect(errors).toEqual([undefined, undefined])
    expect(n).toBe(1)
  })

  test('W7 tried again until they pass, eight clients count to forty; a unique key is taken once', async () => {
    const { mongod, things } = await open()
    await things.createIndex({ key: 1 }, { unique: true, sparse: true })
    await things.insertOne({ _id: 'count', n: 0 })
    const clients = Array.from({ length: 8 }, () => connect(mongod))
    const outcomes: unknown[] = []
    await Promise.all(
      clients.map(async ({ client, things: mine }, at) => {
        for (let turn = 0; turn < 5; turn++) {
          await client.withSession((session) =>
            session.withTransaction(async () => {
              const n = (await mine.findOne({ _id: 'count' }, { session }))?.n as number
              await mine.updateOne({ _id: 'count' }, { $set: { n: n + 1 } }, { session })
            }),
          )
        }
        const refused = await failure(
          client.withSession((session) => session.withTransaction(() => mine.insertOne({ _id: `k${at}`, key: 'one' }, { session }))),
        )
        outcomes.push(refused?.code)
      }),
    )
    expect((await things.findOne({ _id: 'count' }))?.n).toBe(40)
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(1)
    expect(outcomes.filter((code) => code === 11000)).toHaveLength(7)
    expect(mongod.counts().conflicts).toBeGreaterThan(0)
  })

  test('W7 a plain write waits for the transaction that holds its document, and no longer than it is told to', async () => {
    const { mongod, client, things } = await open()
    const other = connect(mongod).things
    await things.insertOne({ _id: 'a', n: 0 })
    const session = client.startSession()
    session.startTransaction()
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
    expect((await failure(other.updateOne({ _id: 'a' }, { $inc: { n: 10 } }, { maxTimeMS: 50 })))?.code).toBe(50)
    const waiting = other.updateOne({ _id: 'a' }, { $inc: { n: 10 } })
    await session.commitTransaction()
    await waiting
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 11 })
    await session.endSession()
  })

  test('W6 a standalone server takes no transactions', async () => {
    const { client, things } = await open({ replicaSet: undefined })
    await things.insertOne({ _id: 'a' })
    const error = await failure(client.withSession((session) => session.withTransaction(() => things.insertOne({ _id: 'b' }, { session }))))
    expect(error?.message).toContain('does not support')
    const bare = await failure(client.db('app').command({ insert: 'things', documents: [{}], txnNumber: Long.fromNumber(1) }))
    expect(bare).toMatchObject({ code: 20, message: 'Transaction numbers are only allowed on a replica set member or mongos' })
    expect(await things.countDocuments({})).toBe(1)
  })
})

describe('snapshots and retries', () => {
  test('W8 a snapshot session reads one moment of all collections, whatever is written meanwhile', async () => {
    const { client, things } = await open()
    const others = client.db('app').collection('others')
    await things.insertMany(Array.from({ length: 300 }, (_, at) => ({ _id: `t${at}`, n: 0 })))
    await others.insertOne({ n: 0 })
    const session = client.startSession({ snapshot: true })
    const cursor = things.find({}, { session, batchSize: 50 })
    expect((await cursor.next())?.n).toBe(0)
    await things.updateMany({}, { $set: { n: 1 } })
    await things.deleteOne({ _id: 't299' })
    await others.updateOne({}, { $set: { n: 1 } })
    const rest = await cursor.toArray()
    expect(rest).toHaveLength(299)
    expect(rest.every(({ n }) => n === 0)).toBe(true)
    expect(await others.findOne({}, { session })).toMatchObject({ n: 0 })
    expect(await things.countDocuments({ n: 0 }, { session })).toBe(300)
    expect(await things.countDocuments({ n: 0 })).toBe(0)
    await session.endSession()
  })

  test('W9 a write whose answer is lost is not done again, and answers as it would have', async () => {
    const { mongod, things } = await open()
    await things.insertOne({ _id: 'a', n: 0 })
    const lost = new Set<string>()
    mongod.onCommand((name) => {
      if (!['update', 'insert', 'findAndModify', 'delete'].includes(name) || lost.has(name)) return undefined
      lost.add(name)
      return { lost: 'answer' }
    })
    expect(await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 1 })
    expect(await things.insertOne({ _id: 'b' })).toMatchObject({ insertedId: 'b' })
    expect(await things.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 1 } }, { returnDocument: 'after' })).toEqual({ _id: 'a', n: 2 })
    expect(await things.deleteOne({ _id: 'b' })).toMatchObject({ deletedCount: 1 })
    expect(await things.find().toArray()).toEqual([{ _id: 'a', n: 2 }])
    expect(mongod.counts().retried).toBe(4)
  })

  test('W9 control: without retryable writes the client must not know, and a second try counts twice', async () => {
    const { mongod, things } = await open()
    await things.insertOne({ _id: 'a', n: 0 })
    const plain = connect(mongod, { retryWrites: false }).things
    await plain.findOne({})
    let lost = false
    mongod.onCommand((name) => {
      if (name !== 'update' || lost) return undefined
      lost = true
      return { lost: 'answer' }
    })
    const add = () => plain.updateOne({ _id: 'a' }, { $inc: { n: 1 } })
    expect(await failure(add())).toMatchObject({ name: 'MongoNetworkError' })
    await add()
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 2 })
  })

  test('W9 a commit whose answer is lost is asked for again and says that it is done', async () => {
    const { mongod, client, things } = await open()
    let lost = 0
    mongod.onCommand((name) => (name === 'commitTransaction' && lost++ === 0 ? { lost: 'answer' } : undefined))
    await client.withSession((session) => session.withTransaction(() => things.insertOne({ _id: 'a' }, { session })))
    expect(lost).toBe(2)
    expect(await things.countDocuments({})).toBe(1)
    expect(mongod.counts().committed).toBe(1)
  })

  test('W9 an older number of a session is too old', async () => {
    const { client, things } = await open()
    const session = client.startSession()
    await things.insertOne({ _id: 'a' }, { session })
    await things.insertOne({ _id: 'b' }, { session })
    const kept = session.serverSession as { txnNumber: number }
    kept.txnNumber -= 2
    expect((await failure(things.insertOne({ _id: 'c' }, { session })))?.code).toBe(225)
    await session.endSession()
  })
})
