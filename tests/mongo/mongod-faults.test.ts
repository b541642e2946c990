// The stand-in's step-downs, pauses and lost connections, and its change streams: the official driver comes back from each.
import type { ChangeStream, ChangeStreamDocument, Collection, ResumeToken } from 'mongodb'
import { describe, expect, test } from 'vitest'
import { connect, failure, open, type Thing } from './mongod-kit.ts'

describe('faults', () => {
  test('W10 a step-down ends open transactions, and writes go on once there is a primary again', async () => {
    const { mongod, client, things } = await open()
    await things.insertOne({ _id: 'a', n: 0 })
    const session = client.startSession()
    session.startTransaction()
    await things.updateOne({ _id: 'a' }, { $inc: { n: 100 } }, { session })
    const refused = await failure(client.db('admin').command({ replSetStepDown: 1 }))
    expect(refused?.codeName).toBe('ExceededTimeLimit')
    await client.db('admin').command({ replSetStepDown: 1, force: true })
    const late = await failure(things.insertOne({ _id: 'b' }, { session }))
    expect(late?.hasErrorLabel('TransientTransactionError')).toBe(true)
    await session.abortTransaction()
    await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } })
    expect(await things.find().toArray()).toEqual([{ _id: 'a', n: 1 }])
    expect(mongod.counts().openTransactions).toBe(0)
    await session.endSession()
  })

  test('W10 a transaction that meets a step-down is tried again as a whole', async () => {
    const { mongod, client, things } = await open()
    await things.insertOne({ _id: 'a', n: 0 })
    let tries = 0
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await things.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
        if (tries++ === 0) mongod.stepDown(0.5)
      }),
    )
    expect(tries).toBe(2)
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 })
  })

  test('W10 control: a client that does not retry is told that there is no primary', async () => {
    const { mongod } = await open()
    const { things } = connect(mongod, { retryWrites: false })
    await things.insertOne({ _id: 'a' })
    mongod.stepDown(0.5)
    const errors = await Promise.all(['b', 'c'].map((_id) => failure(things.insertOne({ _id }))))
    const codes = errors.map((error) => error?.code)
    expect(codes).toContain(10107)
  })

  test('W11 a server that hangs or is away fails what waits for it in time, and serves again afterwards', async () => {
    const { mongod, things } = await open()
    await things.insertOne({ _id: 'a' })
    const hasty = connect(mongod, { socketTimeoutMS: 300, connectTimeoutMS: 300, serverSelectionTimeoutMS: 600 })
    await mongod.pause('hang')
    expect((await failure(hasty.things.findOne({})))?.name).toMatch(/^Mongo(NetworkTimeout|ServerSelection)Error$/)
    await mongod.resume()
    await expect.poll(() => things.findOne({}).catch(() => undefined)).toEqual({ _id: 'a' })
    await mongod.pause('refuse')
    expect(await failure(hasty.things.findOne({}))).toBeDefined()
    await expect.poll(() => mongod.counts().connections).toBe(0)
    await mongod.resume()
    await expect.poll(() => things.findOne({}).catch(() => undefined)).toEqual({ _id: 'a' })
  })

  test('W11 a delay does to commands what it was told to', async () => {
    const { mongod, things } = await open()
    await things.insertOne({ _id: 'a' })
    mongod.delay(3_600_000)
    let isAnswered = false
    const late = failure(things.findOne({}).then(() => (isAnswered = true)))
    await expect.poll(() => mongod.counts().commands.find).toBe(1)
    mongod.delay(0)
    expect([await things.findOne({}), isAnswered]).toEqual([{ _id: 'a' }, false])
    mongod.dropConnections() // nobody waits that long
    await late
  })
})

type Events = ChangeStream<Thing, ChangeStreamDocument<Thing>>

/** Takes the next events of a stream, each as its kind and its document. */
async function take(stream: Events, count: number) {
  const events: [string, unknown][] = []
  while (events.length < count) {
    const event = await stream.next()
    events.push([event.operationType, 'documentKey' in event ? event.documentKey._id : undefined])
  }
  return events
}

/** Inserts until it is there: the driver tries a write twice only, and both connections may be lost. */
async function insertSurely(things: Collection<Thing>, _id: string) {
  for (let error = await failure(things.insertOne({ _id })); error !== undefined && error.code !== 11000; )
    error = await failure(things.insertOne({ _id }))
}

