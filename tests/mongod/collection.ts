// Collections and their indexes: which rows have a version with which key. Who sees which version is decided by the reader.
import { randomBytes } from 'node:crypto'
import { CommandError } from './errors.ts'
import { type IndexSpec, prepareKeys } from './index-keys.ts'
import type { Collection, Engine, Image, Index, Row, Version, View } from './model.ts'
import { openSorted } from './sorted.ts'
import { type Doc, numberOf, show } from './values.ts'

const idSpec: IndexSpec = { name: '_id_', key: { _id: 1 }, fields: [['_id', 1]], unique: true, sparse: false }

/** Makes an index with nothing in it. */
export const emptyIndex = (spec: IndexSpec): Index => ({
  spec,
  keys: prepareKeys(spec),
  entries: new Map(),
  sorted: openSorted(),
  claims: new Map(),
})

/** Enters a version of a row under its keys. */
export function enter(index: Index, row: Row, doc: Doc): void {
  for (const key of index.keys.keysOf(doc)) {
    const rows = index.entries.get(key)
    if (rows === undefined) {
      index.entries.set(key, new Map([[row, 1]]))
      index.sorted.add(key)
    } else rows.set(row, (rows.get(row) ?? 0) + 1)
  }
}

/** Takes a version of a row out again. */
export function leave(index: Index, row: Row, doc: Doc): void {
  for (const key of index.keys.keysOf(doc)) {
    const rows = index.entries.get(key)
    const left = (rows?.get(row) ?? 0) - 1
    if (left > 0) rows?.set(row, left)
    else rows?.delete(row)
    if (rows?.size === 0) {
      index.entries.delete(key)
      index.sorted.remove(key)
    }
  }
}

/** Finds a collection, or makes it as the first insert does. */
export function collectionFor(engine: Engine, db: string, name: string, options: Doc = {}): Collection {
  const ns = `${db}.${name}`
  const found = engine.collections.get(ns)
  if (found !== undefined) return found
  checkName(db, name)
  const size = numberOf(options.size)
  const capped =
    options.capped === true && size !== undefined ? { size, max: numberOf(options.max) ?? Number.POSITIVE_INFINITY, order: [] } : undefined
  const uuid = randomBytes(16)
  const made: Collection = {
    db,
    name,
    uuid,
    options,
    capped,
    rows: new Map(),
    indexes: new Map([['_id_', emptyIndex(idSpec)]]),
    building: new Map(),
    count: 0,
    bytes: 0,
    nextSeq: 0,
  }
  engine.collections.set(ns, made)
  return made
}

function checkName(db: string, name: string): void {
  const isBad =
    name === '' || name.startsWith('.') || name.endsWith('.') || name.includes('$') || name.includes('\0') || name.startsWith('system.')
  if (isBad) throw new CommandError(73, `Invalid collection name: ${db}.${name}`)
}

/** Gives the row of an id, made where there is none. */
export function rowFor(coll: Collection, id: string): Row {
  const found = coll.rows.get(id)
  if (found !== undefined) return found
  const row: Row = { id, seq: coll.nextSeq++, head: undefined, holder: undefined }
  coll.rows.set(id, row)
  return row
}

/** Gives what a reader sees of a row. */
export function imageOf(row: Row, view: View): Image | undefined {
  const own = view.txn?.pending.get(row)
  if (own !== undefined) return own.doc === null ? undefined : own
  let version: Version | undefined = row.head
  while (version !== undefined && version.ts > view.snapshot) version = version.prev
  return version?.doc === null ? undefined : version
}

/** Says which key of a unique index is taken, as mongod says it. */
export function duplicate(coll: Collection, { spec }: Index, doc: Doc): CommandError {
  const pick = ([path]: readonly [string, 1 | -1]) => [
    path,
    path.split('.').reduce<unknown>((value, part) => (value as Doc | undefined)?.[part], doc) ?? null,
  ]
  const keyValue: Doc = Object.fromEntries(spec.fields.map(pick))
  const message = `E11000 duplicate key error collection: ${coll.db}.${coll.name} index: ${spec.name} dup key: ${show(keyValue)}`
  return new CommandError(11000, message, { keyPattern: spec.key, keyValue })
}
