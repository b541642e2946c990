// What any process commits, as MongoDB tells it: one change stream over the followed collections, read at the majority, resumed where it broke off.
// This process's own commits are told as soon as they are acknowledged; the stream's copies of them are then left out.
import { type ChangeStream, type ChangeStreamDocument, type Db, MongoServerError, type ResumeToken, type Timestamp } from 'mongodb'
import type { Changed, Collection, Feed, Follower } from '../store.ts'
import { Told } from './told.ts'
import { changedBy, type Document, recordOf, type Step } from './write.ts'

/** The database answers that often at least, where nothing is committed. */
const awaitMs = 1_000
/** After a longer silence whoever follows had better read again. */
const longMs = 5_000
/** The driver may wait for ever: a stream that is silent for this long is opened anew. */
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
export async function openFeed(db: Db, collections: readonly Collection<never>[], follower: Follower): Promise<MongoFeed> {
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
  #why = ''
  /** Nothing says what was committed since the stream broke off. */
  #isGap = false
  #waiting: Changed[] = []
  /** Documents whose removal was announced, and not seen yet. */
  readonly #announced = new Set<string>()
  readonly #told = new Told()

  constructor(db: Db, names: readonly string[], follower: Follower) {
    this.#db = db
    this.#names = names
    this.#follower = follower
  }

  silentMs(): number {
    return performance.now() - this.#heardAt
  }

  why(): string {
    return this.#why
  }

  begin(steps: readonly Step[]): () => void {
    const own = steps.filter(({ collection }) => this.#names.includes(collection))
    const isNext = this.#told.begin(own)
    return () => {
      if (isNext()) for (const step of own) this.#tell(changedBy(step))
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
      const stream = this.#db.watch<Document, ChangeStreamDocument<Document>>(pipeline, {
        ...place,
        maxAwaitTimeMS: awaitMs,
        readConcern: { level: 'majority' },
      })
      this.#stream = stream
      try {
        for (;;) {
          this.#hear(await orSilence(stream.tryNext()))
          place = { resumeAfter: stream.resumeToken }
        }
      } catch (error) {
        this.#why = reasonOf(error)
        if (lost.has((error as { code?: unknown }).code) || this.silentMs() > longMs) {
          this.#isGap = true
          place = {}
        }
      }
      void stream.close().catch(() => {})
      if (!this.#isClosed) await new Promise((later) => setTimeout(later, pauseMs).unref())
    }
  }

  /** Takes in a change, or that there is none. */
  #hear(event: ChangeStreamDocument<Document> | null) {
    if (event?.operationType === 'invalidate') throw new Error('the database was dropped')
    const wasLong = this.silentMs() > longMs
    this.#heardAt = performance.now()
    if (this.#isGap) this.#told.clear()
    if (event) this.#take(event)
    if (this.#isGap || wasLong) this.#follower.missed()
    this.#isGap = false
  }

  #take(event: ChangeStreamDocument<Document>) {
    if (event.operationType === 'insert' || event.operationType === 'replace') {
      const { coll: collection } = event.ns
      const { _dropped: isDropped = false } = event.fullDocument
      if (isDropped) this.#announced.add(`${collection}/${event.documentKey._id}`)
      const change: Changed = { collection, record: recordOf(event.fullDocument), isDropped }
      if (this.#told.brought(change)) this.#tell(change)
    } else if (event.operationType !== 'delete' || !this.#announced.delete(`${event.ns.coll}/${event.documentKey._id}`)) {
      this.#isGap = true // another version of this program, or somebody by hand, has changed something we aren't told of
      this.#told.clear()
    }
  }

  /** What came together is told together: a commit's changes follow each other. */
  #tell(change: Changed) {
    if (this.#waiting.push(change) === 1) setImmediate(() => this.#handOn())
  }

  #handOn() {
    const changes = this.#waiting
    this.#waiting = []
    this.#follower.changed(changes)
  }
}

async function orSilence<Result>(next: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('nothing comes')), hangsMs).unref()
  })
  return Promise.race([next, silence]).finally(() => clearTimeout(timer))
}

const reasonOf = (error: unknown) =>
  error instanceof MongoServerError ? `${error.code} ${error.codeName}` : error instanceof Error ? error.message : String(error)
