// What any process commits, as MongoDB reports it: one change stream over the followed collections, read at the majority, resumed where it broke off (decision 0079).
// This process's own commits are published as soon as they are acknowledged; the stream's copies of them are then left out.
import {
  type ChangeStream,
  type ChangeStreamDocument,
  type ClientSession,
  type Db,
  MongoServerError,
  type ResumeToken,
  type Timestamp,
} from 'mongodb'
import type { Collection, CommittedChange, Feed, Follower } from '#server/kernel/store/store.ts'
import { PublishedChanges } from './published.ts'
import { changedBy, type Document, recordOf, type Step } from './write.ts'

/** The database answers that often at least, where nothing is committed. */
const awaitMs = 1_000
/** After a longer time without any the follower had better read again. */
const longMs = 5_000
/** The driver may wait for ever: a stream that brings nothing for this long is opened anew. */
const hangsMs = 10_000
const pauseMs = 250
/** The place to go on from is lost: ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken, CappedPositionLost. */
const lost = new Set<unknown>([286, 280, 260, 136])

export interface MongoFeed extends Feed {
  /** Call it before a commit of this process, and what it gives once that is acknowledged. */
  begin(steps: readonly Step[]): () => void
  close(): void
}

/** Opens the stream as of now: resolves once all that is committed from here on will come. */
export async function openChangeStream(db: Db, collections: readonly Collection<never>[], follower: Follower): Promise<MongoFeed> {
  const { operationTime } = await db.command({ ping: 1 })
  const feed = new Following(
    db,
    collections.map(({ name }) => name),
    follower,
  )
  void feed.run(operationTime as Timestamp)
  return feed
}

class Following implements MongoFeed {
  readonly #db: Db
  readonly #names: readonly string[]
  readonly #follower: Follower
  #stream: ChangeStream<Document, ChangeStreamDocument<Document>> | undefined
  #isClosed = false
  #heardAt = performance.now()
  /** How far the stream's own time was behind the database's when it was last heard. */
  #behindMs = 0
  #why = ''
  /** Nothing says what was committed since the stream broke off. */
  #isGap = false
  #waiting: CommittedChange[] = []
  /** Documents whose removal was announced, and not seen yet. */
  readonly #announced = new Set<string>()
  readonly #published = new PublishedChanges()

  constructor(db: Db, names: readonly string[], follower: Follower) {
    this.#db = db
    this.#names = names
    this.#follower = follower
  }

  lagMs(): number {
    return Math.max(this.#quietMs(), this.#behindMs)
  }

  why(): string {
    if (this.#quietMs() > this.#behindMs) return this.#why
    return `the stream is ${Math.round(this.#behindMs / 1_000)} s behind; over a sharded cluster set periodicNoopIntervalSecs to 1`
  }

  #quietMs(): number {
    return performance.now() - this.#heardAt
  }

  begin(steps: readonly Step[]): () => void {
    const own = steps.filter(({ collection }) => this.#names.includes(collection))
    const isNext = this.#published.begin(own)
    return () => {
      if (isNext()) for (const step of own) this.#publish(changedBy(step))
    }
  }

  close(): void {
    this.#isClosed = true
    void this.#stream?.close().catch(() => {})
  }

  async run(from: Timestamp): Promise<void> {
    let place: { startAtOperationTime?: Timestamp; resumeAfter?: ResumeToken } = { startAtOperationTime: from }
    while (!this.#isClosed) {
      const pipeline = [{ $match: { $or: [{ 'ns.coll': { $in: [...this.#names] } }, { operationType: 'invalidate' }] } }]
      // Each reply brings the session the database's own time.
      const session = this.#db.client.startSession({ causalConsistency: false })
      const stream = this.#db.watch<Document, ChangeStreamDocument<Document>>(pipeline, {
        ...place,
        session,
        maxAwaitTimeMS: awaitMs,
        readConcern: { level: 'majority' },
      })
      this.#stream = stream
      try {
        for (;;) {
          this.#hear(await orTimeout(stream.tryNext()))
          place = { resumeAfter: stream.resumeToken }
          this.#behindMs = behindBy(session, stream.resumeToken)
        }
      } catch (error) {
        this.#why = reasonOf(error)
        if (lost.has((error as { code?: unknown }).code) || this.#quietMs() > longMs) {
          this.#isGap = true
          place = {}
        }
      }
      void stream
        .close()
        .then(() => session.endSession())
        .catch(() => {})
      if (!this.#isClosed) await new Promise((later) => setTimeout(later, pauseMs).unref())
    }
  }

  /** Takes in a change, or that there is none. */
  #hear(event: ChangeStreamDocument<Document> | null) {
    if (event?.operationType === 'invalidate') throw new Error('the database was dropped')
    const wasLong = this.#quietMs() > longMs
    this.#heardAt = performance.now()
    if (this.#isGap) this.#published.clear()
    if (event) this.#take(event)
    if (this.#isGap || wasLong) this.#follower.missed()
    this.#isGap = false
  }

  #take(event: ChangeStreamDocument<Document>) {
    if (event.operationType === 'insert' || event.operationType === 'replace') {
      const { coll: collection } = event.ns
      const { _dropped: isDropped = false } = event.fullDocument
      if (isDropped) this.#announced.add(`${collection}/${event.documentKey._id}`)
      const change: CommittedChange = { collection, record: recordOf(event.fullDocument), isDropped }
      if (this.#published.brought(change)) this.#publish(change)
    } else if (
      !isOfIndex(event) &&
      (event.operationType !== 'delete' || !this.#announced.delete(`${event.ns.coll}/${event.documentKey._id}`))
    ) {
      this.#isGap = true // another version of this program, or somebody by hand, has changed something that the stream does not name
      this.#published.clear()
    }
  }

  /** What came together is published together: a commit's changes follow each other. */
  #publish(change: CommittedChange) {
    if (this.#waiting.push(change) === 1) setImmediate(() => this.#handOn())
  }

  #handOn() {
    const changes = this.#waiting
    this.#waiting = []
    this.#follower.changed(changes)
  }
}

/** A process of a newer version builds an index by this: the record itself has not changed. */
function isOfIndex(event: ChangeStreamDocument<Document>): boolean {
  if (event.operationType !== 'update') return false
  const { updatedFields = {}, removedFields = [] } = event.updateDescription
  return [...Object.keys(updatedFields), ...removedFields].every((field) => field === '_in' || field.startsWith('_in.'))
}

/** A resume token begins with the time up to which all has come, in seconds (its key string: 82, then the timestamp). */
const secondsIn = (token: unknown) =>
  Number.parseInt(/^82([\dA-F]{8})/i.exec((token as { _data?: string } | null)?._data ?? '')?.[1] ?? '', 16)
/** Over a sharded cluster the changes of a busy shard wait until the quiet ones have said that they have none before them. */
function behindBy({ clusterTime }: ClientSession, token: unknown): number {
  const [now, seen] = [clusterTime?.clusterTime.getHighBitsUnsigned(), secondsIn(token)]
  return now === undefined || Number.isNaN(seen) ? 0 : Math.max(0, now - seen) * 1_000
}

async function orTimeout<Result>(next: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('nothing comes')), hangsMs).unref()
  })
  return Promise.race([next, timeout]).finally(() => clearTimeout(timer))
}

const reasonOf = (error: unknown) =>
  error instanceof MongoServerError ? `${error.code} ${error.codeName}` : error instanceof Error ? error.message : String(error)
