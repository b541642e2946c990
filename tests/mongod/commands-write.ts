// insert, update, delete and findAndModify: inside a transaction, or each document in a commit of its own.
import { Int32, ObjectId } from 'mongodb'
import { collectionFor } from './collection.ts'
import { CommandError } from './errors.ts'
import type { Collection, Txn } from './model.ts'
import { type Found, findRows } from './plan.ts'
import { parseProjection, parseSort } from './projection.ts'
import { parseFilter } from './query.ts'
import { type Call, emptyEngine, waitFor } from './server.ts'
import { abort, begin, Conflict, commit, insertDoc, removeDoc, updateDoc } from './transaction.ts'
import { parseUpdate } from './update.ts'
import { type Doc, docAt, docsAt, has, isTrue, numberOf, refuseOthers, textAt, writeDoc } from './values.ts'

interface Work<T> {
  readonly txn: Txn
  readonly result: T
}

/** Does one piece of work in the transaction, or in a commit of its own that waits for whoever holds a document. */
async function write<T>(call: Call, work: (txn: Txn) => T): Promise<T> {
  if (call.txn !== undefined) return work(call.txn)
  const { engine } = call.server
  for (;;) {
    const done = attempt(call, work)
    if (!(done instanceof Conflict)) return done.result
    engine.counts.conflicts++
    if (done.holder === undefined) throw done
    await waitFor(call, done.holder.ended)
  }
}

function attempt<T>(call: Call, work: (txn: Txn) => T): Work<T> | Conflict {
  const { engine } = call.server
  const txn = begin(engine)
  try {
    const result = work(txn)
    commit(engine, txn)
    return { txn, result }
  } catch (error) {
    abort(engine, txn)
    if (error instanceof Conflict) return error
    throw error
  }
}

/** Answers a statement as before if its session has done it before. */
async function once(call: Call, stmt: number, retried: Int32[], statement: () => Promise<Doc>): Promise<Doc> {
  const before = call.retryable ? call.session?.answers.get(stmt) : undefined
  if (before !== undefined) {
    retried.push(new Int32(stmt))
    call.server.engine.counts.retried++
    return before
  }
  const answer = await statement()
  if (call.retryable && call.session !== undefined) {
    call.session.answers.set(stmt, answer)
    call.session.wroteAt = call.server.engine.now()
  }
  return answer
}

const stmtOf = ({ body }: Call, at: number): number =>
  Array.isArray(body.stmtIds) ? (numberOf(body.stmtIds[at]) ?? at) : (numberOf(body.stmtId) ?? 0) + at

interface Batch {
  readonly done: Doc[]
  readonly errors: Doc[]
  readonly retried: Int32[]
}

/** Does the statements of a batch one after the other; the first failure ends an ordered one. */
async function batch(call: Call, statements: readonly Doc[], statement: (one: Doc, at: number) => Promise<Doc>): Promise<Batch> {
  const outcome: Batch = { done: [], errors: [], retried: [] }
  if (statements.length === 0 || statements.length > 100_000)
    throw new CommandError(21, `Write batch sizes must be between 1 and 100000. Got ${statements.length} operations.`)
  const ordered = call.body.ordered === undefined || isTrue(call.body.ordered)
  for (const [at, one] of statements.entries()) {
    try {
      outcome.done.push(await once(call, stmtOf(call, at), outcome.retried, () => statement(one, at)))
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === 112 || error.code === 11601 || error.code === 11602 || error.code === 50)
        throw error
      outcome.errors.push({ index: at, code: error.code, errmsg: error.message, ...error.extra })
      if (ordered || call.txn !== undefined) break
    }
  }
  return outcome
}

const sum = (done: readonly Doc[], key: string) => done.reduce((total, answer) => total + (numberOf(answer[key]) ?? 0), 0)

function reply({ done, errors, retried }: Batch, counts: Doc): Doc {
  const upserted = done.flatMap(({ upserted: one }) => (one === undefined ? [] : [one]))
  return {
    n: sum(done, 'n'),
    ...counts,
    ...(upserted.length > 0 ? { upserted } : {}),
    ...(errors.length > 0 ? { writeErrors: errors } : {}),
    ...(retried.length > 0 ? { retriedStmtIds: retried } : {}),
  }
}

/** The collection to write to; where nothing is to be inserted, one that isn't there isn't made either. */
function target({ server, db, body, name }: Call, inserts: boolean): Collection {
  const coll = textAt(body, name)
  return collectionFor(inserts || server.engine.collections.has(`${db}.${coll}`) ? server.engine : emptyEngine(true), db, coll)
}

/** Answers `insert`. */
export async function insert(call: Call): Promise<Doc> {
  const coll = target(call, true)
  const { engine } = call.server
  const outcome = await batch(call, docsAt(call.body, 'documents'), async (doc) => {
    const whole = has(doc, '_id') ? doc : { _id: new ObjectId(), ...doc }
    await write(call, (txn) => insertDoc(engine, txn, coll, whole))
    return { n: 1 }
  })
  return reply(outcome, {})
}

const updateFields = new Set(['q', 'u', 'upsert', 'multi', 'hint', 'collation', 'sort'])
const deleteFields = new Set(['q', 'limit', 'hint', 'collation'])

function seek(coll: Collection, txn: Txn, query: Doc, hint?: unknown, sort: Doc = {}): Iterable<Found> {
  return findRows(coll, { filter: parseFilter(query), order: parseSort(sort), hint }, { snapshot: txn.snapshot, txn })
}

