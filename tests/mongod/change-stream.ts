// Change streams: the log read on and on, from where a client says, through its $match.
import type { Timestamp } from 'mongodb'
import { checkPlace, entriesFrom, isAfter, type Place, placeBefore, placeNow, placeOfToken, tokenOf } from './change-log.ts'
import { timeOf, timestampOf } from './clock.ts'
import { imageOf } from './collection.ts'
import { runStage } from './commands-pipeline.ts'
import { encode } from './compare.ts'
import { cursorReply, keepCursor } from './cursors.ts'
import { CommandError, unsupported } from './errors.ts'
import type { Engine, Entry } from './model.ts'
import { type Batch, type Call, checkKilled, type Server, signal } from './server.ts'
import { countAt, type Doc, docAt, has, isTrue, numberOf, refuseOthers, show, writeDoc } from './values.ts'

const optionNames = new Set([
  'fullDocument',
  'fullDocumentBeforeChange',
  'resumeAfter',
  'startAfter',
  'startAtOperationTime',
  'allChangesForCluster',
  'showExpandedEvents',
])
const most = 16 * 1_024 * 1_024

interface Stream {
  readonly engine: Engine
  readonly concerns: (entry: Entry) => boolean
  readonly invalidates: (entry: Entry) => boolean
  readonly lookUp: boolean
  readonly stages: readonly Doc[]
  place: Place
  over: boolean
}

function scopeOf({ db, body }: Call, options: Doc): Pick<Stream, 'concerns' | 'invalidates'> & { ns: string } {
  const coll = body.aggregate
  if (isTrue(options.allChangesForCluster)) return { ns: 'admin.$cmd.aggregate', concerns: () => true, invalidates: () => false }
  if (typeof coll !== 'string')
    return { ns: `${db}.$cmd.aggregate`, concerns: (entry) => entry.db === db, invalidates: ({ op }) => op === 'dropDatabase' }
  return { ns: `${db}.${coll}`, concerns: (entry) => entry.db === db && entry.coll === coll, invalidates: ({ op }) => op === 'drop' }
}

function startOf({ server }: Call, options: Doc): Place {
  const { engine } = server
  if (['resumeAfter', 'startAfter', 'startAtOperationTime'].filter((key) => has(options, key)).length > 1)
    throw new CommandError(72, "Only one of 'resumeAfter', 'startAfter' and 'startAtOperationTime' may be given")
  if (has(options, 'startAtOperationTime')) return placeBefore(timeOf(options.startAtOperationTime as Timestamp))
  if (!has(options, 'resumeAfter') && !has(options, 'startAfter')) return placeNow(engine)
  const place = placeOfToken(options.resumeAfter ?? options.startAfter)
  if (place.invalidate && has(options, 'resumeAfter'))
    throw new CommandError(260, "Attempting to resume a change stream using 'resumeAfter' is not allowed from an invalidate notification.")
  return place
}

function lookUp(engine: Engine, { db, coll, id }: Entry): Doc | null {
  const row = engine.collections.get(`${db}.${coll}`)?.rows.get(encode(id))
  return row === undefined ? null : (imageOf(row, { snapshot: Number.POSITIVE_INFINITY })?.doc ?? null)
}

function describe(stream: Stream, entry: Entry, invalidate: boolean): Doc {
  const { ts, at, op, db, coll, id, doc, changes, session, wallTime } = entry
  const start = {
    _id: tokenOf({ ts, at, invalidate }),
    operationType: invalidate ? 'invalidate' : op,
    clusterTime: timestampOf(ts),
    wallTime,
    ...session,
  }
  if (invalidate) return start
  if (op === 'dropDatabase') return { ...start, ns: { db } }
  const full =
    op === 'insert' || op === 'replace'
      ? { fullDocument: doc }
      : op === 'update' && stream.lookUp
        ? { fullDocument: lookUp(stream.engine, entry) }
        : {}
  const told = changes === undefined ? {} : { updateDescription: { ...changes, truncatedArrays: [] } }
  return { ...start, ...full, ns: { db, coll }, ...(op === 'drop' ? {} : { documentKey: { _id: id } }), ...told }
}

function passed(stream: Stream, event: Doc): Doc[] {
  let rows: { doc: Doc }[] = [{ doc: event }]
  for (const stage of stream.stages) rows = runStage(rows, stage)
  if (rows.some(({ doc }) => !has(doc, '_id')))
    throw new CommandError(
      280,
      'Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point.',
    )
  return rows.map(({ doc }) => doc)
}

