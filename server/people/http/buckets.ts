// What counts calls: within fixed minutes by a library; and as buckets, which get one point more every so often, and points back (R228).
import { type Collection, type Db, MongoServerError } from 'mongodb'
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import { systemClock } from '#server/kernel/ports/clock.ts'

export interface Counter {
  /** Takes a point; gives 0, or in how many milliseconds there is one. */
  readonly take: (key: string) => Promise<number>
  readonly giveBack: (key: string) => Promise<void>
}

/** So many points; all of them anew each `window` seconds, or one more each `refill` seconds. */
export type Size = { readonly points: number } & ({ readonly window: number } | { readonly refill: number })

const waitOf = (consumed: Promise<unknown>) =>
  consumed.then(
    () => 0,
    (over: unknown) => {
      if (over instanceof RateLimiterRes) return Math.max(1, over.msBeforeNext)
      throw over
    },
  )
const windowed = (limiter: RateLimiterMemory | RateLimiterMongo): Counter => ({
  take: (key) => waitOf(limiter.consume(key)),
  giveBack: async (key) => void (await limiter.reward(key)),
})

/** In this process alone. */
export const inMemory = (size: Size): Counter =>
  'window' in size
    ? windowed(new RateLimiterMemory({ points: size.points, duration: size.window }))
    : memoryBucket(size.points, size.refill * 1000)

const maxKept = 10_000

/** Of each key it keeps when its bucket is full again. */
function memoryBucket(points: number, refillMs: number): Counter {
  const fullAt = new Map<string, number>()
  let most = maxKept
  const forgetFull = (now: number) => {
    for (const [key, at] of fullAt) if (at <= now) fullAt.delete(key)
    most = Math.max(maxKept, 2 * fullAt.size)
  }
  return {
    async take(key) {
      const now = systemClock.now()
      const full = Math.max(fullAt.get(key) ?? 0, now)
      const wait = full - now - (points - 1) * refillMs
      if (wait > 0) return wait
      if (fullAt.size >= most) forgetFull(now)
      fullAt.set(key, full + refillMs)
      return 0
    },
    async giveBack(key) {
      const full = fullAt.get(key)
      if (full !== undefined) fullAt.set(key, full - refillMs)
    },
  }
}

/** One over all processes that share the collection, which has a unique index by key and forgets at `expire`. */
export function inDatabase(scratch: Db, tableName: string, keyPrefix: string, size: Size): Counter {
  if ('refill' in size) return sharedBucket(scratch.collection(tableName), keyPrefix, size.points, size.refill * 1000)
  const options = { points: size.points, duration: size.window, inMemoryBlockOnConsumed: size.points }
  return windowed(new RateLimiterMongo({ ...options, storeClient: scratch, tableName, keyPrefix, disableIndexesCreation: true }))
}

/** So long nobody asks about an empty bucket again: somebody may give a point back over another process. */
const emptyMs = 1_000

/**
 * The bucket is full again at `since` + `taken` times `refillMs`. One round trip counts, whatever it finds; a second puts right what one in between may have
 * found too low, as the bucket was full, or takes the point off again, as it was empty. Both come to the same in whichever order processes do them.
 */
function sharedBucket(counts: Collection<BucketRecord>, prefix: string, points: number, refillMs: number): Counter {
  const empty = new Map<string, number>()
  const add = async (key: string, now: number): Promise<BucketRecord | null> => {
    const set = { $inc: { taken: 1 }, $setOnInsert: { since: now }, $max: { expire: new Date(now + points * refillMs) } }
    return counts.findOneAndUpdate({ key }, set, { upsert: true, returnDocument: 'after' })
  }
  const addAgain = (key: string, now: number) => (error: unknown) => {
    if (error instanceof MongoServerError && error.code === 11000) return add(key, now) // Two began it at once.
    throw error
  }
  const takeOff = (key: string) => counts.updateOne({ key, taken: { $gt: 0 } }, { $inc: { taken: -1 } })
  return {
    async take(key) {
      const id = `${prefix}:${key}`
      const now = systemClock.now()
      const left = (empty.get(id) ?? 0) - now
      if (left > 0) return left
      empty.delete(id)
      const { since, taken } = (await add(id, now).catch(addAgain(id, now))) ?? { since: now, taken: 1 }
      const before = (taken - 1) * refillMs
      if (since + before < now) await counts.updateOne({ key: id }, { $max: { since: now - before } })
      const wait = since + before - now - (points - 1) * refillMs
      if (wait <= 0) return 0
      await takeOff(id)
      if (empty.size >= maxKept) empty.clear()
      empty.set(id, now + Math.min(wait, emptyMs))
      return wait
    },
    async giveBack(key) {
      empty.delete(`${prefix}:${key}`)
      await takeOff(`${prefix}:${key}`)
    },
  }
}

interface BucketRecord {
  readonly key: string
  readonly since: number
  readonly taken: number
  readonly expire: Date
}
