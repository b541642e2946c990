// R111: records change shape by numbered migrations, forwards only: in batches whose commits say how far they are,
// so that whoever comes next goes on there (decision 0085).
import { isDeepStrictEqual } from 'node:util'
import { addFormerIds, type FormerId, formerIds, type Ids, type Led } from './former-ids.ts'
import { type Collection, type Reader, RevisionConflict, type Store, type Stored, StoreRefused, type Write } from './store.ts'

/** A record as an earlier release has kept it. */
export type OldRecord = Stored & Readonly<Record<string, unknown>>

export interface Migration {
  /** For people: what is so afterwards. */
  readonly what: string
  /** By the name of a collection: gives a record its new shape. It must leave one that has it already as it is, since it may be given one twice. */
  readonly changes: Readonly<Record<string, (record: OldRecord) => OldRecord>>
  /** By the name of a collection: what is to be there besides because of a record of it, as that is by then. What has the id of one already stays. */
  readonly adds?: Readonly<Record<string, (record: OldRecord) => Added>>
  /** By the name of a collection: what a record of it counts for in another one: once, since that is written in the commit that says how far the migration is. */
  readonly counts?: Readonly<Record<string, (record: OldRecord) => Counted | undefined>>
  /** Collections that get another name, by the one they had: their records go over as they are. The old one stays declared (`formerCollections`). */
  readonly renames?: Readonly<Record<string, string>>
  /** R244b: what an address in a record of this collection leads to, as it was and as it will be. */
  readonly ledBy?: (collection: string, record: OldRecord) => readonly Led[]
}

/** The record that something counts for, and what that makes of it. Where there is none nothing is counted. */
export interface Counted {
  readonly collection: string
  readonly _id: string
  readonly change: (record: OldRecord) => OldRecord
}

export interface Added {
  readonly collection: string
  readonly records: readonly Stored[]
}

/** How far the store's migrations are. Its id is always 'this'; absent in stores of version 1. */
export interface StoreState extends Stored {
  readonly version: number
  /** When that version was reached. */
  readonly since: string
  /** Set while records are on their way to the next version: all up to here are there. */
  readonly at?: MigrationCursor | undefined
  /** Who goes on with it, and until when nobody else does; absent over a store that one process has to itself. */
  readonly lease?: { readonly by: string; readonly until: string } | undefined
}
interface MigrationCursor {
  readonly collection: string
  /** The last record that was looked at; absent at the start of the collection. */
  readonly after?: string | undefined
  /** How many records of this migration were written. */
  readonly written: number
}
export const storeStates: Collection<StoreState> = { name: 'storeStates', indexes: {} }

export const perBatch = 250
const lookMs = 250
/** Longer than a commit may take. */
const leaseMs = 15_000
/** After so long without anything to write it commits how far it is all the same: only a commit renews the lease. */
const readMs = 3_000

/** A store, and what may be in it. */
export interface Within {
  readonly reader: Reader
  readonly collections: readonly Collection<never>[]
}
export interface Migrating {
  readonly store: Store
  readonly collections: readonly Collection<never>[]
  readonly migrations: readonly Migration[]
  readonly now: () => number
  /** How ids follow from addresses; absent where no installation was here yet, so that none did. */
  readonly ids?: Ids | undefined
  /** This process's name among those that share the store; absent where there is no other. */
  readonly process?: string | undefined
  /** Called before the first record is written; throws StoreRefused where somebody still writes the old shape. */
  readonly begin?: () => Promise<void>
  /** Called with each migration that is done, and once if another process is at it. */
  readonly onProgress?: (done: { readonly version: number; readonly written: number } | 'waiting') => void
}

const iso = (ms: number) => new Date(ms).toISOString()
const first: StoreState = { _id: 'this', rev: 0, version: 1, since: iso(0) }
export const stateOf = async (reader: Reader): Promise<StoreState> => (await reader.get(storeStates, first._id)) ?? first
/** The lowest version that may open the store: from the first batch of a migration on, the one it leads to. */
export const versionOf = ({ version, at }: StoreState): number => (at ? version + 1 : version)

