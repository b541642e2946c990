// Long: servers that can't start wait for a database that doesn't come.
// Starts over MongoDB that can't go well: each is refused in one sentence, which repeats no password, and changes nothing. And processes that start
// at one moment on an empty database. A server that is no replica set is shown on the stand-in only, the rest on whatever server the suite runs on.
import { setTimeout as wait } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { expect, inject, onTestFinished, test } from 'vitest'
import { collections, installations } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import type { Collection } from '#server/kernel/store/store.ts'
import { freePort } from '../kit/process/free-port.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { bundled, newFolder, run, startServer } from '../kit/process/process.ts'
import { databaseIn, newDatabase } from '../kit/world/fresh-store.ts'
import { comes, longer } from '../kit/world/pace.ts'
import { isDoc } from '../mongod/values.ts'

/** A database of its own and a look at all of it. */
async function fresh() {
  const uri = newDatabase(inject('mongodb') ?? '')
  const client = new MongoClient(uri)
  const db = client.db(databaseIn(uri))
  onTestFinished(async () => {
    await db.dropDatabase()
    await client.close()
  })
  const everything = async () => {
    const names = (await db.listCollections().toArray()).map(({ name }) => name).sort()
    const all = names.map(async (name) => [name, await db.collection(name).find().toArray(), await db.collection(name).indexes()])
    return JSON.stringify(await Promise.all(all))
  }
  return { uri, db, everything }
}

/** Starts a server that must not come up, and gives what it said. */
async function refusal(entry: string, uri: string): Promise<string> {
  const env = { NODE_ENV: 'development', LOG_LEVEL: 'info', PORT: String(await freePort()), DATA_DIR: newFolder(), MONGODB_URI: uri }
  const server = run(env, entry)
  const tooLong = setTimeout(() => server.signal('SIGKILL'), 30_000)
  expect([await server.exit, server.output()]).toEqual([1, expect.stringContaining("Rolecall can't start: ")])
  clearTimeout(tooLong)
  const said = server.output().trim()
  expect([said.split('\n').length, said]).toEqual([1, expect.not.stringMatching(/ {4}at |"msg":"started"|s3cret/)])
  return said
}

const named = (uri: string) => uri.replace('mongodb://', 'mongodb://someone:s3cret%2Fword@')

