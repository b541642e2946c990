// What a real server refuses, and our stand-in with it: each check names the section of MongoDB's manual that says so.
import { Long } from 'mongodb'
import { expect, test } from 'vitest'
import { connect, failure, open } from './mongod-kit.ts'

test('W13 a change stream is read at majority: another level is refused, and none at all is raised (Change Streams; $changeStream)', async () => {
  const { mongod, client } = await open()
  for (const level of ['local', 'available', 'snapshot'] as const) {
    const stream = client
      .db('app', { readConcern: { level } as never })
      .collection('things')
      .watch()
    expect(await failure(stream.tryNext())).toMatchObject({ code: 72, codeName: 'InvalidOptions' })
    await stream.close()
  }
  for (const options of [{}, { readConcernLevel: 'majority' } as const]) {
    const stream = connect(mongod, options).things.watch()
    await stream.tryNext()
    await stream.close()
  }
})

/** Each a command as a driver would send it, what it is refused with, and where the manual says so. */
const refusals: readonly (readonly [why: string, command: object, code: number])[] = [
  [
    'majority where only reads take it (Read Concern Support)',
    { insert: 'things', documents: [{}], readConcern: { level: 'majority' } },
    72,
  ],
  ['snapshot for a count (Read Concern snapshot)', { count: 'things', readConcern: { level: 'snapshot' } }, 72],
  ['an unknown field of a read concern', { find: 'things', readConcern: { level: 'local', more: 1 } }, 40_415],
  ['a write concern for a read (Write Concern)', { find: 'things', writeConcern: { w: 1 } }, 72],
  ['a journal that is also an fsync (Write Concern)', { insert: 'things', documents: [{}], writeConcern: { j: true, fsync: true } }, 9],
  ['a time limit below zero (maxTimeMS)', { find: 'things', maxTimeMS: -1 }, 2],
  ['a batch below zero (find)', { find: 'things', batchSize: -1 }, 51_024],
  ['a limit below zero (find)', { find: 'things', limit: -5 }, 51_024],
  ['an index without a key (createIndexes)', { createIndexes: 'things', indexes: [{ key: {}, name: 'a' }] }, 67],
  ['a capped collection without a size (create)', { create: 'more', capped: true }, 72],
  ['a size without a cap (create)', { create: 'more', size: 5_000 }, 72],
  ['a hidden index of ids (Hidden Indexes)', { createIndexes: 'things', indexes: [{ key: { _id: 1 }, name: 'a', hidden: true }] }, 2],
]

test.each(refusals)('W13 refused: %s', async (_, command, code) => {
  const { client } = await open()
  expect((await failure(client.db('app').command(command)))?.code).toBe(code)
})

test('W13 refused: marks of transactions that contradict each other (Transactions; Server Sessions)', async () => {
  const { client, things } = await open()
  await things.insertOne({ _id: 'a' })
  const session = client.startSession()
  const { id: lsid } = session
  const ask = (more: object) => failure(client.db('app').command({ find: 'things', lsid, ...more }, { session: undefined }))
  const number = (n: number) => ({ txnNumber: Long.fromNumber(n) })
  const codes = [
    await ask(number(1)),
    await ask({ ...number(2), autocommit: false, startTransaction: false }),
    await ask({ ...number(3), autocommit: true, startTransaction: true }),
    await ask({ ...number(4), autocommit: false, startTransaction: true, readConcern: { level: 'available' } }),
    await ask({ ...number(5), autocommit: false, startTransaction: true, readConcern: { level: 'snapshot' } }),
    await ask({ ...number(5), autocommit: false, readConcern: { level: 'snapshot' } }),
    await ask({ ...number(6), autocommit: false, startTransaction: true, writeConcern: { w: 1 } }),
  ].map((error) => error?.code)
  expect(codes).toEqual([50_768, 72, 72, 72, undefined, 72, 72])
  await session.endSession()
})

test('W13 a commit quorum needs a replica set (createIndexes)', async () => {
  const { things } = await open({ replicaSet: undefined })
  expect((await failure(things.createIndex({ a: 1 }, { commitQuorum: 'majority' })))?.code).toBe(2)
})