/** Brings all records to the current shape, or waits until another process has. Throws StoreRefused where a newer release has written. */
export async function migrate(migrating: Migrating): Promise<void> {
  const { store, migrations, now, process, onProgress } = migrating
  let isWaiting = false
  let isBegun = false
  for (;;) {
    const state = await stateOf(store)
    refuseNewer(state, migrations)
    if (state.version > migrations.length) return
    if (state.lease && state.lease.by !== process && state.lease.until > iso(now())) {
      if (!isWaiting) onProgress?.('waiting')
      isWaiting = true
      await new Promise((later) => setTimeout(later, lookMs))
      continue
    }
    try {
      const leased = await lease(migrating, state)
      if (!isBegun) await begin(migrating, state, leased)
      isBegun = true
      await runAll(migrating, leased)
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error // another process was quicker, or is still there: look again
    }
  }
}

export function refuseNewer(state: StoreState, migrations: readonly Migration[]): void {
  const version = versionOf(state)
  if (version <= migrations.length + 1) return
  throw new StoreRefused(
    `The store was written by a newer version of Rolecall (store version ${version}, this one reads ${migrations.length + 1}): ` +
      'start that version, or restore a backup from before it.',
  )
}

/** Nobody else may go on from here until the lease ends; over a store of one's own there is nothing to say. */
async function lease(migrating: Migrating, state: StoreState): Promise<StoreState> {
  const next = leasedBy(migrating, { ...state, rev: state.rev + 1, at: state.at ?? startOf(migrating, state) })
  if (migrating.process === undefined) return state
  await migrating.store.commit([writeOf(next, state)])
  return next
}

/** Asks whether it may begin. Where it may not, the lease is given back, so that the next process needn't wait for it. */
async function begin(migrating: Migrating, state: StoreState, leased: StoreState): Promise<void> {
  try {
    await migrating.begin?.()
  } catch (error) {
    if (leased !== state) await migrating.store.commit([writeOf({ ...state, rev: leased.rev + 1 }, leased)]).catch(() => {})
    throw error
  }
}

const leasedBy = ({ process, now }: Migrating, state: StoreState): StoreState =>
  process === undefined ? state : { ...state, lease: { by: process, until: iso(now() + leaseMs) } }

const migrationOf = ({ migrations }: Migrating, { version }: StoreState): Migration => migrations[version - 1] as Migration
const startOf = (migrating: Migrating, state: StoreState): MigrationCursor => ({
  collection: namesOf(migrationOf(migrating, state))[0] ?? '',
  written: 0,
})
export const namesOf = ({ changes, adds = {}, counts = {}, renames = {} }: Migration) => [
  ...new Set([changes, adds, counts, renames].flatMap((one) => Object.keys(one))),
]
const writeOf = (next: Stored, before: Stored): Write => ({ collection: storeStates, put: next, expectedRev: before.rev })

/** Batch after batch, until no migration is left. */
async function runAll(migrating: Migrating, from: StoreState): Promise<void> {
  for (let state = from; state.version <= migrating.migrations.length; ) {
    const { writes, next } = await nextBatch(migrating, state)
    const put = next.version > migrating.migrations.length ? next : leasedBy(migrating, next)
    await migrating.store.commit([...writes, writeOf(put, state)])
    if (next.version > state.version) migrating.onProgress?.({ version: next.version, written: state.at?.written ?? 0 })
    state = put
  }
}

/** Reads on until there is something to write, the lease has to be renewed, or the migration is done; gives the writes and the state after them. */
async function nextBatch(migrating: Migrating, state: StoreState): Promise<{ writes: Write[]; next: StoreState }> {
  const migration = migrationOf(migrating, state)
  const names = namesOf(migration)
  const { collection: name, after, written } = state.at ?? startOf(migrating, state)
  const begun = migrating.now()
  let last = after
  for (const current of names.slice(Math.max(names.indexOf(name), 0))) {
    const collection = collectionOf(migrating, current)
    for (;;) {
      const page = await pageAfter(migrating.store, collection, last)
      const changed = (await Promise.all(page.map((record) => changeOf(migrating, collection, record, migration)))).filter(isAny)
      const added = (
        await Promise.all(page.map((record) => addedBy({ reader: migrating.store, ...migrating }, current, record, migration)))
      ).flat()
      const counted = await countedBy(migrating, current, page, migration)
      const former = await formerOf(migrating, current, page, migration)
      last = page.at(-1)?._id
      const isLong = page.length === perBatch && migrating.now() - begun >= readMs // only with more to come, so that every turn gets further
      const writes = [...changed.flat(), ...added, ...counted, ...former]
      if (writes.length > 0 || isLong) {
        const at = { collection: current, after: last, written: written + changed.length + added.length + counted.length }
        return { writes, next: { ...state, rev: state.rev + 1, at } }
      }
      if (page.length < perBatch) break
    }
    last = undefined
  }
  const { at: _, lease: __, ...done } = state
  return { writes: [], next: { ...done, rev: state.rev + 1, version: state.version + 1, since: iso(migrating.now()) } }
}

