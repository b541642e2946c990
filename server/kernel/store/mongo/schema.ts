// Connects to MongoDB, or refuses it with a sentence that says what to do; makes the indexes and verifies them.
import { type Db, MongoClient, type MongoClientOptions, type Collection as MongoCollection, MongoError } from 'mongodb'
import { olderServes, servings } from '#server/kernel/store/serving-processes.ts'
import { type Collection, type Index, StoreRefused } from '#server/kernel/store/store.ts'
import { mendDriver } from './driver.ts'

export interface MongoOptions {
  /** MONGODB_URI: a replica set or a sharded cluster; its path names the database. */
  readonly uri: string
  readonly collections: readonly Collection<never>[]
  /** Of the stored shapes; a database that a higher one has written is refused. 1 by default. */
  readonly version?: number
  /** Makes nothing and leaves the version as it stands: for who only reads. */
  readonly asItIs?: true
}

/**
 * Requests fail within seconds while the database is away, so that they don't pile up. One that hangs is found out by its heartbeat;
 * the driver's own `timeoutMS` has no effect in 7.8.
 */
const timeouts = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  heartbeatFrequencyMS: 1_000,
  socketTimeoutMS: 5_000,
  waitQueueTimeoutMS: 2_000,
}
/** With weaker ones a primary that is voted out could take back a revision, and an acknowledged answer with it. */
export const durable = { writeConcern: { w: 'majority', journal: true, wtimeoutMS: 4_000 }, readConcern: { level: 'majority' } } as const

/** Of what has many records to go through: a majority that lags must refuse no start. */
const patient = { w: 'majority', journal: true } as const

interface Connected {
  readonly client: MongoClient
  readonly db: Db
}

/** Connects, checks and prepares the database. Throws StoreRefused. */
export async function connect({ uri, collections, version = 1, asItIs }: MongoOptions): Promise<Connected> {
  // An index of many records takes its time.
  const preparing = await connected(uri, { socketTimeoutMS: 0 }, async (db) => {
    await refuseStandalone(db)
    await checkVersion(db, version, asItIs === true)
    if (asItIs) return
    const unhurried = db.client.db(db.databaseName, { writeConcern: patient })
    for (const collection of collections) await declare(unhurried, collection)
  })
  await preparing.client.close()
  return connected(uri, {}, async () => {})
}

/** Asks for a sign of life over a client made for it. */
export async function probe(uri: string): Promise<void> {
  const ping = async (db: Db) => void (await db.command({ ping: 1 }))
  const { client } = await connected(uri, { maxPoolSize: 1 }, ping)
  await client.close()
}

async function connected(uri: string, more: MongoClientOptions, then: (db: Db) => Promise<void>): Promise<Connected> {
  let client: MongoClient | undefined
  mendDriver()
  try {
    const options = { ...timeouts, ...durable, readPreference: 'primary', ignoreUndefined: true, appName: 'rolecall', ...more } as const
    client = new MongoClient(uri, options)
    await client.connect()
    const db = client.db(/^[^/]+:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1] ?? 'rolecall')
    await then(db)
    return { client, db }
  } catch (error) {
    await client?.close()
    throw error instanceof StoreRefused ? error : refusalOf(error, uri)
  }
}

/** A single server has neither transactions nor change streams. */
async function refuseStandalone(db: Db): Promise<void> {
  const hello = await db.admin().command({ hello: 1 })
  if (hello.setName !== undefined || hello.msg === 'isdbgrid') return
  throw new StoreRefused(
    'MONGODB_URI leads to a single server: start it as a replica set (mongod --replSet rs0, then rs.initiate()), since commits need transactions.',
  )
}

async function checkVersion(db: Db, version: number, asItIs: boolean): Promise<void> {
  const versions = db.collection<{ _id: string; version: number }>('store')
  const written = (await versions.findOne({ _id: 'version' }))?.version ?? version
  if (written > version) {
    throw new StoreRefused(
      `The database ${db.databaseName} was written by a newer version of Rolecall (store version ${written}, this one reads ${version}): ` +
        'start that version, or restore a backup from before it.',
    )
  }
  if (asItIs) return
  if (written < version) await refuseServing(db, version)
  await versions.updateOne({ _id: 'version' }, { $max: { version } }, { upsert: true })
}

/** While a server of an older version is there, it must still be able to start again. */
async function refuseServing(db: Db, version: number): Promise<void> {
  const { localTime } = await db.admin().command({ hello: 1 })
  const older = { version: { $lt: version }, until: { $gt: (localTime as Date).toISOString() } }
  if ((await db.collection(servings.name).findOne(older)) !== null) throw olderServes()
}

