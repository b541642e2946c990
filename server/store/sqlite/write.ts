// Turns a write of the port into one SQL statement.
import type { Collection } from '../store.ts'
import type { Checked } from '../writes.ts'
import { tableOf } from './find.ts'
import type { Step } from './writer.ts'

export type CollectionSql = ReturnType<typeof sqlFor>

/** The statements of a collection. Each changes or reads one record, by id. */
export function sqlFor(collection: Collection<never>) {
  const table = tableOf(collection)
  return {
    get: `SELECT body FROM ${table} WHERE _id = ?`,
    count: `SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT ?)`,
    rev: `SELECT rev FROM ${table} WHERE _id = ?`,
    insert: `INSERT INTO ${table} (_id, rev, body) VALUES (?, ?, ?) ON CONFLICT (_id) DO NOTHING`,
    update: `UPDATE ${table} SET rev = ?, body = ? WHERE _id = ? AND rev = ?`,
    drop: `DELETE FROM ${table} WHERE _id = ? AND rev = ?`,
  }
}

/** Turns a checked write into its statement. */
export function stepFor(sql: CollectionSql, { id, expectedRev, put }: Checked): Step {
  if (!put) return { sql: sql.drop, args: [id, expectedRev] }
  const body = JSON.stringify(put)
  return expectedRev === 0 ? { sql: sql.insert, args: [id, put.rev, body] } : { sql: sql.update, args: [put.rev, body, id, expectedRev] }
}
