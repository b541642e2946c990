// Collections and databases: create, drop, list. None of it within a transaction.
import { Binary } from 'mongodb'
import { collectionFor } from './collection.ts'
import { isSame } from './compare.ts'
import { cursorReply } from './cursors.ts'
import { CommandError } from './errors.ts'
import type { Change, Collection } from './model.ts'
import { parseFilter } from './query.ts'
import { type Call, waitFor } from './server.ts'
import { type Doc, docAt, isTrue, numberOf, textAt, writeDoc } from './values.ts'

/** Waits until no open transaction has written to a collection. */
export async function quiet(call: Call, coll: Collection): Promise<void> {
  const { engine } = call.server
  const isIn = (txn: { pending: ReadonlyMap<unknown, { coll: Collection }> }) =>
    [...txn.pending.values()].some((pending) => pending.coll === coll)
  for (let holder = [...engine.open].find(isIn); holder !== undefined; holder = [...engine.open].find(isIn))
    await waitFor(call, holder.ended)
}

/** Answers `create`. */
export function create({ server, db, body, name }: Call): Doc {
  const coll = textAt(body, name)
  const options: Doc = isTrue(body.capped) ? { capped: true, size: body.size, ...(body.max === undefined ? {} : { max: body.max }) } : {}
  if (isTrue(body.capped) && !((numberOf(body.size) ?? 0) > 0))
    throw new CommandError(72, "the 'size' field is required when 'capped' is true")
  if (!isTrue(body.capped) && (body.size !== undefined || body.max !== undefined))
    throw new CommandError(72, "the 'capped' field needs to be true when either the 'size' or 'max' fields are present")
  const found = server.engine.collections.get(`${db}.${coll}`)
  if (found === undefined) collectionFor(server.engine, db, coll, options)
  else if (!isSame(found.options, options)) throw new CommandError(48, `namespace ${db}.${coll} already exists, but with different options`)
  return {}
}

function log(call: Call, change: Change): void {
  const { engine } = call.server
  engine.log.push({ ...change, ts: engine.tick(), at: 1, wallTime: new Date() })
  for (const wake of engine.watchers) wake()
}

async function dropOne(call: Call, coll: Collection): Promise<void> {
  await quiet(call, coll)
  const { server } = call
  const ns = `${coll.db}.${coll.name}`
  if (!server.engine.collections.delete(ns)) return
  for (const [id, cursor] of server.cursors) if (cursor.ns === ns && !cursor.isStream) server.cursors.delete(id)
  log(call, { op: 'drop', db: coll.db, coll: coll.name })
}

/** Answers `drop`. */
export async function drop(call: Call): Promise<Doc> {
  const { server, db, body, name } = call
  const coll = server.engine.collections.get(`${db}.${textAt(body, name)}`)
  if (coll === undefined) return {}
  const nIndexesWas = coll.indexes.size
  await dropOne(call, coll)
  return { ns: `${db}.${coll.name}`, nIndexesWas }
}

/** Answers `dropDatabase`. */
export async function dropDatabase(call: Call): Promise<Doc> {
  const own = [...call.server.engine.collections.values()].filter(({ db }) => db === call.db)
  for (const coll of own) await dropOne(call, coll)
  if (own.length > 0) log(call, { op: 'dropDatabase', db: call.db, coll: '' })
  return own.length > 0 ? { dropped: call.db } : {}
}

/** Answers `listCollections`. */
export function listCollections({ server, db, body }: Call): Doc {
  const { test } = parseFilter(docAt(body, 'filter'))
  const described = [...server.engine.collections.values()]
    .filter((coll) => coll.db === db)
    .map(
      ({ name, options, uuid }): Doc => ({
        name,
        type: 'collection',
        options,
        info: { readOnly: false, uuid: new Binary(uuid, 4) },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      }),
    )
    .filter(test)
  const docs = described.map((doc) => writeDoc(isTrue(body.nameOnly) ? { name: doc.name, type: doc.type } : doc))
  return cursorReply(0, `${db}.$cmd.listCollections`, 'firstBatch', docs)
}
