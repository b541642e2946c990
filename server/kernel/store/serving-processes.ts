// Which processes share a database, and which version of the store each writes: a newer one changes the shape of records
// once no older one serves (R111, decision 0086).
import { type Collection, type Reader, RevisionConflict, type Store, type Stored, StoreRefused } from './store.ts'

/** A process that serves. Its id is its name. */
interface Serving extends Stored {
  readonly version: number
  /** The process moves it on long before. */
  readonly until: string
}
export const servings: Collection<Serving> = { name: 'servings', indexes: {} }

const validMs = 20_000
const most = 1_000
const iso = (ms: number) => new Date(ms).toISOString()
const all = (reader: Reader) => reader.find(servings, { index: '_id', limit: most })

/** Throws StoreRefused while a process serves that writes an older version than `version`. */
export async function refuseOlder(reader: Reader, version: number, now: number): Promise<void> {
  const isOlder = (one: Serving) => one.version < version && one.until > iso(now)
  if ((await all(reader)).some(isOlder)) throw olderServes()
}

export const olderServes = () =>
  new StoreRefused(
    'A server of an older version of Rolecall still uses the database: stop all of them, then start this one. ' +
      'One that was killed counts for 20 seconds longer.',
  )

/** Says that `process` serves, and removes who was not heard of for long. */
export async function sayServing(store: Store, process: string, version: number, now: number): Promise<void> {
  const known = await all(store)
  const before = known.find(({ _id }) => _id === process)
  const put: Serving = { _id: process, rev: (before?.rev ?? 0) + 1, version, until: iso(now + validMs) }
  await store.commit([{ collection: servings, put, expectedRev: before?.rev ?? 0 }])
  for (const one of known) if (one !== before && one.until < iso(now - validMs)) await drop(store, one)
}

export async function endServing(store: Store, process: string): Promise<void> {
  const last = await store.get(servings, process)
  if (last) await drop(store, last)
}

const drop = (store: Store, one: Serving) =>
  store.commit([{ collection: servings, drop: one, expectedRev: one.rev }]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error // another process has removed it
  })