/** Makes what is missing, drops what is retired and verifies the rest. Other indexes that aren't declared stay: a process of another version may need them. */
async function declare(db: Db, { name, indexes, retired = [] }: Collection<never>): Promise<void> {
  const wanted = new Map(Object.entries(indexes).map(([index, declared]) => [index, shapeOf(index, declared)]))
  await db.createCollection(name).catch(ignoreExisting)
  const collection = db.collection(name)
  const before = new Map((await collection.indexes()).map((index) => [index.name ?? '', index]))
  const there: Made[] = []
  for (const index of retired) if (before.has(index)) await collection.dropIndex(index).catch(ignoreGone)
  for (const [index, { key, unique, partialFilterExpression }] of wanted) {
    const found = before.get(index)
    const made: Made = { key, name: index, unique, partialFilterExpression }
    if (found === undefined) {
      await takeIn(collection, index, indexes[index]?.fields ?? [])
      await make(collection, [made]).catch(refuseDuplicates(`${name}/${index}`))
    } else if (found.hidden === true) {
      throw new StoreRefused(
        `${name}/${index} in ${db.databaseName} is hidden, so no query could use it: show it again with db.${name}.unhideIndex('${index}').`,
      )
    } else if (indexText(found as never) !== indexText({ key, unique, partialFilterExpression })) {
      throw new StoreRefused(
        `${name}/${index} in ${db.databaseName} is not as declared (it is: ${indexText(found as never)}): give a changed index a new name, or restore a backup.`,
      )
    }
    if (found) there.push(made)
  }
  // One that another process is still building is listed too, and serves nobody: to ask for it again is to wait for it.
  if (there.length > 0) await make(collection, there)
}

type Made = Shape & { readonly name: string }
/** A member that is away must hold up no start. */
const make = (collection: MongoCollection, indexes: readonly Made[]) => collection.createIndexes([...indexes], { commitQuorum: 'majority' })

/** A document says itself which indexes it is in: so those that were there before this one are marked. */
async function takeIn(collection: MongoCollection, index: string, fields: readonly string[]): Promise<void> {
  const scalars = fields.map((field) => ({ [field]: { $type: ['string', 'bool', 'number'] } }))
  // The type of a list is that of its items as well.
  const lists = fields.map((field) => ({ [field]: { $type: 'array' } }))
  await collection.updateMany({ $and: scalars, $nor: lists }, { $set: { [`_in.${index}`]: true } })
}

interface Shape {
  readonly key: Record<string, 1>
  readonly unique: boolean
  readonly partialFilterExpression: Record<string, true>
}

const shapeOf = (name: string, { fields, unique = false }: Index<never>): Shape => ({
  key: Object.fromEntries([...fields, ...(unique ? [] : ['_id'])].map((field) => [field, 1])),
  unique,
  partialFilterExpression: { [`_in.${name}`]: true },
})
const indexText = ({ key, unique, partialFilterExpression }: Partial<Shape>) =>
  JSON.stringify({ key, unique: unique === true, partialFilterExpression })

const namespaceExists = 48
/** Lets a collection be there already. */
export function ignoreExisting(error: unknown): void {
  if (!(error instanceof MongoError) || error.code !== namespaceExists) throw error
}

const indexNotFound = 27
/** Another process has dropped it. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof MongoError) || error.code !== indexNotFound) throw error
}

const duplicateKey = 11_000
const refuseDuplicates = (index: string) => (error: unknown) => {
  if (!(error instanceof MongoError) || error.code !== duplicateKey) throw error
  throw new StoreRefused(`${index} can't be made unique: some records share its key. Remove the duplicates first.`, { cause: error })
}

/** Says that the database can't be used, in the driver's words unless they repeat a part of the user's name or password. */
export function refusalOf(error: unknown, uri: string): StoreRefused {
  const said = error instanceof Error ? error.message : String(error)
  const secret = uri.slice(uri.indexOf('://') + 3, Math.max(uri.indexOf('://') + 3, uri.lastIndexOf('@')))
  const isTelling = [secret, ...secret.split(/[^\w.~!-]+/)].some((part) => part.length > 1 && said.includes(part))
  return new StoreRefused(
    `MONGODB_URI can't be used${isTelling ? '' : ` (${said})`}: is it written as it should be, is the database up, and is it a replica set?`,
    { cause: error },
  )
}
