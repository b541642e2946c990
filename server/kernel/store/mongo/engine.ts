// The engine for more than one machine: MongoDB, with one transaction per commit and reads that no election takes back.
import { type ClientSession, type Db, type Collection as Documents, type MongoClient, ReadConcern, type ReadConcernLike } from 'mongodb'
import { limitOf, scansOf } from '#server/kernel/store/query-plan.ts'
import {
  type Collection,
  type Feed,
  type Follower,
  type Query,
  type Reader,
  type Store,
  type Stored,
  StoreUnavailable,
  type Write,
} from '#server/kernel/store/store.ts'
import { type Checked, checkWrite, unknownCollection, writtenOut } from '#server/kernel/store/writes.ts'
import { createCommits } from './commits.ts'
import { createDeadlines } from './deadlines.ts'
import { problemOf } from './driver-errors.ts'
import { type MongoFeed, openChangeStream } from './feed.ts'
import { filterOf, hintOf, sortOf } from './find.ts'
import { createOrphans, type Orphans } from './orphans.ts'
import { connect, type MongoOptions, probe, refusalOf } from './schema.ts'
import { type Document, documentOf, recordOf, type Step } from './write.ts'

export interface MongoStore extends Store {
  /** The same database for what may get lost, as rate limits. Writes wait for no second member. */
  readonly scratch: Db
  /** Reads from now on as of one moment, that of its first read, while others go on writing. The server keeps a moment for minutes. */
  snapshot(): Moment
  /** Asks the server for a sign of life, for as long as that takes. */
  ping(): Promise<unknown>
  /** The same over a client of its own: whether it is the database that gives none. */
  probe(): Promise<unknown>
  /** How many calls the driver has never ended. */
  readonly unanswered: number
  /** Whether what a killed process has locked can be freed at once. */
  readonly freesLocks: boolean
}

export interface Moment extends Reader {
  end(): Promise<void>
}

/** How long one call of the driver may take, a whole commit, and either once the connections were lost. */
const callMs = 5_000
const commitMs = 8_000
const lostMs = 2_500
const closeMs = 2_000

/** Opens the store in the database that `uri` names ('rolecall' by default). Throws StoreRefused, with what to do about it. */
export async function openMongo(options: MongoOptions): Promise<MongoStore> {
  const { client, db } = await connect(options)
  const scratch = client.db(db.databaseName, { writeConcern: { w: 1 }, readConcern: new ReadConcern('local') })
  const orphans = await createOrphans(scratch).catch(async (error: unknown) => {
    await client.close()
    throw refusalOf(error, options.uri)
  })
  return new MongoEngine({ client, db, scratch, orphans }, options)
}

interface MongoConnection {
  readonly client: MongoClient
  readonly db: Db
  readonly scratch: Db
  readonly orphans: Orphans
}

class MongoEngine implements MongoStore {
  readonly scratch: Db
  readonly freesLocks: boolean
  readonly #uri: string
  readonly #db: Db
  readonly #client: MongoClient
  readonly #commitSteps: ReturnType<typeof createCommits>
  readonly #collections: ReadonlyMap<string, Collection<never>>
  readonly #known: ReadonlySet<string>
  readonly #underWay = new Set<Promise<void>>()
  readonly #deadlines = createDeadlines()
  readonly #followed = new Set<string>()
  readonly #feeds: MongoFeed[] = []
  #commits = 0
  #closed = false

  constructor({ client, db, scratch, orphans }: MongoConnection, { uri, collections }: MongoOptions) {
    this.#uri = uri
    this.#db = db
    this.scratch = scratch
    this.freesLocks = orphans.mayEnd
    this.#commitSteps = createCommits({ client, db, orphans, call: (work) => this.#call(work) })
    this.#client = client
    this.#collections = new Map(collections.map((collection) => [collection.name, collection]))
    this.#known = new Set(this.#collections.keys())
    client.on('connectionPoolCleared', () => this.#deadlines.cutShort(lostMs))
  }

  get commits(): number {
    return this.#commits
  }

  get unanswered(): number {
    return this.#deadlines.unanswered
  }

  ping(): Promise<unknown> {
    return this.#db.command({ ping: 1 })
  }

  probe(): Promise<unknown> {
    return this.#call(probe(this.#uri))
  }

  get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    return this.#get(collection, id, {})
  }