function firstOf(found: Iterable<Found>): Found | undefined {
  for (const one of found) return one
  return undefined
}

function refuseRetry(call: Call): void {
  if (call.retryable) throw new CommandError(72, 'Cannot use retryable writes with limit=0 or multi=true')
}

/** Answers `update`. */
export async function update(call: Call): Promise<Doc> {
  const updates = docsAt(call.body, 'updates')
  const coll = target(
    call,
    updates.some((one) => isTrue(one.upsert)),
  )
  const outcome = await batch(call, updates, (one, at) => updateOne(call, coll, one, at))
  return reply(outcome, { nModified: sum(outcome.done, 'nModified') })
}

async function updateOne(call: Call, coll: Collection, one: Doc, at: number): Promise<Doc> {
  refuseOthers('update.updates', one, updateFields)
  const { engine } = call.server
  const query = docAt(one, 'q')
  const parsed = parseUpdate(one.u)
  const multi = isTrue(one.multi)
  if (multi) refuseRetry(call)
  if (multi && Object.keys(docAt(one, 'u'))[0]?.startsWith('$') !== true)
    throw new CommandError(9, 'multi update is not supported for replacement-style update')
  return write(call, (txn) => {
    const sought = seek(coll, txn, query, one.hint, docAt(one, 'sort'))
    const first = multi ? undefined : firstOf(sought)
    const found = multi ? [...sought] : first === undefined ? [] : [first]
    let nModified = 0
    for (const { row, doc } of found) if (change(call, txn, coll, row, doc, parsed.apply(doc))) nModified++
    if (found.length > 0 || !isTrue(one.upsert)) return { n: found.length, nModified }
    const fresh = parsed.insert(query)
    insertDoc(engine, txn, coll, fresh)
    return { n: 1, nModified: 0, upserted: { index: at, _id: fresh._id } }
  })
}

function change(
  call: Call,
  txn: Txn,
  coll: Collection,
  row: Found['row'],
  before: Doc,
  after: ReturnType<ReturnType<typeof parseUpdate>['apply']>,
): boolean {
  const { changes } = after
  if (changes !== undefined && Object.keys(changes.updatedFields).length === 0 && changes.removedFields.length === 0) return false
  if (changes === undefined && isIdentical(before, after.doc)) return false
  updateDoc(call.server.engine, txn, coll, row, after)
  return true
}

/** Answers `delete`. */
export async function remove(call: Call): Promise<Doc> {
  const coll = target(call, false)
  const { engine } = call.server
  const outcome = await batch(call, docsAt(call.body, 'deletes'), (one) => {
    refuseOthers('delete.deletes', one, deleteFields)
    const limit = numberOf(one.limit)
    if (limit !== 0 && limit !== 1) throw new CommandError(9, `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`)
    if (limit === 0) refuseRetry(call)
    return write(call, (txn) => {
      const sought = seek(coll, txn, docAt(one, 'q'), one.hint)
      const first = limit === 1 ? firstOf(sought) : undefined
      const found = limit === 0 ? [...sought] : first === undefined ? [] : [first]
      for (const { row, doc } of found) removeDoc(engine, txn, coll, row, doc)
      return { n: found.length }
    })
  })
  return reply(outcome, {})
}

/** Answers `findAndModify`. */
export async function findAndModify(call: Call): Promise<Doc> {
  const { body } = call
  const retried: Int32[] = []
  if (isTrue(body.remove) === (body.update !== undefined))
    throw new CommandError(
      9,
      isTrue(body.remove) ? "Cannot specify both an 'update' and 'remove'=true" : "Either an 'update' or 'remove'=true must be specified",
    )
  if (isTrue(body.remove) && (isTrue(body.upsert) || isTrue(body.new)))
    throw new CommandError(9, "Cannot specify 'upsert' or 'new' with 'remove'=true")
  const coll = target(call, isTrue(body.upsert))
  const answer = await once(call, stmtOf(call, 0), retried, () => write(call, (txn) => modify(call, coll, txn)))
  return retried.length > 0 ? { ...answer, retriedStmtId: retried[0] } : answer
}

function modify(call: Call, coll: Collection, txn: Txn): Doc {
  const { body, server } = call
  const query = docAt(body, 'query')
  const project = parseProjection(docAt(body, 'fields')) ?? ((doc: Doc) => doc)
  const first = firstOf(seek(coll, txn, query, body.hint, docAt(body, 'sort')))
  if (isTrue(body.remove)) {
    if (first !== undefined) removeDoc(server.engine, txn, coll, first.row, first.doc)
    return { lastErrorObject: { n: first === undefined ? 0 : 1 }, value: first === undefined ? null : project(first.doc) }
  }
  const parsed = parseUpdate(body.update)
  if (first !== undefined) {
    const after = parsed.apply(first.doc)
    change(call, txn, coll, first.row, first.doc, after)
    return { lastErrorObject: { n: 1, updatedExisting: true }, value: project(isTrue(body.new) ? after.doc : first.doc) }
  }
  if (!isTrue(body.upsert)) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null }
  const fresh = parsed.insert(query)
  insertDoc(server.engine, txn, coll, fresh)
  return { lastErrorObject: { n: 1, updatedExisting: false, upserted: fresh._id }, value: isTrue(body.new) ? project(fresh) : null }
}

/** The same bytes: a replacement that changes nothing is no write. */
const isIdentical = (one: Doc, other: Doc) => Buffer.compare(writeDoc(one), writeDoc(other)) === 0
