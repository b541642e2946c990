// What a majority hasn't got is taken back where another member becomes primary. Manual, Replication, "Rollbacks During Replica Set Failover".
import { leave } from './collection.ts'
import type { Collection, Engine, Row } from './model.ts'
import type { Server } from './server.ts'

function cancelTimer(coll: Collection, row: Row, to: number): void {
  for (let { head } = row; head !== undefined && head.ts > to; head = row.head) {
    const before = head.prev
    if (head.doc !== null) for (const index of coll.indexes.values()) leave(index, row, head.doc)
    coll.count += (before?.doc == null ? 0 : 1) - (head.doc === null ? 0 : 1)
    coll.bytes += (before?.raw?.length ?? 0) - (head.raw?.length ?? 0)
    row.head = before
  }
  if (row.head === undefined && row.holder === undefined) coll.rows.delete(row.id)
}

function shorten(engine: Engine, to: number): void {
  const { log, garbage } = engine
  const first = log.findIndex(({ ts }) => ts > to)
  if (first >= 0) log.splice(first)
  const kept = garbage.filter(({ version }) => version.ts <= to)
  garbage.splice(0, garbage.length, ...kept)
}

/** Takes back all that a majority hasn't got: documents, their events, and what sessions remember of it. */
export function rollBack({ engine, sessions }: Server): void {
  const to = engine.majority.point()
  for (const coll of engine.collections.values()) {
    for (const row of coll.rows.values()) cancelTimer(coll, row, to)
    const { capped } = coll
    if (capped !== undefined) capped.order.splice(0, capped.order.length, ...capped.order.filter(({ head }) => head !== undefined))
  }
  shorten(engine, to)
  for (const [key, { wroteAt }] of sessions) if (wroteAt > to) sessions.delete(key)
  engine.majority.forget()
}