  async rev(collection: Collection<never>, id: string): Promise<number | undefined> {
    const found = await this.#ask(collection, (documents) => documents.findOne({ _id: id }, { projection: { rev: 1 } }))
    return found?.rev
  }

  async count(collection: Collection<never>, most: number): Promise<number> {
    return Math.min(await this.#ask(collection, (documents) => documents.estimatedDocumentCount()), most)
  }

  find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]> {
    return this.#find(collection, query, {})
  }

  snapshot(): Moment {
    this.#refuseClosed()
    const session = this.#client.startSession({ snapshot: true })
    // Said with every read: else the driver sends the client's own level.
    const as: ReadAs = { session, readConcern: { level: 'snapshot' } }
    return {
      get: (collection, id) => this.#get(collection, id, as),
      find: (collection, query) => this.#find(collection, query, as),
      end: () => session.endSession(),
    }
  }

  async #get<R extends Stored>(collection: Collection<R>, id: string, as: ReadAs): Promise<R | undefined> {
    const found = await this.#ask(collection, (documents) => documents.findOne({ _id: id }, as))
    return found ? recordOf<R>(found) : undefined
  }

  async #find<R extends Stored>(collection: Collection<R>, query: Query, as: ReadAs): Promise<R[]> {
    const limit = limitOf(query)
    const found: R[] = []
    for (const scan of scansOf(collection, query)) {
      const left = limit - found.length
      const options = { hint: hintOf(scan), sort: sortOf(scan), limit: left, batchSize: left, ...as }
      const page = await this.#ask(collection, (documents) => documents.find(filterOf(scan), options).toArray())
      for (const document of page) found.push(recordOf<R>(document))
      if (found.length === limit) break
    }
    return found
  }

  async commit(writes: readonly Write[]): Promise<void> {
    this.#refuseClosed()
    if (writes.length === 0) return
    const steps = writtenOut(writes, (write) => this.#stepOf(checkWrite(this.#known, write)))
    const underWay = this.#deadlines.within(commitMs, this.#commitAll(steps))
    this.#underWay.add(underWay)
    await underWay.finally(() => this.#underWay.delete(underWay))
  }

  async follow(collections: readonly Collection<never>[], follower: Follower): Promise<Feed> {
    for (const { name } of collections) this.#followed.add(name)
    const feed = await this.#call(openChangeStream(this.#db, collections, follower))
    this.#feeds.push(feed)
    return feed
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const feed of this.#feeds) feed.close()
    await Promise.allSettled(this.#underWay)
    await this.#deadlines.within(closeMs, this.#client.close()).catch(() => {})
  }

  #stepOf(write: Checked): Step {
    const { put, collection } = write
    const declared = this.#collections.get(collection)
    return { ...write, document: put && declared && documentOf(declared, put), isAnnounced: !put && this.#followed.has(collection) }
  }

  async #commitAll(written: readonly Step[] | Promise<readonly Step[]>): Promise<void> {
    const steps = await written
    const own = this.#feeds.map((feed) => feed.begin(steps))
    await this.#commitSteps(steps)
    this.#commits++
    for (const tell of own) tell()
  }

  async #ask<Result>(collection: Collection<never>, ask: (documents: Documents<Document>) => Promise<Result>): Promise<Result> {
    this.#refuseClosed()
    if (!this.#known.has(collection.name)) throw unknownCollection(collection)
    try {
      return await this.#call(ask(this.#db.collection<Document>(collection.name)))
    } catch (error) {
      throw problemOf(error)
    }
  }

  #call<Result>(work: Promise<Result>): Promise<Result> {
    return this.#deadlines.within(callMs, work)
  }

  #refuseClosed(): void {
    if (this.#closed) throw new StoreUnavailable('The store is closed')
  }
}

interface ReadAs {
  readonly session?: ClientSession
  readonly readConcern?: ReadConcernLike
}
