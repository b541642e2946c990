// What the stand-in of tests/mongod does as a real server does, seen through the official driver.
import { Int32, Long, ObjectId } from 'mongodb'
import { describe, expect, test } from 'vitest'
import { failure, open } from './mongod-kit.ts'

describe('documents', () => {
  test('W1 what is written is read again, in its types and in the order of BSON', async () => {
    const { client, things } = await open()
    const values = [
      'z',
      '\u{1f600}',
      '\uffff',
      '',
      5,
      -1,
      2.5,
      Long.fromString('9007199254740993'),
      true,
      null,
      new Date(0),
      [3],
      { a: 1 },
      new ObjectId(),
    ]
    await things.insertMany(values.map((value, at) => ({ _id: `v${at}`, value })))
    const sorted = await things.find({}, { promoteLongs: false }).sort({ value: 1 }).toArray()
    const order = sorted.map(({ value }) => value)
    expect(order.slice(0, 5)).toEqual([null, -1, 2.5, [3], 5])
    expect(String(order[5])).toBe('9007199254740993')
    expect(order.slice(6, 10)).toEqual(['', 'z', '\uffff', '\u{1f600}'])
    expect(await things.countDocuments({ value: { $type: 'string' } })).toBe(4)
    await client
      .db('app')
      .collection('types')
      .insertOne({ int: new Int32(1), long: Long.fromNumber(1), double: 1.5 })
    expect(
      await client
        .db('app')
        .collection('types')
        .countDocuments({ int: { $type: 'int' }, long: { $type: 'long' }, double: { $type: 'double' } }),
    ).toBe(1)
  })

  test('W1 filters, sorts, pages and projections find what a model of them finds, with an index and without', async () => {
    const { things } = await open()
    const docs = Array.from({ length: 300 }, (_, at) => ({
      _id: `d${at}`,
      group: `g${at % 7}`,
      at: (at * 37) % 101,
      tags: at % 3 === 0 ? ['a', 'b'] : [],
      ...(at % 5 === 0 ? { extra: at } : {}),
    }))
    await things.insertMany(docs)
    const ask = async () => ({
      range: (
        await things
          .find({ group: 'g3', at: { $gte: 20, $lt: 80 } })
          .sort({ at: -1, _id: -1 })
          .skip(2)
          .limit(9)
          .toArray()
      ).map(({ _id }) => _id),
      among: (
        await things
          .find({ group: { $in: ['g1', 'g2'] }, extra: { $exists: true } })
          .sort({ _id: 1 })
          .toArray()
      ).map(({ _id }) => _id),
      tags: await things.countDocuments({ tags: 'b' }),
      either: await things.countDocuments({
        $or: [{ at: 5 }, { $and: [{ group: { $ne: 'g0' } }, { at: { $lte: 3 } }] }],
        $nor: [{ extra: { $exists: false }, at: 0 }],
      }),
      shape: await things.find({ _id: 'd5' }).project({ _id: 0, at: 1 }).toArray(),
    })
    const scanned = await ask()
    expect(scanned.range).toEqual(
      docs
        .filter(({ group, at }) => group === 'g3' && at >= 20 && at < 80)
        .toSorted((a, b) => b.at - a.at || (a._id < b._id ? 1 : -1))
        .slice(2, 11)
        .map(({ _id }) => _id),
    )
    expect(scanned.tags).toBe(100)
    expect(scanned.shape).toEqual([{ at: 84 }])
    await things.createIndexes([
      { key: { group: 1, at: -1 } },
      { key: { tags: 1 } },
      { key: { extra: 1 }, sparse: true },
      { key: { at: 1, _id: 1 } },
    ])
    expect(await ask()).toEqual(scanned)
    await things.find({}).batchSize(7).toArray()
  })

  test('W2 an operator, stage, command or field that it does not have is refused by name', async () => {
    const { client, things } = await open()
    await things.insertOne({ _id: 'a', n: 1 })
    const refusals = [
      things.findOne({ n: { $mod: [2, 0] } }),
      things.findOne({ $where: 'true' }),
      things.updateOne({ _id: 'a' }, { $push: { n: 1 } } as never),
      things.aggregate([{ $lookup: { from: 'x' } }]).toArray(),
      client.db('app').command({ mapReduce: 'things' }),
      client.db('app').command({ find: 'things', tailable: true }),
      things.find({}).hint('none').toArray(),
    ]
    const codes = (await Promise.all(refusals.map(failure))).map((error) => error?.code)
    expect(codes).toEqual([2, 2, 9, 40324, 59, 40415, 2])
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 })
  })

  test('W3 updates change what they name, upserts take over the filter, and types stand in the way as they do', async () => {
    const { things } = await open()
    await things.insertOne({ _id: 'a', n: 1, deep: { x: 1 } })
    expect(
      await things.updateOne({ _id: 'a' }, { $set: { 'deep.y': 2 }, $unset: { 'deep.x': '' }, $inc: { n: 2 }, $max: { top: 5 } }),
    ).toMatchObject({ matchedCount: 1, modifiedCount: 1 })
    expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 3, deep: { y: 2 }, top: 5 })
    expect(await things.updateOne({ _id: 'a' }, { $set: { n: 3 } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 })
    const upserted = await things.findOneAndUpdate(
      { _id: 'b', kind: 'k' },
      { $inc: { n: 1 }, $setOnInsert: { born: 1 } },
      { upsert: true, returnDocument: 'after' },
    )
    expect(upserted).toEqual({ _id: 'b', kind: 'k', n: 1, born: 1 })
    expect((await failure(things.updateOne({ _id: 'a' }, { $inc: { deep: 1 } } as never)))?.code).toBe(14)
    expect((await failure(things.updateOne({ _id: 'a' }, { $set: { _id: 'c' } })))?.code).toBe(66)
    expect((await failure(things.updateOne({ _id: 'a' }, { $set: { n: 1 }, $inc: { n: 1 } })))?.code).toBe(40)
    expect(await things.replaceOne({ _id: 'a' }, { only: true })).toMatchObject({ modifiedCount: 1 })
    expect(await things.findOneAndDelete({ only: true })).toEqual({ _id: 'a', only: true })
    expect(await things.updateMany({}, { $set: { all: 1 } })).toMatchObject({ matchedCount: 1 })
    expect(await things.deleteMany({})).toMatchObject({ deletedCount: 1 })
  })
})

