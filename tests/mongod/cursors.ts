// Cursors: what a find has found, handed out in batches of at most 16 MB.
import { timestampOf } from './clock.ts'
import { CommandError } from './errors.ts'
import type { Batch, Call, Cursor, Server } from './server.ts'
import { longOf } from './sessions.ts'
import { type Doc, has } from './values.ts'

/** Under this key a reply carries documents that are bytes already. */
export const rawBatch = Symbol('batch')

const most = 16 * 1_024 * 1_024
const firstSize = 101
let nextId = Date.now() * 64

/** Takes the next documents that fit one reply. */
export function takeBatch(
  docs: Iterator<Uint8Array>,
  held: Uint8Array | undefined,
  size: number,
): Batch & { held: Uint8Array | undefined } {
  const batch: Uint8Array[] = []
  let bytes = 0
  let ahead = held
  while (batch.length < size) {
    if (ahead === undefined) {
      const { value, done } = docs.next()
      if (done === true) return { docs: batch, done: true, held: undefined }
      ahead = value
    }
    if (batch.length > 0 && bytes + ahead.length > most) return { docs: batch, done: false, held: ahead }
    batch.push(ahead)
    bytes += ahead.length
    ahead = undefined
  }
  return { docs: batch, done: false, held: undefined }
}

/** Answers with the first batch, and keeps a cursor for the rest. */
export function answerBatch(call: Call, ns: string, docs: readonly Uint8Array[], size: number | undefined, single: boolean): Doc {
  const iterator = docs.values()
  const first = takeBatch(iterator, undefined, size ?? firstSize)
  let { held } = first
  let given = first.docs.length
  const at = call.atClusterTime === undefined ? {} : { atClusterTime: timestampOf(call.atClusterTime) }
  const next = (_: Call, asked: number | undefined): Batch => {
    const batch = takeBatch(iterator, held, asked ?? Number.POSITIVE_INFINITY)
    held = batch.held
    given += batch.docs.length
    return { docs: batch.docs, done: given >= docs.length, extra: at }
  }
  const done = single || given >= docs.length
  const id = done ? 0 : keepCursor(call.server, { ns, next, txn: call.txn, isStream: false, lsid: call.lsid })
  return cursorReply(id, ns, 'firstBatch', first.docs, at)
}

/** Keeps a cursor until it is used up, killed, or ten minutes old. */
export function keepCursor(server: Server, cursor: Omit<Cursor, 'id' | 'usedAt'>): number {
  const id = nextId++
  server.cursors.set(id, { ...cursor, id, usedAt: Date.now() })
  return id
}

/** Makes the reply of a command with a cursor. */
export function cursorReply(id: number, ns: string, name: 'firstBatch' | 'nextBatch', docs: readonly Uint8Array[], extra: Doc = {}): Doc {
  const cursor: Doc & { [rawBatch]?: unknown } = { id: longOf(id), ns, ...extra }
  cursor[rawBatch] = { name, docs }
  return { cursor }
}

/** Finds the cursor a command goes on with. */
export function findCursor(call: Call, id: number, ns: string): Cursor {
  const cursor = call.server.cursors.get(id)
  if (cursor === undefined) throw new CommandError(43, `cursor id ${id} not found`)
  if (cursor.ns !== ns)
    throw new CommandError(13, `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`)
  if (cursor.txn !== call.txn)
    throw new CommandError(
      has(call.body, 'autocommit') ? 50739 : 50740,
      `Cannot run getMore on cursor ${id}, which was ${cursor.txn === undefined ? 'not ' : ''}created in this transaction`,
    )
  cursor.usedAt = Date.now()
  return cursor
}
