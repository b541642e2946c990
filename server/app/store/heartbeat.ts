// Whether the store can be written now (O1): found out by writing to it, at most once a second, whoever asks. And whether its driver still does anything.
import type { Logger } from 'pino'
import { type Clock, iso } from '#server/kernel/ports/clock.ts'
import { type Collection, RevisionConflict, type Store, type Stored } from '#server/kernel/store/store.ts'

interface Heartbeat extends Stored {
  readonly at: string
}
export const heartbeats: Collection<Heartbeat> = { name: 'heartbeats', indexes: {} }

const pauseMs = 1_000
const timeoutMs = 2_000

/** One small commit over the one before. Where another process was quicker, its write is as good as ours. */
async function beat(store: Store, clock: Clock) {
  const before = await store.get(heartbeats, 'this')
  const expectedRev = before?.rev ?? 0
  const put: Heartbeat = { _id: 'this', rev: expectedRev + 1, at: iso(clock.now()) }
  await store.commit([{ collection: heartbeats, put, expectedRev }]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error
  })
}

/** Gives what says whether writes are possible. One attempt at a time: where the store hangs, they don't pile up. */
export function createHeartbeat({ store, clock }: { store: Store; clock: Clock }, log: Logger): () => Promise<boolean> {
  let [endedAt, wasWritable] = [-Infinity, false]
  let running: Promise<boolean> | undefined
  const attempt = async () => {
    const failed = await beat(store, clock).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    )
    if (failed) log.warn({ err: failed.reason }, 'not ready: the store takes no writes')
    ;[endedAt, wasWritable, running] = [performance.now(), failed === undefined, undefined]
    return wasWritable
  }
  return () => {
    if (!running && performance.now() - endedAt < pauseMs) return Promise.resolve(wasWritable)
    running ??= attempt()
    const tooLong = new Promise<boolean>((over) => setTimeout(() => over(false), timeoutMs).unref())
    return Promise.race([running, tooLong])
  }
}

/** A store over a driver that may hang. */
interface Watched {
  ping(): Promise<unknown>
  /** The same over a connection of its own, made for it. */
  probe(): Promise<unknown>
  readonly unanswered: number
}
const beatMs = 1_000
/** From when on one looks whether it is the database that is away, and when the driver has had its time to find that it is back. */
const probedAfterMs = 4_000
const hangsAfterMs = 10_000
const findsWithinMs = 5_000
/** The driver opens a hundred connections, and what hangs holds one for good. */
const maxUnanswered = 50

/**
 * Calls `end` where the database's driver hangs: no sign of life has come through it for ten seconds, though the database gives one to who asks anew.
 * What hangs doesn't come back by itself; the process does, since its supervisor starts it again.
 */
export function createWatchdog(store: Watched, log: Logger, end: () => void): { stop: () => void } {
  let [aliveAt, lookedAt, servesSince] = [performance.now(), performance.now(), Infinity]
  let isProbing = false
  const alive = () => {
    aliveAt = performance.now()
    servesSince = Infinity
  }
  const probe = async () => {
    isProbing = true
    await store.probe().then(
      () => (servesSince = Math.min(servesSince, performance.now())),
      () => (servesSince = Infinity),
    )
    isProbing = false
  }
  const look = () => {
    const now = performance.now()
    if (now - lookedAt > 3 * beatMs) alive() // the process itself was held up
    lookedAt = now
    store.ping().then(alive, () => {})
    if (now - aliveAt > probedAfterMs && !isProbing) void probe()
    const hangs = now - aliveAt > hangsAfterMs && now - servesSince > findsWithinMs
    if (!hangs && store.unanswered < maxUnanswered) return
    const seconds = Math.round((now - aliveAt) / 1_000)
    log.fatal({ unanswered: store.unanswered, seconds }, "the database's driver hangs: ending, to be started again")
    end()
  }
  const timer = setInterval(look, beatMs).unref()
  return { stop: () => clearInterval(timer) }
}