test(
  'S9 wrong addresses, servers that are away and passwords that are wrong are refused in a sentence without the password',
  longer,
  async () => {
    const entry = await bundled('server/app/main.ts')
    const [away, { uri }] = [await freePort(), await fresh()]
    const wrong: readonly (readonly [uri: string, said: RegExp])[] = [
      ['postgres://someone:s3cret@127.0.0.1/x', /MONGODB_URI must/],
      [
        `mongodb://someone:s3cret@127.0.0.1:${away}/x?replicaSet=rs0`,
        /MONGODB_URI can't be used \(.*\): is it written as it should be, is the database up/,
      ],
      ['mongodb://someone:s3cret@127.0.0.1:99999/x', /MONGODB_URI/],
      ['mongodb://someone:s3cret@/x', /MONGODB_URI/],
      ['mongodb://someone:s3cret/x@127.0.0.1:1/x', /MONGODB_URI/],
      ['mongodb+srv://someone/s3cret@localhost/x', /MONGODB_URI can't be used: is it written as it should be/],
      ['mongodb://someone:what@s3cret@127.0.0.1:1/x', /MONGODB_URI/],
      [`mongodb+srv://someone:s3cret@localhost/x`, /MONGODB_URI/],
      [uri.replace(/replicaSet=[^&]*/, 'replicaSet=another'), /MONGODB_URI can't be used/],
      [named(uri), /MONGODB_URI can't be used/],
    ]
    for (const [address, said] of wrong) expect([address, await refusal(entry, address)]).toEqual([address, expect.stringMatching(said)])
  },
)

test('S9 (stand-in) a server that is no replica set is refused, with what to do', async () => {
  const { uri } = await ownStandIn({ replicaSet: undefined })
  expect(await refusal(await bundled('server/app/main.ts'), uri)).toMatch(
    /MONGODB_URI leads to a single server: start it as a replica set \(mongod --replSet rs0, then rs\.initiate\(\)\)/,
  )
})

/** Opens a database once, so that all is there, and then has something changed. */
async function prepared(change: (db: Awaited<ReturnType<typeof fresh>>['db']) => Promise<unknown>, version = storeVersion) {
  const made = await fresh()
  await (await openMongo({ uri: made.uri, collections, version })).close()
  await change(made.db)
  return made
}

test('S9 a database of a newer version and another index than declared are refused by name, and left as they are', async () => {
  const entry = await bundled('server/app/main.ts')
  const cases = [
    [
      await prepared(async () => {}, storeVersion + 1),
      /was written by a newer version of Rolecall \(store version \d+, this one reads \d+\)/,
    ],
    [
      await prepared(async (db) => {
        await db.collection('rsvps').dropIndex('group')
        await db.collection('rsvps').createIndex({ groupId: 1 }, { name: 'group' })
      }),
      /rsvps\/group in \S+ is not as declared \(it is: .*\): give a changed index a new name/,
    ],
  ] as const
  for (const [{ uri, everything }, said] of cases) {
    const before = await everything()
    expect(await refusal(entry, uri)).toMatch(said)
    expect(await everything()).toBe(before)
  }
})

test('S9 where records share the key of a new unique index they are left as they are, and the index is named', async () => {
  const { uri, db, everything } = await fresh()
  const kinds = (indexes: Collection<never>['indexes']) => [{ name: 'kinds', indexes }]
  const open = (indexes: Collection<never>['indexes']) => openMongo({ uri, collections: kinds(indexes) })
  await (await open({})).close()
  await db.collection('kinds').insertMany([1, 2].map((n) => ({ _id: `${n}` as never, rev: 1, kind: 'same', _in: { kind: true } })))
  const before = await everything()
  await expect(open({ kind: { fields: ['kind'], unique: true } })).rejects.toThrow(
    "kinds/kind can't be made unique: some records share its key",
  )
  expect(await everything()).toBe(before)
})

test(
  'S9, S17 several processes that start at one moment on an empty database all serve, with one key for ids and every index',
  longer,
  async () => {
    const entry = await bundled('server/app/main.ts')
    for (let round = 0; round < 2; round++) {
      const { uri, db } = await fresh()
      const servers = await Promise.all(
        Array.from({ length: 3 }, () => startServer(newFolder(), { MONGODB_URI: uri, RATE_LIMITS: 'on' }, entry)),
      )
      const ready = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/api/ready`)).status))
      expect(ready).toEqual([200, 200, 200])
      expect(await db.collection(installations.name).countDocuments({})).toBe(1)
      for (const { name, indexes } of collections) {
        const found = (await db.collection(name).indexes()).map((index) => index.name)
        expect([name, new Set(found)]).toEqual([name, new Set(['_id_', ...Object.keys(indexes)])])
      }
      for (const server of servers) server.signal('SIGTERM')
      expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual([0, 0, 0])
    }
  },
)

const kinds = (indexes: Collection<never>['indexes']) => [{ name: 'kinds', indexes }]
const byKind = kinds({ kind: { fields: ['kind'] as never } })

test('S9 (stand-in) while one process builds an index another waits for it, and serves no query on half of it', async () => {
  const mongod = await ownStandIn()
  const first = await openMongo({ uri: mongod.uri, collections: kinds({}) })
  await first.commit([{ collection: kinds({})[0] as never, put: { _id: 'one', rev: 1, kind: 'a' } as never, expectedRev: 0 }])
  const client = new MongoClient(mongod.uri)
  onTestFinished(() => client.close())
  const documents = client.db(first.scratch.databaseName).collection('kinds')
  await documents.updateMany({}, { $set: { '_in.kind': true } })
  // All three members must have it, and one is away: the build goes on until that is back.
  mongod.away(1)
  const shape = { name: 'kind', partialFilterExpression: { '_in.kind': true }, commitQuorum: 3 }
  const building = documents.createIndex({ kind: 1, _id: 1 }, shape)
  await comes(async () => expect((await documents.indexes()).map(({ name }) => name)).toContain('kind'))
  const opening = openMongo({ uri: mongod.uri, collections: byKind })
  expect(await Promise.race([opening.then(() => 'serves'), wait(1_500).then(() => 'waits')])).toBe('waits')
  mongod.away(0)
  const [store] = await Promise.all([opening, building])
  expect(await store.find(byKind[0] as never, { index: 'kind', where: { kind: 'a' } })).toHaveLength(1)
  await Promise.all([store.close(), first.close()])
})

test('S9 (stand-in) a majority that takes longer than a commit may take refuses no start that makes an index', async () => {
  const mongod = await ownStandIn()
  const first = await openMongo({ uri: mongod.uri, collections: kinds({}) })
  await first.commit([{ collection: kinds({})[0] as never, put: { _id: 'one', rev: 1, kind: 'a' } as never, expectedRev: 0 }])
  await first.close()
  // What a server whose majority lags answers to who waits for it so long and no longer (manual, write concern, "wtimeout").
  const writeConcernError = { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' }
  mongod.onCommand((name, { writeConcern }) =>
    name === 'createIndexes' && isDoc(writeConcern) && writeConcern.wtimeout !== undefined
      ? { reply: { ok: 1, writeConcernError } }
      : undefined,
  )
  const store = await openMongo({ uri: mongod.uri, collections: byKind })
  mongod.onCommand(undefined)
  expect(await store.find(byKind[0] as never, { index: 'kind', where: { kind: 'a' } })).toHaveLength(1)
  await store.close()
})
