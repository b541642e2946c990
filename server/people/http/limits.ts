// How often one network address may call. R15 and R16 say what the spec's calls need; the rest keeps a guesser slow and a crowd behind one address quick.
import { isIPv6 } from 'node:net'
import type { Db } from 'mongodb'
import { Refusal } from '#server/kernel/refuse.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import { type Counter, inDatabase, inMemory, type Size } from './buckets.ts'

/**
 * R228: what gives a point back. `never`: a budget of cost, spent by whoever calls (R119). `right`: that what was tried is right. `used`: that what was
 * emailed is used, once, by whoever got it. `untaken`: what is right takes none; what is wrong is counted once it is found out, as nobody can guess it.
 */
export type Back = 'never' | 'right' | 'used' | 'untaken'
type Row = Size & { readonly back: Back; readonly instead: string }

const inMinute = (points: number) => ({ points, window: 60, back: 'never' as Back, instead: elsewhere })
const inHour = (points: number, back: Back, instead = elsewhere) => ({ points, refill: 3600 / points, back, instead })
const elsewhere = 'From another network, such as mobile data, it works at once.'
const byMail = 'A link that we emailed works at once, and so does another network, such as mobile data.'
const rows = {
  all: inMinute(3000),
  page: inMinute(12_000),
  /** R194: twenty phones behind one address make 6,000. */
  door: inMinute(12_000),
  picture: inMinute(600),
  drawing: inMinute(600),
  socket: inMinute(3000),
  watch: inMinute(9000),
  lookUp: inMinute(120),
  memberPages: inMinute(600),
  edit: { ...inMinute(120), instead: 'What you have done so far is saved.' },
  lists: { ...inMinute(60), instead: 'Nothing of yours has changed.' },
  code: inHour(60, 'used', byMail),
  guess: inHour(60, 'right', byMail),
  token: inHour(60, 'untaken', `If your link has ended, ask for a new one. ${elsewhere}`),
  logIn: { ...inHour(60, 'right', 'A sign-in link by email works at once.'), refill: 15 },
  /** R119: of one account, from wherever; past them a right password takes a point of its address too, as it is hashed. */
  signIn: inHour(10, 'never'),
  signUp: inHour(30, 'used'),
  email: inHour(30, 'used', byMail),
  create: inHour(120, 'used'),
  members: inHour(240, 'never', 'Whom you have added so far is saved.'),
} as const satisfies Readonly<Record<string, Row>>
export type LimitName = keyof typeof rows
export const limits: Readonly<Record<LimitName, Row>> = rows
export const limitNames = Object.keys(rows) as LimitName[]

/** R119: counted for the organizer who is signed in, from wherever they call: many addresses help nobody past it, and a crowd at one is not held up by it. */
export const ofOrganizer: ReadonlySet<LimitName | undefined> = new Set<LimitName>(['edit', 'lists', 'create', 'members'])

/** Counts one call of `address`, or with −1 gives back its point; refuses `rate-limited` with the time to wait and what to do instead. */
export type CountCall = (address: string, name: LimitName, points?: 1 | -1) => Promise<void>

export const countNothing: CountCall = async () => {}

/** Counts in this process alone. */
export const createLimits = (): CountCall => countWith((_, size) => inMemory(size))

/** Counts over all processes that share `scratch`; while the database is away, each counts by itself. */
export async function createSharedLimits(scratch: Db): Promise<CountCall> {
  const counts = scratch.collection(table)
  // A member that is away must hold up no start.
  const commitQuorum = 'majority'
  const made = [
    counts.createIndex({ key: 1 }, { unique: true, commitQuorum }),
    counts.createIndex({ expire: -1 }, { expireAfterSeconds: 0, commitQuorum }),
  ]
  await inTime(startMs, Promise.all(made))
  let awayUntil = 0
  return countWith((keyPrefix, size) => {
    const own = inMemory(size)
    const shared = inDatabase(scratch, table, keyPrefix, size)
    const ask = async <Result>(there: () => Promise<Result>, here: () => Promise<Result>): Promise<Result> => {
      if (performance.now() < awayUntil) return here()
      try {
        return await inTime(answerMs, there())
      } catch {
        awayUntil = performance.now() + ownMs
        return here()
      }
    }
    return {
      take: (key) => ask(() => shared.take(key), () => own.take(key)), // biome-ignore format: one line
      giveBack: (key) => ask(() => shared.giveBack(key), () => own.giveBack(key)), // biome-ignore format: one line
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

function countWith(make: (name: LimitName, size: Size) => Counter): CountCall {
  const counters = Object.fromEntries(limitNames.map((name) => [name, make(name, limits[name])])) as Record<LimitName, Counter>
  return async (address, name, points = 1) => {
    if (points < 0) return counters[name].giveBack(limitKey(address))
    const waitMs = await counters[name].take(limitKey(address))
    if (waitMs > 0) throw new Refusal('rate-limited', { seconds: Math.ceil(waitMs / 1000), instead: limits[name].instead })
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
