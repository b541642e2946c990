// find, count, aggregate without change streams, getMore and killCursors.
import { openChangeStream } from './change-stream.ts'
import { runStage } from './commands-pipeline.ts'
import { answerBatch, cursorReply, findCursor } from './cursors.ts'
import { CommandError } from './errors.ts'
import { type Found, findRows } from './plan.ts'
import { parseProjection, parseSort } from './projection.ts'
import { parseFilter } from './query.ts'
import type { Call } from './server.ts'
import { countAt, type Doc, docAt, docsAt, isDoc, isTrue, numberOf, textAt, writeDoc } from './values.ts'

const collectionOf = ({ server, db, body, name }: Call) => server.engine.collections.get(`${db}.${textAt(body, name)}`)

function* page<T>(items: Iterable<T>, skip: number, limit: number): Generator<T> {
  let at = 0
  for (const item of items) {
    if (at >= skip + limit) return
    if (at++ >= skip) yield item
    if (at >= skip + limit) return
  }
}

const rawOf = ({ doc, image }: Found, project: ((doc: Doc) => Doc) | undefined): Uint8Array =>
  project === undefined ? (image.raw ?? writeDoc(doc)) : writeDoc(project(doc))

/** Answers `find`. */
export function find(call: Call): Doc {
  const { body, db, view } = call
  const ask = { filter: parseFilter(docAt(body, 'filter')), order: parseSort(docAt(body, 'sort')), hint: body.hint }
  const project = parseProjection(docAt(body, 'projection'))
  const limit = countAt(body, 'limit') ?? 0
  const found = findRows(collectionOf(call), ask, view)
  const docs = Array.from(page(found, countAt(body, 'skip') ?? 0, limit === 0 ? Number.POSITIVE_INFINITY : limit), (one) =>
    rawOf(one, project),
  )
  return answerBatch(call, `${db}.${textAt(body, 'find')}`, docs, countAt(body, 'batchSize'), isTrue(body.singleBatch))
}

/** Answers `count`. */
export function count(call: Call): Doc {
  const { body, view } = call
  const filter = parseFilter(docAt(body, 'query'))
  const limit = Math.abs(numberOf(body.limit) ?? 0)
  const found = page(
    findRows(collectionOf(call), { filter, order: [], hint: body.hint }, view),
    countAt(body, 'skip') ?? 0,
    limit === 0 ? Number.POSITIVE_INFINITY : limit,
  )
  return { n: [...found].length }
}

/** Answers `aggregate`. */
export function aggregate(call: Call): Doc {
  const { body, db, view } = call
  const pipeline = docsAt(body, 'pipeline')
  if (!isDoc(body.cursor)) throw new CommandError(9, "The 'cursor' option is required, except for aggregate with the explain argument")
  const [first, ...rest] = pipeline
  if (first !== undefined && Object.hasOwn(first, '$changeStream')) return openChangeStream(call, docAt(first, '$changeStream'), rest)
  const coll = collectionOf({ ...call, body: { ...body, aggregate: textAt(body, 'aggregate') } })
  const starts = first !== undefined && Object.hasOwn(first, '$match')
  const filter = parseFilter(starts ? docAt(first, '$match') : {})
  let rows: { readonly doc: Doc }[] = [...findRows(coll, { filter, order: [], hint: body.hint }, view)]
  for (const stage of starts ? rest : pipeline) rows = runStage(rows, stage)
  return answerBatch(
    call,
    `${db}.${textAt(body, 'aggregate')}`,
    rows.map(({ doc }) => writeDoc(doc)),
    countAt(body.cursor, 'batchSize'),
    false,
  )
}

/** Answers `getMore`. */
export async function getMore(call: Call): Promise<Doc> {
  const { server, body, db } = call
  const ns = `${db}.${textAt(body, 'collection')}`
  const cursor = findCursor(call, numberOf(body.getMore) ?? 0, ns)
  if (body.maxTimeMS !== undefined && !cursor.isStream)
    throw new CommandError(2, 'cannot set maxTimeMS on getMore command for a non-awaitData cursor')
  const size = countAt(body, 'batchSize')
  const { docs, done, extra } = await cursor.next(call, size === 0 ? undefined : size)
  if (done) server.cursors.delete(cursor.id)
  return cursorReply(done ? 0 : cursor.id, ns, 'nextBatch', docs, extra)
}

/** Answers `killCursors`. */
export function killCursors({ server, body }: Call): Doc {
  const ids = Array.isArray(body.cursors) ? body.cursors : []
  const killed = ids.filter((id) => server.cursors.delete(numberOf(id) ?? 0))
  return { cursorsKilled: killed, cursorsNotFound: ids.filter((id) => !killed.includes(id)), cursorsAlive: [], cursorsUnknown: [] }
}
