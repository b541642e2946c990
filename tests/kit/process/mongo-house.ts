// Server processes over one database of MongoDB, with a group to answer to: for tests that take the database, or a process, away.
import { MongoClient, UUID } from 'mongodb'
import { onTestFinished } from 'vitest'
import { entriesOf, fillStore } from '#server/app/backup/records.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { type Mongod, startMongod } from '#tests/mongod/mongod.ts'
import { judge, type Kept } from '../model/oracle.ts'
import { target as asTarget } from '../world/every-collection.ts'
import { databaseIn, newDatabase } from '../world/fresh-store.ts'
import type { Outcome } from './burst.ts'
import { newFolder, type Running, startServer } from './process.ts'
import { fillForBurst, openStore, type Seeded } from './seed.ts'

export const sleep = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))

/** Servers that take their data with them. */
const own = new Set<string>()

/** Starts a stand-in of the test's own, to be ordered about. */
export async function ownStandIn(options: Parameters<typeof startMongod>[0] = {}): Promise<Mongod> {
  const mongod = await startMongod(options)
  own.add(mongod.uri)
  onTestFinished(() => mongod.close())
  return mongod
}

export interface Site {
  /** Of a database of its own. */
  readonly uri: string
  readonly target: Seeded
  readonly start: (env?: Record<string, string>) => Promise<Running>
  /** What the records and the journal say of each other; nothing, if all is well. */
  readonly look: (outcomes: readonly Outcome[]) => Promise<{ found: string[]; kept: Kept }>
}

/** Makes a database with one group, whose role 'Guest' has plenty of seats and 'Scarce' 40. */
export async function openSite(server: string, entry?: string): Promise<Site> {
  const [uri, folder] = [newDatabase(server), newFolder()]
  const target = await fillForBurst(folder)
  const [from, to] = [await openStore(folder), await openMongo({ uri, collections, version: storeVersion })]
  await fillStore(asTarget(to), entriesOf(from))
  await Promise.all([from.close(), to.close()])
  if (!own.has(server)) onTestFinished(() => dropDatabase(uri))
  return {
    uri,
    target,
    start: (env = {}) => startServer(newFolder(), { MONGODB_URI: uri, LOG_LEVEL: 'silent', ...env }, entry),
    look: async (outcomes) => judge(await openMongo({ uri, collections, version: storeVersion }), target, outcomes),
  }
}

/** What servers that were killed have left open would hold it up for a minute. */
async function dropDatabase(uri: string) {
  const client = new MongoClient(uri)
  const db = client.db(databaseIn(uri))
  const left = await db.collection<{ session: string }>('sessions').find().toArray()
  if (left.length > 0) await db.command({ killSessions: left.map(({ session }) => ({ id: UUID.createFromHexString(session) })) })
  await db.dropDatabase()
  await client.close()
}
