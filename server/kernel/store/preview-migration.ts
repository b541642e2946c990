// What migrations would do to a store, said without changing anything (R111a).
import { isDeepStrictEqual } from 'node:util'
import {
  addedBy,
  collectionOf,
  type Migrating,
  type Migration,
  namesOf,
  type OldRecord,
  pageAfter,
  perBatch,
  refuseNewer,
  stateOf,
  type Within,
} from './migrate.ts'
import type { Reader } from './store.ts'

/** What a migration would do: how many records it would write, by collection. */
export interface Prospect {
  readonly version: number
  readonly what: string
  readonly counts: Readonly<Record<string, number>>
}

/** Says what `migrate` would do, and changes nothing. */
export async function foresee(reader: Reader, migrating: Pick<Migrating, 'collections' | 'migrations'>): Promise<Prospect[]> {
  const { migrations } = migrating
  const state = await stateOf(reader)
  refuseNewer(state, migrations)
  const left = migrations.slice(state.version - 1)
  const counts = left.map((): Record<string, number> => ({}))
  const counted = left.map(() => new Set<string>())
  for (const name of new Set(left.flatMap(namesOf))) {
    const collection = collectionOf(migrating, name)
    let page: OldRecord[] = []
    do {
      page = await pageAfter(reader, collection, page.at(-1)?._id)
      for (const record of page) await countWrites({ reader, ...migrating }, name, record, left, { counts, counted })
    } while (page.length === perBatch)
  }
  return left.map(({ what }, nth) => ({ version: state.version + nth + 1, what, counts: counts[nth] ?? {} }))
}

/** By migration: how many of each collection, and what is written because others count for it. */
interface Counts {
  readonly counts: readonly Record<string, number>[]
  readonly counted: readonly Set<string>[]
}
async function countWrites(
  within: Within,
  start: string,
  record: OldRecord,
  left: readonly Migration[],
  { counts, counted }: Counts,
): Promise<void> {
  let shape = record
  let name = start
  for (const [nth, migration] of left.entries()) {
    const changed = migration.changes[name]?.(shape) ?? shape
    const newName = migration.renames?.[name] ?? name
    const own = counts[nth] ?? {}
    if (newName !== name || !isDeepStrictEqual(changed, shape)) own[name] = (own[name] ?? 0) + 1
    for (const write of await addedBy(within, name, shape, migration)) own[write.collection.name] = (own[write.collection.name] ?? 0) + 1
    const other = migration.counts?.[name]?.(shape)
    const key = other && `${other.collection}/${other._id}`
    if (other && key && !counted[nth]?.has(key) && (await within.reader.get(collectionOf(within, other.collection), other._id))) {
      counted[nth]?.add(key)
      own[other.collection] = (own[other.collection] ?? 0) + 1
    }
    shape = changed
    name = newName
  }
}
