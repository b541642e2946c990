// createIndexes, listIndexes and dropIndexes, with the refusals of mongod where an index is there already in another shape.
import { collectionFor, duplicate, emptyIndex, enter } from './collection.ts'
import { quiet } from './commands-admin.ts'
import { isSame } from './compare.ts'
import { cursorReply } from './cursors.ts'
import { CommandError, unsupported } from './errors.ts'
import { type IndexSpec, prepareKeys } from './index-keys.ts'
import type { Collection, Index } from './model.ts'
import { parseFilter } from './query.ts'
import { type Call, waitFor } from './server.ts'
import { type Doc, docAt, docsAt, has, isDoc, isTrue, numberOf, refuseOthers, show, textAt, writeDoc } from './values.ts'

const optionNames = new Set([
  'key',
  'name',
  'v',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'hidden',
  'background',
  'collation',
  'ns',
])
const partialOperators = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in'])

function parseField([path, value]: [string, unknown]): readonly [string, 1 | -1] {
  const direction = numberOf(value)
  if (path.includes('$') || path === '') throw new CommandError(67, `Index key contains an illegal field name: '${path}'`)
  if (direction === undefined) throw unsupported(`An index of kind ${String(value)}`)
  if (direction === 0 || Number.isNaN(direction)) throw new CommandError(67, 'Values in v:2 index key pattern cannot be of type double 0')
  return [path, direction > 0 ? 1 : -1]
}

function parsePartial(spec: Doc): Doc | undefined {
  if (!has(spec, 'partialFilterExpression')) return undefined
  const partial = docAt(spec, 'partialFilterExpression')
  const odd = parseFilter(partial).terms.find(
    ({ op, path, value }) => !partialOperators.has(op) || path.startsWith('$') || (op === '$exists' && !isTrue(value)),
  )
  if (odd !== undefined || has(partial, '$nor') || has(partial, '$or'))
    throw new CommandError(67, `Expression not supported in partial index: ${odd?.path ?? '$or'} ${odd?.op ?? ''}`)
  return partial
}

function parseSpec(spec: Doc): IndexSpec {
  refuseOthers('createIndexes.indexes', spec, optionNames)
  const key = docAt(spec, 'key')
  if (Object.keys(key).length === 0) throw new CommandError(67, 'Index keys cannot be empty.')
  if (spec.collation !== undefined && !(isDoc(spec.collation) && spec.collation.locale === 'simple')) throw unsupported('A collation')
  const expires = numberOf(spec.expireAfterSeconds)
  if (
    spec.expireAfterSeconds !== undefined &&
    !(expires !== undefined && expires >= 0 && Object.keys(key).length === 1 && !has(key, '_id'))
  ) {
    throw new CommandError(67, 'TTL indexes are single-field indexes, not on _id, with an expireAfterSeconds from 0')
  }
  if (isTrue(spec.hidden) && has(key, '_id') && Object.keys(key).length === 1) throw new CommandError(2, "can't hide _id index")
  const partial = parsePartial(spec)
  if (partial !== undefined && isTrue(spec.sparse)) throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options')
  return {
    name: textAt(spec, 'name'),
    key,
    fields: Object.entries(key).map(parseField),
    unique: isTrue(spec.unique),
    hidden: isTrue(spec.hidden),
    sparse: isTrue(spec.sparse),
    partial,
    expireAfterSeconds: expires,
  }
}

const hasSameShape = (one: IndexSpec, other: IndexSpec) =>
  isSame(one.key, other.key) &&
  one.unique === other.unique &&
  one.sparse === other.sparse &&
  isSame(one.partial ?? null, other.partial ?? null)

