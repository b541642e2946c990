// How often one network address may call. R15 and R16 say what the spec's calls need; the rest keeps a guesser slow and a crowd behind one address quick.
import { isIPv6 } from 'node:net'
import type { Db } from 'mongodb'
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#server/kernel/refuse.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'

const hour = 3600
const points = {
  all: { points: 3000, duration: 60 },
  page: { points: 12_000, duration: 60 },
  picture: { points: 600, duration: 60 },
  drawing: { points: 600, duration: 60 },
  socket: { points: 3000, duration: 60 },
  watch: { points: 9000, duration: 60 },
  code: { points: 20, duration: hour },
  token: { points: 120, duration: hour },
  lookUp: { points: 120, duration: 60 },
  logIn: { points: 60, duration: 900 },
  signUp: { points: 30, duration: hour },
  email: { points: 30, duration: hour },
  create: { points: 120, duration: hour },
  members: { points: 240, duration: hour },
  edit: { points: 120, duration: 60 },
  memberPages: { points: 600, duration: 60 },
  lists: { points: 60, duration: 60 },
} as const
export type LimitName = keyof typeof points
export const limitNames = Object.keys(points) as LimitName[]

/** R119: counted for the organizer who is signed in, from wherever they call: many addresses help nobody past it. */
export const ofOrganizer: ReadonlySet<LimitName | undefined> = new Set<LimitName>(['edit', 'lists'])

/** Counts one call of `address`; refuses `rate-limited` with the seconds to wait. */
export type CountCall = (address: string, name: LimitName) => Promise<void>

export const countNothing: CountCall = async () => {}

/** Counts in this process alone. */
export const openLimits = (): CountCall => countWith((_, options) => new RateLimiterMemory(options))

/** Counts over all processes that share `scratch`; while the database is away, each counts by itself. */
export async function openSharedLimits(scratch: Db): Promise<CountCall> {
  const counts = scratch.collection(table)
  // A member that is away must hold up no start.
  const commitQuorum = 'majority'
  const made = [
    counts.createIndex({ key: 1 }, { unique: true, commitQuorum }),
    counts.createIndex({ expire: -1 }, { expireAfterSeconds: 0, commitQuorum }),
  ]
  await inTime(startMs, Promise.all(made))
  let awayUntil = 0
  return countWith((keyPrefix, options) => {
    const own = new RateLimiterMemory(options)
    const wanted = { storeClient: scratch, tableName: table, keyPrefix, disableIndexesCreation: true }
    const shared = new RateLimiterMongo({ ...options, ...wanted, inMemoryBlockOnConsumed: options.points })
    return {
      async consume(key) {
        if (performance.now() < awayUntil) return own.consume(key)
        try {
          return await inTime(answerMs, shared.consume(key))
        } catch (no) {
          if (no instanceof RateLimiterRes) throw no
          awayUntil = performance.now() + ownMs
          return own.consume(key)
        }
      },
    }
  })
}

const startMs = 5_000
const answerMs = 1_000
/** So long each process counts by itself once the database kept one of them waiting. */
const ownMs = 5_000

/** Waits no longer than so many milliseconds; what comes of it later is nobody's business. */
function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreUnavailable('The database did not answer in time')), ms)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}

const table = 'limits'
interface Options {
  readonly points: number
  readonly duration: number
}

function countWith(make: (name: string, options: Options) => { consume: (key: string) => Promise<unknown> }): CountCall {
  const limiters = new Map(Object.entries(points).map(([name, options]) => [name, make(name, options)]))
  return async (address, name) => {
    try {
      await limiters.get(name)?.consume(limitKey(address))
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over
      throw new Refusal('rate-limited', { seconds: Math.max(1, Math.ceil(over.msBeforeNext / 1000)) })
    }
  }
}

/** An IPv6 customer has a whole /64, so that is what counts; a port that a proxy noted doesn't. What is no address counts as it is. */
export function limitKey(noted: string): string {
  if (/^[\d.]{7,15}$/.test(noted)) return noted
  const address = /^\[(.*)\](:\d+)?$/.exec(noted)?.[1] ?? /^([\d.]+):\d+$/.exec(noted)?.[1] ?? noted
  const embedded = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (embedded) return embedded
  if (!isIPv6(address)) return address.slice(0, 64)
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right].slice(0, 4).join(':')
}
