// Documents whose time is over, by the indexes with expireAfterSeconds.
import { beyond } from './compare.ts'
import type { Collection, Engine, Index } from './model.ts'
import { abort, begin, Conflict, commit, removeDoc } from './transaction.ts'

function expireIn(engine: Engine, coll: Collection, index: Index, now: number): void {
  const limit = new Date(now - (index.spec.expireAfterSeconds ?? 0) * 1_000)
  const ends = [index.keys.part(0, new Date(-8.64e15)), index.keys.part(0, limit)].toSorted()
  const keys = [...index.sorted.walk(ends[0] ?? '', (ends[1] ?? '') + beyond, false)]
  const rows = new Set(
    keys.flatMap((key) =>
      [...(index.entries.get(key)?.keys() ?? [])].filter(({ head }) => head?.doc != null && index.keys.keysOf(head.doc).includes(key)),
    ),
  )
  for (const row of rows) {
    const txn = begin(engine)
    try {
      if (row.head?.doc != null) removeDoc(engine, txn, coll, row, row.head.doc)
      commit(engine, txn)
    } catch (error) {
      abort(engine, txn)
      if (!(error instanceof Conflict)) throw error
    }
  }
}

/** Removes what has expired. What an open transaction holds waits for the next round. */
export function expireDocuments(engine: Engine, now: number): void {
  for (const coll of engine.collections.values()) {
    for (const index of coll.indexes.values()) if (index.spec.expireAfterSeconds !== undefined) expireIn(engine, coll, index, now)
  }
}
