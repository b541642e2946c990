// Socket.IO's cluster adapter over MongoDB: what one process has to say to the others is a document that a change stream brings them. And the feed
// that this makes is watched, since the adapter asks again for ever, without a word, where the stream can't be read.
import { createAdapter } from '@socket.io/mongo-adapter'
import { type ChangeStream, type Collection, type Db, type Document, MongoServerError, ReadConcern } from 'mongodb'
import type { Logger } from 'pino'
import type { Namespace } from 'socket.io'
import type { Clock } from '../ports/clock.ts'
import { backText } from './cluster.ts'
import type { AdapterFactory } from './slices.ts'

/** Change streams read the log of the database, not the collection. Views hold names and emails: what was told is soon removed. */
const keptSeconds = 60
const beatMs = 1_000
const downAfterMs = 5_000
/** The driver may wait for an answer that never comes: a stream that is silent for so long is closed, and opened again where it was. */
const reopenedAfterMs = 10_000
const saidAgainAfterMs = 60_000

/** What the other processes say to this one. */
export interface Feed {
  /** What `openLive` takes. */
  readonly adapter: AdapterFactory
  /** O1: whether what was sent within the last five seconds comes back. */
  readonly isUp: () => boolean
  /** How long ago that was sent which came back last. */
  readonly lagSeconds: () => number
}

interface Tools {
  /** This process's name among the others. */
  readonly self: string
  readonly clock: Clock
  readonly log: Logger
}

/** Makes the collection and opens the feed. What gets lost is noticed and made good, so no message waits for a second member. */
export async function openFeed(scratch: Db, tools: Tools): Promise<Feed> {
  // MongoDB refuses a change stream at any other level.
  const live = scratch.collection('live', { readConcern: new ReadConcern('majority') })
  await live.createIndex({ createdAt: 1 }, { expireAfterSeconds: keptSeconds, commitQuorum: 'majority' })
  const pulse = new Pulse(live, tools)
  const make = createAdapter(pulse.collection, { addCreatedAtField: true }) as AdapterFactory
  const adapter: AdapterFactory = (namespace) => {
    const made = make(namespace)
    const close = made.close.bind(made)
    pulse.start(namespace)
    return Object.assign(made, {
      close: () => {
        pulse.stop()
        return close()
      },
    })
  }
  return { adapter, isUp: () => pulse.silentMs <= downAfterMs, lagSeconds: () => pulse.silentMs / 1_000 }
}

const reasonOf = (error: unknown) =>
  error instanceof MongoServerError ? `${error.code} ${error.codeName}` : error instanceof Error ? error.message : String(error)

/** Writes a beat each second, and listens for it on the stream that the adapter reads. */
class Pulse {
  /** What the adapter takes: its streams are listened to. */
  readonly collection: Collection
  readonly #live: Collection
  readonly #tools: Tools
  #stream: ChangeStream | undefined
  #timer: NodeJS.Timeout | undefined
  /** When that was sent which was heard last. */
  #heardAt = performance.now()
  #saidAt = -Infinity
  #reopenedAt = -Infinity
  #isDown = false
  #why = ''

  constructor(live: Collection, tools: Tools) {
    this.#live = live
    this.#tools = tools
    const watch = (pipeline: Document[], options: object) => this.#listen(live.watch(pipeline, options))
    this.collection = Object.assign(Object.create(live) as Collection, { watch })
  }

  get silentMs(): number {
    return performance.now() - this.#heardAt
  }

  start(namespace: Namespace) {
    this.#heardAt = performance.now()
    this.#timer ??= setInterval(() => this.#beat(namespace), beatMs).unref()
  }

  stop() {
    clearInterval(this.#timer)
  }

  #listen(stream: ChangeStream) {
    this.#stream = stream
    stream.on('error', (error: unknown) => (this.#why = reasonOf(error)))
    return stream.on('change', (event) => {
      if (event.operationType !== 'insert' || event.fullDocument.beat !== this.#tools.self) return
      this.#heardAt = Math.max(this.#heardAt, Number(event.fullDocument.at))
    })
  }

  #beat(namespace: Namespace) {
    const { self, clock, log } = this.#tools
    this.#live
      .insertOne({ beat: self, at: performance.now(), createdAt: new Date(clock.now()) })
      .catch((error: unknown) => (this.#why = reasonOf(error)))
    if (this.silentMs > downAfterMs) return this.#down()
    if (!this.#isDown) return
    this.#isDown = false
    this.#why = ''
    this.#saidAt = -Infinity
    log.info('what other server processes say is heard again')
    namespace._onServerSideEmit(['cluster', backText])
  }

  #down() {
    this.#isDown = true
    const now = performance.now()
    if (now - this.#saidAt > saidAgainAfterMs) {
      const seconds = Math.round(this.silentMs / 1_000)
      this.#tools.log.warn({ seconds, why: this.#why || 'nothing comes' }, 'not ready: what other server processes say is not heard')
      this.#saidAt = now
    }
    if (this.silentMs < reopenedAfterMs || now - this.#reopenedAt < reopenedAfterMs) return
    this.#reopenedAt = now
    void this.#stream?.close().catch(() => {})
    this.#stream?.emit('close') // the adapter's sign to open another, which a driver that hangs wouldn't give
  }
}