describe('change streams', () => {
  test('W12 each commit is told in order, a transaction at its commit, and the end of a collection ends the stream', async () => {
    const { client, things } = await open()
    await things.insertOne({ _id: 'before' })
    const stream: Events = things.watch([{ $match: { 'fullDocument.quiet': { $ne: true } } }])
    await stream.tryNext()
    await things.insertOne({ _id: 'a', n: 1 })
    const session = client.startSession()
    session.startTransaction()
    await things.insertOne({ _id: 'b' }, { session })
    await things.updateOne({ _id: 'a' }, { $set: { n: 2 }, $unset: { no: '' } }, { session })
    await things.insertOne({ _id: 'c' })
    await things.insertOne({ _id: 'd', quiet: true })
    await session.commitTransaction()
    await things.replaceOne({ _id: 'c' }, { n: 3 })
    await things.deleteOne({ _id: 'c' })
    expect(await take(stream, 6)).toEqual([
      ['insert', 'a'],
      ['insert', 'c'],
      ['insert', 'b'],
      ['update', 'a'],
      ['replace', 'c'],
      ['delete', 'c'],
    ])
    await things.drop()
    expect(await take(stream, 2)).toEqual([
      ['drop', undefined],
      ['invalidate', undefined],
    ])
    expect((await failure(stream.next()))?.message).toMatch(/closed/)
    await session.endSession()
  })

  test('W12 an update tells what changed, and looks the document up when asked', async () => {
    const { things } = await open()
    await things.insertOne({ _id: 'a', n: 1, deep: { x: 1 }, no: 1 })
    const stream = things.watch([{ $match: { operationType: 'update' } }], { fullDocument: 'updateLookup' })
    await stream.tryNext()
    await things.updateOne({ _id: 'a' }, { $set: { n: 1, 'deep.y': 2 }, $unset: { no: '' } })
    expect(await stream.next()).toMatchObject({
      operationType: 'update',
      ns: { db: 'app', coll: 'things' },
      updateDescription: { updatedFields: { 'deep.y': 2 }, removedFields: ['no'] },
      fullDocument: { _id: 'a', n: 1, deep: { x: 1, y: 2 } },
    })
    await stream.close()
  })

  test('W12 after lost connections and a step-down nothing is missed and nothing told twice', async () => {
    const { mongod, things } = await open()
    const watcher = connect(mongod).things
    const stream: Events = watcher.watch([], { maxAwaitTimeMS: 200 })
    await stream.tryNext()
    const told = take(stream, 60)
    for (let at = 0; at < 60; at++) {
      await insertSurely(things, `e${at}`)
      if (at % 15 === 7) mongod.dropConnections()
      if (at === 40) mongod.stepDown(0.3)
    }
    expect((await told).map(([, id]) => id)).toEqual(Array.from({ length: 60 }, (_, at) => `e${at}`))
    await stream.close()
  })

  test('W12 a stream starts after a token or at a time, and not after one that nobody gave out', async () => {
    const { mongod, client, things } = await open()
    const first: Events = things.watch()
    await first.tryNext()
    await things.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }])
    const tokens: ResumeToken[] = []
    for (let at = 0; at < 3; at++) tokens.push((await first.next())._id)
    const later: Events = connect(mongod).things.watch([], { resumeAfter: tokens[0] })
    expect(await take(later, 2)).toEqual([
      ['insert', 'b'],
      ['insert', 'c'],
    ])
    const { operationTime } = await client.db('app').command({ ping: 1 })
    await things.insertOne({ _id: 'd' })
    const timed: Events = things.watch([], { startAtOperationTime: operationTime })
    expect(await take(timed, 2)).toEqual([
      ['insert', 'c'],
      ['insert', 'd'],
    ])
    expect((await failure(things.watch([], { resumeAfter: { _data: '00' } }).next()))?.code).toBe(260)
    for (const stream of [first, later, timed]) await stream.close()
  })

  test('W12 over a database: what a transaction did comes together, in its order; of a removal the id alone, of a replacement all of it', async () => {
    const { client, things } = await open()
    const other = client.db('app').collection<Thing>('others')
    await things.insertMany([{ _id: 'a' }, { _id: 'b' }])
    await other.insertOne({ _id: 'o' })
    const stream = client.db('app').watch([{ $match: { 'ns.coll': { $in: ['things'] } } }])
    expect(await stream.tryNext()).toBeNull()
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await things.replaceOne({ _id: 'a' }, { only: true }, { session })
        await other.deleteOne({ _id: 'o' }, { session })
        await things.deleteOne({ _id: 'a' }, { session })
        await things.insertOne({ _id: 'a', n: 2 }, { session })
      }),
    )
    const told: unknown[] = []
    for (let n = 0; n < 3; n++) {
      const event = (await stream.next()) as unknown as { operationType: string; fullDocument?: Thing; documentKey: { _id: string } }
      told.push([event.operationType, event.documentKey._id, event.fullDocument])
    }
    expect(told).toEqual([
      ['replace', 'a', { _id: 'a', only: true }],
      ['delete', 'a', undefined],
      ['insert', 'a', { _id: 'a', n: 2 }],
    ])
    expect(await stream.tryNext()).toBeNull()
    await stream.close()
  })
})