/** Reads the log on from the stream's place, until the batch is full or the log is at its end. */
function read(stream: Stream, size: number): Uint8Array[] {
  const { engine } = stream
  const docs: Uint8Array[] = []
  let bytes = 0
  checkPlace(engine, stream.place)
  for (let at = entriesFrom(engine, stream.place); at < engine.log.length; at++) {
    const entry = engine.log[at]
    if (entry !== undefined && entry.ts > engine.majority.point()) break
    if (entry === undefined || !stream.concerns(entry)) continue
    for (const invalidate of stream.invalidates(entry) ? [false, true] : [false]) {
      if (!isAfter(entry, invalidate, stream.place)) continue
      if (docs.length >= size || bytes > most / 2) return docs
      for (const doc of passed(stream, describe(stream, entry, invalidate))) {
        const raw = writeDoc(doc)
        bytes += raw.length
        docs.push(raw)
      }
      stream.place = { ts: entry.ts, at: entry.at, invalidate }
      if (invalidate) stream.over = true
      if (invalidate) return docs
    }
  }
  const seen = placeNow(engine)
  if (seen.ts > stream.place.ts || (seen.ts === stream.place.ts && seen.at > stream.place.at)) stream.place = seen
  return docs
}

/** Waits for a commit, or until the time is over. */
async function news({ engine }: Server, until: number, interrupted: Promise<void>): Promise<void> {
  const { promise, fire } = signal()
  const timer = setTimeout(fire, Math.max(1, until - Date.now())).unref()
  engine.watchers.add(fire)
  await Promise.race([promise, interrupted])
  clearTimeout(timer)
  engine.watchers.delete(fire)
}

async function next(stream: Stream, call: Call, size: number | undefined): Promise<Batch> {
  const { server, body, interrupt } = call
  const until = Date.now() + (numberOf(body.maxTimeMS) ?? 1_000)
  const id = numberOf(body.getMore) ?? 0
  let docs = read(stream, size ?? Number.POSITIVE_INFINITY)
  while (docs.length === 0 && !stream.over && Date.now() < until) {
    await news(server, until, interrupt.promise)
    checkKilled(call)
    if (!server.cursors.has(id)) throw new CommandError(237, 'operation was interrupted because its cursor was killed')
    docs = read(stream, size ?? Number.POSITIVE_INFINITY)
  }
  return { docs, done: stream.over, extra: { postBatchResumeToken: tokenOf(stream.place) } }
}

function check(call: Call, options: Doc, rest: readonly Doc[]): void {
  refuseOthers('$changeStream', options, optionNames)
  if (call.server.replicaSet === undefined) throw new CommandError(40573, 'The $changeStream stage is only supported on replica sets')
  if (call.txn !== undefined)
    throw new CommandError(
      263,
      'Operation not permitted in transaction :: caused by :: Aggregation stage $changeStream cannot run within a multi-document transaction',
    )
  const { level } = docAt(call.body, 'readConcern')
  // Manual, Change Streams, "Read Concern majority": unspecified is raised to majority, any other level is refused.
  if (level !== undefined && level !== 'majority')
    throw new CommandError(
      72,
      `Aggregation stage $changeStream cannot run with a readConcern other than 'majority', or in a multi-document transaction. Current readConcern: ${show(level)}`,
    )
  if (!['default', 'updateLookup', undefined].includes(options.fullDocument as string | undefined))
    throw unsupported(`fullDocument: '${String(options.fullDocument)}'`)
  if (options.fullDocumentBeforeChange !== undefined && options.fullDocumentBeforeChange !== 'off')
    throw unsupported('fullDocumentBeforeChange')
  if (isTrue(options.showExpandedEvents)) throw unsupported('showExpandedEvents')
  const odd = rest.map((stage) => Object.keys(stage)[0]).find((stage) => stage !== '$match' && stage !== '$project')
  if (odd !== undefined)
    throw new CommandError(
      20,
      `${odd} is not permitted in a $changeStream pipeline (the stand-in of tests/mongod knows $match and $project there)`,
    )
}

/** Opens a change stream; its first batch waits for nothing. */
export function openChangeStream(call: Call, options: Doc, stages: readonly Doc[]): Doc {
  check(call, options, stages)
  const { server, body } = call
  const { ns, ...scope } = scopeOf(call, options)
  const stream: Stream = {
    engine: server.engine,
    ...scope,
    lookUp: options.fullDocument === 'updateLookup',
    stages,
    place: startOf(call, options),
    over: false,
  }
  checkPlace(server.engine, stream.place)
  const size = countAt(docAt(body, 'cursor'), 'batchSize')
  for (const stage of stages) runStage([], stage)
  const docs = size === 0 ? [] : read(stream, size ?? 101)
  const extra = { postBatchResumeToken: tokenOf(stream.place) }
  const id = stream.over
    ? 0
    : keepCursor(server, { ns, txn: undefined, isStream: true, lsid: call.lsid, next: (later, asked) => next(stream, later, asked) })
  return cursorReply(id, ns, 'firstBatch', docs, extra)
}
