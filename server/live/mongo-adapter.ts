// Socket.IO's cluster adapter over MongoDB: each message is a document, and a change stream brings it to the other processes. The stream is
// watched here, since the adapter retries for ever, without a message, where it can't be read.
import { createAdapter } from '@socket.io/mongo-adapter'
import { type ChangeStream, type Collection, type Db, type Document, MongoServerError, ReadConcern } from 'mongodb'
import type { Logger } from 'pino'
import type { Namespace } from 'socket.io'
import type { Clock } from '../ports/clock.ts'
import { backText } from './cluster.ts'
import type { AdapterFactory } from './slices.ts'

/** Change streams read the oplog, not the collection, so documents can be removed soon; views hold names and emails. */
const keptSeconds = 60
const beatMs = 1_000
const downAfterMs = 5_000
/** The driver may wait for ever: a stream that is silent for this long is closed and resumed. */
const reopenedAfterMs = 10_000
const saidAgainAfterMs = 60_000

/** What the other processes say to this one. */
export interface Feed {
  /** What `openLive` takes. */
  readonly adapter: AdapterFactory
  /** O1: whether what was sent within the last five seconds comes back. */
  readonly isUp: () => boolean
  /** The age of the latest beat that came back. */
  readonly lagSeconds: () => number
}

interface Tools {
  /** This process's name among the others. */
  readonly self: string
  readonly clock: Clock
  readonly log: Logger
}

/** Creates the collection and opens the feed. Lost messages are noticed, so a write needn't wait for a second member (w: 1). */
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
  /** When the latest beat that came back was sent. */
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
    this.#stream?.emit('close') // makes the adapter open another stream; a hanging driver wouldn't emit it
  }
}