/** R244b: the ids under which the records of a page were kept until now, where their addresses make others. */
async function formerOf(migrating: Migrating, name: string, page: readonly OldRecord[], { ledBy }: Migration): Promise<Write[]> {
  const { store: reader, ids } = migrating
  const known = new Map<string, FormerId>()
  if (!ids || !ledBy) return []
  for (const record of page)
    await addFormerIds({ reader, ids, collectionOf: (one) => collectionOf(migrating, one) }, record, ledBy(name, record), known)
  return [...known.values()].map((put) => ({ collection: formerIds, put, expectedRev: 0 }))
}

export function collectionOf({ collections }: Pick<Within, 'collections'>, name: string): Collection<OldRecord> {
  const collection = collections.find((one) => one.name === name)
  if (!collection) throw new Error(`A migration changes ${name}, which is no collection`)
  return collection as Collection<OldRecord>
}

export const pageAfter = (reader: Reader, collection: Collection<OldRecord>, after: string | undefined) =>
  reader.find(collection, { index: '_id', limit: perBatch, ...(after !== undefined && { after: { _id: after, rev: 0 } }) })

/** What is not there yet of what a migration adds because of a record. */
export async function addedBy(
  { reader, collections }: Within,
  name: string,
  record: OldRecord,
  { changes, adds }: Migration,
): Promise<Write[]> {
  const added = adds?.[name]?.(changes[name]?.(record) ?? record)
  if (!added) return []
  const collection = collectionOf({ collections }, added.collection)
  const found = await Promise.all(added.records.map(async (put) => ({ put, before: await reader.get(collection, put._id) })))
  return found.flatMap(({ put, before }) => (before ? [] : [{ collection, put, expectedRev: 0 }]))
}

/** What the records of a page count for, each of those written once. */
async function countedBy(migrating: Migrating, name: string, page: readonly OldRecord[], { counts }: Migration): Promise<Write[]> {
  const changed = new Map<string, { readonly collection: Collection<OldRecord>; readonly before: OldRecord; readonly after: OldRecord }>()
  for (const record of page) {
    const counted = counts?.[name]?.(record)
    if (!counted) continue
    const collection = collectionOf(migrating, counted.collection)
    const key = `${collection.name}/${counted._id}`
    const found = changed.get(key)
    const before = found?.before ?? (await migrating.store.get(collection, counted._id))
    if (before) changed.set(key, { collection, before, after: counted.change(found?.after ?? before) })
  }
  return [...changed.values()].map(({ collection, before, after }) => ({
    collection,
    put: { ...after, _id: before._id, rev: before.rev + 1 },
    expectedRev: before.rev,
  }))
}

const isAny = (writes: readonly Write[]) => writes.length > 0

/** A higher revision, so that whoever has read the old shape can't write over the new one. */
async function changeOf(
  migrating: Migrating,
  collection: Collection<OldRecord>,
  record: OldRecord,
  { changes, renames }: Migration,
): Promise<Write[]> {
  const newName = renames?.[collection.name]
  if (newName !== undefined) {
    const renamed = collectionOf(migrating, newName)
    const isThere = (await migrating.store.get(renamed, record._id)) !== undefined
    const moved: Write[] = isThere ? [] : [{ collection: renamed, put: record, expectedRev: 0 }]
    return [{ collection, drop: record, expectedRev: record.rev }, ...moved]
  }
  const changed = changes[collection.name]?.(record) ?? record
  if (isDeepStrictEqual(changed, record)) return []
  return [{ collection, put: { ...changed, _id: record._id, rev: record.rev + 1 }, expectedRev: record.rev }]
}