/** Tells whether an index is there already as asked for, or refuses where another stands in its way. */
function isThere(coll: Collection, spec: IndexSpec): boolean {
  const named = coll.indexes.get(spec.name)
  const shaped = [...coll.indexes.values()].find((index) => hasSameShape(index.spec, spec))
  if (spec.fields.length === 1 && has(spec.key, '_id')) return true
  if (named !== undefined && named !== shaped) {
    throw new CommandError(
      86,
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describe(spec)}, existing index: ${describe(named.spec)}`,
    )
  }
  if (shaped === undefined) return false
  if (shaped.spec.name !== spec.name) throw new CommandError(85, `Index already exists with a different name: ${shaped.spec.name}`)
  if (shaped.spec.expireAfterSeconds === spec.expireAfterSeconds) return true
  throw new CommandError(
    85,
    `An equivalent index already exists with the same name but different options. Requested index: ${describe(spec)}, existing index: ${describe(shaped.spec)}`,
  )
}

const describe = (spec: IndexSpec) => JSON.stringify(listed(spec))

function listed({ name, key, unique, hidden, sparse, partial, expireAfterSeconds }: IndexSpec): Doc {
  return {
    v: 2,
    key,
    name,
    ...(unique && name !== '_id_' ? { unique } : {}),
    ...(sparse ? { sparse } : {}),
    ...(hidden ? { hidden } : {}),
    ...(partial === undefined ? {} : { partialFilterExpression: partial }),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  }
}

/** Builds an index over what is there; two documents of one key fail a unique one. */
function build(coll: Collection, spec: IndexSpec): Index {
  const index = emptyIndex(spec)
  const { keysOf } = prepareKeys(spec)
  const taken = new Set<string>()
  for (const row of coll.rows.values()) {
    const newest = row.head?.doc
    for (const key of newest && spec.unique ? keysOf(newest) : []) {
      if (taken.has(key) && newest) throw duplicate(coll, index, newest)
      taken.add(key)
    }
    for (let version = row.head; version !== undefined; version = version.prev) if (version.doc !== null) enter(index, row, version.doc)
  }
  return index
}

/** How many of the three voting members must have built it (manual, createIndexes, "commitQuorum"): all of them unless told. */
function quorumOf({ server, body }: Call): number {
  const { commitQuorum } = body
  if (commitQuorum === undefined || commitQuorum === 'votingMembers') return server.replicaSet === undefined ? 0 : 3
  if (server.replicaSet === undefined) throw new CommandError(2, "Standalones can't specify commitQuorum")
  if (commitQuorum === 'majority') return 2
  const count = numberOf(commitQuorum)
  if (count === undefined || count < 0 || count > 3) throw unsupported(`The commit quorum ${show(commitQuorum)}`)
  return count
}

/** Answers `collMod`: hides an index or shows it again. */
export function collMod(call: Call): Doc {
  const coll = existing(call)
  const asked = docAt(call.body, 'index')
  refuseOthers('collMod.index', asked, new Set(['name', 'hidden']))
  const name = textAt(asked, 'name')
  const index = coll.indexes.get(name)
  if (index === undefined) throw new CommandError(27, `cannot find index ${name} for ns ${coll.db}.${coll.name}`)
  if (name === '_id_') throw new CommandError(2, "can't hide _id index")
  coll.indexes.set(name, { ...index, spec: { ...index.spec, hidden: isTrue(asked.hidden) } })
  return { hidden_old: index.spec.hidden === true, hidden_new: isTrue(asked.hidden) }
}

/** Answers `createIndexes`. */
export async function createIndexes(call: Call): Promise<Doc> {
  const { server, db, body, name } = call
  const specs = docsAt(body, 'indexes').map(parseSpec)
  if (specs.length === 0) throw new CommandError(2, 'Must specify at least one index to create')
  const createdCollectionAutomatically = !server.engine.collections.has(`${db}.${textAt(body, name)}`)
  const coll = collectionFor(server.engine, db, textAt(body, name))
  const numIndexesBefore = coll.indexes.size
  const quorum = quorumOf(call)
  if (specs.some((spec) => !isThere(coll, spec))) await quiet(call, coll)
  // An empty collection's index is made in one step, without asking anybody.
  // Whoever asks for one that is being built waits until it is.
  while (specs.some((spec) => coll.building.has(spec.name))) await waitFor(call, new Promise((later) => setTimeout(later, 20)))
  // Whose time is over takes the build with it.
  try {
    while (coll.count > 0 && 3 - server.away < quorum && specs.some((spec) => !isThere(coll, spec))) {
      for (const spec of specs) if (!isThere(coll, spec)) coll.building.set(spec.name, spec)
      await waitFor(call, new Promise((later) => setTimeout(later, 20)))
    }
  } finally {
    for (const { name } of specs) coll.building.delete(name)
  }
  const fresh = new Map<string, Index>()
  for (const spec of specs) if (!isThere(coll, spec) && !fresh.has(spec.name)) fresh.set(spec.name, build(coll, spec))
  for (const [key, index] of fresh) coll.indexes.set(key, index)
  const note = fresh.size === 0 ? { note: 'all indexes already exist' } : {}
  return { numIndexesBefore, numIndexesAfter: coll.indexes.size, createdCollectionAutomatically, ...note }
}

function existing({ server, db, body, name }: Call): Collection {
  const ns = `${db}.${textAt(body, name)}`
  const coll = server.engine.collections.get(ns)
  if (coll === undefined) throw new CommandError(26, `ns does not exist: ${ns}`)
  return coll
}

/** Answers `listIndexes`. */
export function listIndexes(call: Call): Doc {
  const coll = existing(call)
  const docs = [...[...coll.indexes.values()].map(({ spec }) => spec), ...coll.building.values()].map((spec) => writeDoc(listed(spec)))
  return cursorReply(0, `${coll.db}.${coll.name}`, 'firstBatch', docs)
}

function dropNames(coll: Collection, which: unknown): string[] {
  if (which === '*') return [...coll.indexes.keys()].filter((name) => name !== '_id_')
  if (Array.isArray(which)) return which.flatMap((one) => dropNames(coll, one))
  const found = [...coll.indexes.values()].find(({ spec }) => (isDoc(which) ? isSame(spec.key, which) : spec.name === which))
  if (found === undefined)
    throw new CommandError(27, isDoc(which) ? "can't find index with key" : `index not found with name [${String(which)}]`)
  if (found.spec.name === '_id_') throw new CommandError(72, 'cannot drop _id index')
  return [found.spec.name]
}

/** Answers `dropIndexes`. */
export async function dropIndexes(call: Call): Promise<Doc> {
  const coll = existing(call)
  const nIndexesWas = coll.indexes.size
  const names = dropNames(coll, call.body.index)
  await quiet(call, coll)
  for (const name of names) coll.indexes.delete(name)
  return { nIndexesWas }
}