describe('indexes', () => {
  test('W4 a unique index lets one document have a key, a partial one only among its own', async () => {
    const { things } = await open()
    await things.createIndex({ email: 1 }, { unique: true, partialFilterExpression: { email: { $type: 'string' } } })
    await things.createIndex({ a: 1, b: 1 }, { unique: true, sparse: true })
    await things.insertMany([
      { _id: '1', email: 'x' },
      { _id: '2', email: null },
      { _id: '3', email: null },
    ])
    const error = await failure(things.insertOne({ _id: '4', email: 'x' }))
    expect(error).toMatchObject({ code: 11000, keyPattern: { email: 1 }, keyValue: { email: 'x' } })
    const many = await failure(things.insertMany([{ _id: '5' }, { _id: '1' }, { _id: '6' }], { ordered: false }))
    expect(many).toMatchObject({ code: 11000, result: { insertedCount: 2 } })
    expect((await failure(things.updateOne({ _id: '2' }, { $set: { email: 'x' } })))?.code).toBe(11000)
    const tries = await Promise.all(Array.from({ length: 20 }, (_, at) => failure(things.insertOne({ _id: `t${at}`, a: 1, b: 1 }))))
    expect(tries.filter((one) => one === undefined)).toHaveLength(1)
    await things.deleteOne({ _id: '1' })
    await things.insertOne({ _id: '7', email: 'x' })
  })

  test('W4 an index that is there in another shape is refused, and listed as it was made', async () => {
    const { things } = await open()
    await things.createIndex({ a: 1 }, { name: 'one' })
    await things.createIndex({ a: 1 }, { name: 'one' })
    expect((await failure(things.createIndex({ a: 1 }, { name: 'two' })))?.code).toBe(85)
    expect((await failure(things.createIndex({ b: 1 }, { name: 'one' })))?.code).toBe(86)
    expect((await failure(things.createIndex({ a: 1 }, { name: 'one', expireAfterSeconds: 5 })))?.code).toBe(85)
    expect((await failure(things.createIndex({ a: 1 }, { name: 'one', unique: true })))?.code).toBe(86)
    await things.insertMany([
      { _id: '1', d: 1 },
      { _id: '2', d: 1 },
    ])
    expect((await failure(things.createIndex({ d: 1 }, { unique: true })))?.code).toBe(11000)
    expect((await things.indexes()).map(({ name }) => name)).toEqual(['_id_', 'one'])
    expect((await failure(things.dropIndex('none')))?.code).toBe(27)
  })

  test('W5 a document is gone a moment after its time, and a capped collection keeps the newest', async () => {
    const { client, things } = await open()
    await things.createIndex({ until: 1 }, { expireAfterSeconds: 0 })
    await things.insertMany([
      { _id: 'old', until: new Date(0) },
      { _id: 'new', until: new Date('2999-01-01') },
    ])
    await expect.poll(() => things.countDocuments({})).toBe(1)
    const events = await client.db('app').createCollection('events', { capped: true, size: 4_096 })
    for (let at = 0; at < 100; at++) await events.insertOne({ at, text: 'x'.repeat(100) })
    const kept = await events.find().toArray()
    expect(kept.length).toBeLessThan(40)
    expect(kept.at(-1)?.at).toBe(99)
  })
})
