// Transactions with snapshots: writes wait in the transaction, the first writer of a document wins, a commit adds versions at one time.
import { duplicate, enter, imageOf, leave, rowFor } from './collection.ts'
import { encode } from './compare.ts'
import { CommandError } from './errors.ts'
import type { Change, Collection, Engine, Image, Index, Row, Txn } from './model.ts'
import type { Updated } from './update.ts'
import { type Doc, writeDoc } from './values.ts'

/** Somebody else wrote the document or key: a transaction fails, a plain write waits for the holder. */
export class Conflict extends CommandError {
  override name = 'Conflict'
  readonly holder: Txn | undefined

  constructor(holder: Txn | undefined) {
    super(
      112,
      'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    )
    this.holder = holder
  }
}

const largest = 16 * 1_024 * 1_024

/** Starts a transaction that sees all commits until now. */
export function begin(engine: Engine): Txn {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const txn: Txn = { snapshot: engine.now(), startedAt: Date.now(), pending: new Map(), claims: [], changes: [], state: 'open', ended, end }
  engine.open.add(txn)
  return txn
}

function imageFor(doc: Doc): Image {
  const raw = writeDoc(doc)
  if (raw.length > largest)
    throw new CommandError(10334, `BSONObj size: ${raw.length} is invalid. Size must be between 0 and 16793600(16MB)`)
  return { doc, raw }
}

function write(engine: Engine, txn: Txn, coll: Collection, row: Row, doc: Doc | null, change: Change): void {
  const before = imageOf(row, { snapshot: txn.snapshot, txn })
  if (engine.conflicts) {
    if (row.holder !== undefined && row.holder !== txn) throw new Conflict(row.holder)
    if (row.head !== undefined && row.head.ts > txn.snapshot) throw new Conflict(undefined)
  }
  const image = doc === null ? { doc: null, raw: null } : imageFor(doc)
  if (doc !== null) for (const index of coll.indexes.values()) checkIndex(engine, txn, coll, index, row, before?.doc ?? null, doc)
  txn.pending.set(row, { ...image, coll })
  row.holder = txn
  txn.changes.push(change)
}

function checkIndex(engine: Engine, txn: Txn, coll: Collection, index: Index, row: Row, before: Doc | null, doc: Doc): void {
  const keys = index.keys.keysOf(doc)
  if (!index.spec.unique || index.spec.name === '_id_') return
  const held = before === null ? [] : index.keys.keysOf(before)
  for (const key of keys) {
    if (held.includes(key)) continue
    const claim = index.claims.get(key)
    if (engine.conflicts && claim !== undefined && claim !== txn) throw new Conflict(claim)
    for (const other of index.entries.get(key)?.keys() ?? []) if (other !== row) checkOther(engine, txn, coll, index, other, key, doc)
    for (const [other, { doc: own }] of txn.pending)
      if (other !== row && own !== null && txn.pending.get(other)?.coll === coll && index.keys.keysOf(own).includes(key))
        throw duplicate(coll, index, doc)
    if (claim === txn) continue
    index.claims.set(key, txn)
    txn.claims.push([index, key])
  }
}

/** A key committed since the snapshot is a conflict; one that the transaction sees is taken. */
function checkOther(engine: Engine, txn: Txn, coll: Collection, index: Index, other: Row, key: string, doc: Doc): void {
  for (let version = other.head; version !== undefined && version.ts > txn.snapshot; version = version.prev) {
    if (engine.conflicts && version.doc !== null && index.keys.keysOf(version.doc).includes(key)) throw new Conflict(undefined)
  }
  const seen = imageOf(other, { snapshot: txn.snapshot, txn })?.doc
  if (seen !== undefined && seen !== null && index.keys.keysOf(seen).includes(key)) throw duplicate(coll, index, doc)
}

/** Inserts a document, whose id must be free. */
export function insertDoc(engine: Engine, txn: Txn, coll: Collection, doc: Doc): void {
  if (Array.isArray(doc._id) || doc._id === undefined)
    throw new CommandError(2, `The '_id' value cannot be of type ${doc._id === undefined ? 'undefined' : 'array'}`)
  const whole = Object.keys(doc)[0] === '_id' ? doc : { _id: doc._id, ...doc }
  const row = rowFor(coll, encode(doc._id))
  try {
    const idIndex = coll.indexes.get('_id_')
    if (idIndex !== undefined && imageOf(row, { snapshot: txn.snapshot, txn }) !== undefined) throw duplicate(coll, idIndex, whole)
    write(engine, txn, coll, row, whole, { op: 'insert', db: coll.db, coll: coll.name, id: doc._id, doc: whole })
  } finally {
    forgetEmpty(coll, row)
  }
}

function forgetEmpty(coll: Collection, row: Row): void {
  if (row.head === undefined && row.holder === undefined) coll.rows.delete(row.id)
}

/** Writes what an update made of a document. */
export function updateDoc(engine: Engine, txn: Txn, coll: Collection, row: Row, { doc, changes }: Updated): void {
  const { db, name } = coll
  write(engine, txn, coll, row, doc, { op: changes === undefined ? 'replace' : 'update', db, coll: name, id: doc._id, doc, changes })
}

/** Removes a document. */
export function removeDoc(engine: Engine, txn: Txn, coll: Collection, row: Row, doc: Doc): void {
  write(engine, txn, coll, row, null, { op: 'delete', db: coll.db, coll: coll.name, id: doc._id })
}

function apply(engine: Engine, txn: Txn, ts: number): void {
  for (const [row, { coll, doc, raw }] of txn.pending) {
    const before = row.head
    if (doc === null && (before === undefined || before.doc === null)) continue
    const version = { ts, doc, raw, prev: before }
    row.head = version
    coll.rows.set(row.id, row)
    if (doc !== null) for (const index of coll.indexes.values()) enter(index, row, doc)
    if (before !== undefined || doc === null) engine.garbage.push({ coll, row, version })
    coll.count += (doc === null ? 0 : 1) - (before === undefined || before.doc === null ? 0 : 1)
    coll.bytes += (raw?.length ?? 0) - (before?.raw?.length ?? 0)
    if (coll.capped !== undefined && doc !== null && (before === undefined || before.doc === null)) coll.capped.order.push(row)
  }
}

function finish(engine: Engine, txn: Txn, state: 'committed' | 'aborted'): void {
  txn.state = state
  engine.open.delete(txn)
  for (const [index, key] of txn.claims) if (index.claims.get(key) === txn) index.claims.delete(key)
  for (const [row, { coll }] of txn.pending) {
    if (row.holder === txn) row.holder = undefined
    forgetEmpty(coll, row)
  }
  txn.end()
}

/** Commits: all writes become visible at one time, which is returned. */
export function commit(engine: Engine, txn: Txn, session?: Doc): number {
  if (txn.pending.size === 0) {
    finish(engine, txn, 'committed')
    return engine.now()
  }
  const ts = engine.tick()
  const wallTime = new Date()
  apply(engine, txn, ts)
  txn.changes.forEach((change, at) => {
    engine.log.push({ ...change, ts, at: at + 1, session, wallTime })
  })
  finish(engine, txn, 'committed')
  engine.majority.committed(ts)
  for (const { coll } of txn.pending.values()) trim(engine, coll)
  for (const wake of engine.watchers) wake()
  return ts
}

/** Drops a transaction and what it wrote. */
export function abort(engine: Engine, txn: Txn): void {
  if (txn.state === 'open') finish(engine, txn, 'aborted')
}

/** Takes the oldest documents out of a capped collection that is too large. No event tells of it. */
function trim(engine: Engine, coll: Collection): void {
  const { capped } = coll
  while (capped !== undefined && (coll.bytes > capped.size || coll.count > capped.max)) {
    const oldest = capped.order.shift()
    if (oldest === undefined) return
    if (oldest.head === undefined || oldest.head.doc === null || oldest.holder !== undefined) continue
    const txn = begin(engine)
    txn.pending.set(oldest, { doc: null, raw: null, coll })
    apply(engine, txn, engine.tick())
    finish(engine, txn, 'committed')
  }
}

/** Forgets versions that nobody may read any more. */
export function collectGarbage(engine: Engine, horizon: number): void {
  const { garbage } = engine
  let done = 0
  while (done < garbage.length && (garbage[done]?.version.ts ?? 0) <= horizon) {
    const { coll, row, version } = garbage[done++] ?? never()
    for (let old = version.prev; old !== undefined; old = old.prev) {
      if (old.doc !== null) for (const index of coll.indexes.values()) leave(index, row, old.doc)
    }
    version.prev = undefined
    if (version.doc === null && row.head === version) row.head = undefined
    forgetEmpty(coll, row)
  }
  garbage.splice(0, done)
}

function never(): never {
  throw new Error('There is nothing at this place')
}
