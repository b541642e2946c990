// Every record of a store in one order, and the filling of an empty store with them: what backup, restore and import share.
import { createHash } from 'node:crypto'
import { collections, installations } from '#server/app/store/collections.ts'
import type { Lines } from '#server/kernel/store/sqlite/reader.ts'
import { type Collection, eraAt, type Reader, RevisionConflict, type Store, type Stored, StoreRefused } from '#server/kernel/store/store.ts'

/** One record, and the line that it is in a backup. */
export interface Entry {
  readonly collection: Collection<never>
  readonly record: Stored
  readonly line: string
}
export type Entries = AsyncIterable<Entry> | Iterable<Entry>

/** Lines of a backup: one, or as many records of a collection as `count` says. */
export interface BackupPart {
  readonly collection: Collection<never>
  readonly line: string
  readonly count?: number
}
export type BackupParts = AsyncIterable<BackupPart> | Iterable<BackupPart>

/** A store to be filled, and the words for it. */
export interface Target {
  readonly store: Store
  readonly name: string
  /** What empties it, as an order to a person. */
  readonly remedy: string
}

/** How many records, by collection. */
export type Counts = Readonly<Record<string, number>>

const perPage = 250
/** Well below the 16 MB that a transaction of MongoDB may hold. */
const bytesPerCommit = 4_000_000

/** Writes a record as its line. The id comes first, as MongoDB keeps it, so that equal records are equal lines on every engine. */
export function entryOf(collection: Collection<never>, record: Stored): Entry {
  const { _id, ...rest } = record
  return { collection, record, line: `${JSON.stringify({ c: collection.name, r: { _id, ...rest } })}\n` }
}

/** Walks every record: the collections as declared, in each the ids in ascending order of their bytes. */
export async function* entriesOf(reader: Reader): AsyncGenerator<Entry> {
  for (const collection of collections) {
    let page: Stored[] = []
    do {
      const last = page.at(-1)
      page = await reader.find(collection, { index: '_id', limit: perPage, ...(last && { after: last }) })
      for (const record of page) yield entryOf(collection, record)
    } while (page.length === perPage)
  }
}

/** The same walk as text alone, which costs a fraction where the reader makes it. */
export async function* partsOf(reader: Reader & Partial<Lines>): AsyncGenerator<BackupPart> {
  if (!reader.lines) {
    yield* entriesOf(reader)
    return
  }
  for (const collection of collections) {
    for (let page = reader.lines(collection, '', perPage); page; page = reader.lines(collection, page.last, perPage))
      yield { collection, line: page.text, count: page.count }
  }
}

/** R122: the same records, each at a revision of the era that begins at `now`, or at the next one if it is further. What was read before a restore matches nothing after it. */
export async function* inNewEra(entries: Entries, now: number): AsyncGenerator<Entry> {
  const era = eraAt(now)
  for await (const { collection, record } of entries) yield entryOf(collection, { ...record, rev: Math.max(era, record.rev + 1) })
}

/** Counts lines by collection and hashes them, so that two walks can be compared without keeping either. */
export function createTally() {
  const hash = createHash('sha256')
  const counts = new Map<string, number>()
  return {
    add({ collection, line }: Entry) {
      counts.set(collection.name, (counts.get(collection.name) ?? 0) + 1)
      hash.update(line)
    },
    counts: (): Counts => Object.fromEntries(counts),
    digest: () => hash.copy().digest('hex'),
  }
}

/** Stands in the place of the installation while a store is being filled: without its key for ids no server starts, and no other restore (decision 0050). */
const marker: Stored & { readonly restoring: true } = { _id: 'this', rev: 1, restoring: true }

/** Tells whether a restore broke off here, or is still going on. */
export const isHalfFilled = async (reader: Reader): Promise<boolean> => {
  const kept: object | undefined = await reader.get(installations, marker._id)
  return kept !== undefined && 'restoring' in kept
}

/** Refuses a store that holds anything; but for what is left alone. */
async function refuseFilled({ store, name, remedy }: Target, leaves: string | undefined): Promise<void> {
  if (await isHalfFilled(store)) throw new StoreRefused(`In ${name} a restore broke off, or is still running: ${remedy}, then try again.`)
  for (const collection of collections.filter((one) => one.name !== leaves)) {
    const found = await store.find(collection, { index: '_id', limit: 1 })
    if (found.length > 0) throw new StoreRefused(`${name} is not empty (it holds ${collection.name}): ${remedy}.`)
  }
}

/** Gives the entries by commits. */
async function* inCommits(entries: Entries): AsyncGenerator<Entry[]> {
  let some: Entry[] = []
  let bytes = 0
  for await (const entry of entries) {
    if (some.length === perPage || (some.length > 0 && bytes + entry.line.length > bytesPerCommit)) {
      yield some
      ;[some, bytes] = [[], 0]
    }
    some.push(entry)
    bytes += entry.line.length
  }
  if (some.length > 0) yield some
}

const putOf = ({ collection, record }: Entry) => ({ collection, put: record, expectedRev: 0 })
const ofInstallation = ({ collection }: Entry) => collection.name === installations.name

/** Writes all but the installation, which is given back, and says by a tally what was asked for. */
async function writeAll(store: Store, entries: Entries) {
  const asked = createTally()
  const kept: Entry[] = []
  for await (const some of inCommits(entries)) {
    kept.push(...some.filter(ofInstallation))
    const others = some.filter((entry) => !ofInstallation(entry))
    for (const entry of others) asked.add(entry)
    await store.commit(others.map(putOf))
  }
  return { kept, asked }
}

interface Filling {
  /** The collection that may hold something, and is filled by `finish` alone. */
  readonly leaves?: string
  /** Done to the records before any server may start on them; given the installation, if there is one. */
  readonly finish?: (installation: Stored | undefined) => Promise<void>
}

/**
 * Fills an empty store, reads it again and compares, and only then puts the installation in its place. Until then, and for ever if it
 * breaks off, no server starts on it. Gives the number of records by collection. Throws StoreRefused.
 */
export async function fillStore(target: Target, entries: Entries, { leaves, finish }: Filling = {}): Promise<Counts> {
  const { store, name } = target
  await refuseFilled(target, leaves)
  try {
    await store.commit([{ collection: installations, put: marker, expectedRev: 0 }])
    const { kept, asked } = await writeAll(store, entries)
    const there = createTally()
    for await (const entry of entriesOf(store)) if (!ofInstallation(entry) && entry.collection.name !== leaves) there.add(entry)
    if (there.digest() !== asked.digest()) throw new StoreRefused(differenceOf(asked.counts(), there.counts(), target))
    await finish?.(kept[0]?.record)
    await store.commit([{ collection: installations, drop: marker, expectedRev: marker.rev }, ...kept.map(putOf)])
    return { ...(kept.length > 0 && { [installations.name]: kept.length }), ...asked.counts() }
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
    const sentence = `Somebody else writes to ${name}: stop every server and every other restore, ${target.remedy}, then try again.`
    throw new StoreRefused(sentence, { cause: error })
  }
}

function differenceOf(asked: Counts, there: Counts, { name, remedy }: Target): string {
  const names = Object.keys({ ...asked, ...there }).filter((one) => asked[one] !== there[one])
  const which = names.map((one) => `${one}: ${there[one] ?? 0} of ${asked[one] ?? 0}`).join(', ') || 'a record came back otherwise'
  return `${name} does not hold what was written to it (${which}): ${remedy}, then try again.`
}
