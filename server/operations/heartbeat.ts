// Whether the store can be written now (O1): found out by writing to it, at most once a second, whoever asks.
import type { Logger } from 'pino'
import { type Clock, iso } from '../ports/clock.ts'
import { type Collection, RevisionConflict, type Store, type Stored } from '../store/store.ts'

interface Heartbeat extends Stored {
  readonly at: string
}
export const heartbeats: Collection<Heartbeat> = { name: 'heartbeats', indexes: {} }

const pauseMs = 1_000
const patienceMs = 2_000

/** One small commit over the one before. Where another process was quicker, its write is as good as ours. */
async function beat(store: Store, clock: Clock) {
  const before = await store.get(heartbeats, 'this')
  const over = before?.rev ?? 0
  const put: Heartbeat = { _id: 'this', rev: over + 1, at: iso(clock.now()) }
  await store.commit([{ collection: heartbeats, put, over }]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error
  })
}

/** Gives what says whether writes are possible. One attempt at a time: where the store hangs, they don't pile up. */
export function openHeartbeat({ store, clock }: { store: Store; clock: Clock }, log: Logger): () => Promise<boolean> {
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
    const tooLong = new Promise<boolean>((over) => setTimeout(() => over(false), patienceMs).unref())
    return Promise.race([running, tooLong])
  }
}
