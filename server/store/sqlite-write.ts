// Turns a write of the port into one SQL statement, or refuses it as a bug before anything is begun.
import { tableOf } from './sqlite-find.ts'
import type { Collection, Write } from './store.ts'

export type Arg = string | number

/** A write as a statement that changes one row, or none where the record stands at another revision. */
export interface Step {
  readonly sql: string
  readonly args: readonly Arg[]
  readonly conflict: string
}

export type CollectionSql = ReturnType<typeof sqlFor>

/** The four statements of a collection. Each changes or reads one record, by id. */
export function sqlFor(collection: Collection<never>) {
  const table = tableOf(collection)
  return {
    get: `SELECT body FROM ${table} WHERE _id = ?`,
    insert: `INSERT INTO ${table} (_id, rev, body) VALUES (?, ?, ?) ON CONFLICT (_id) DO NOTHING`,
    update: `UPDATE ${table} SET rev = ?, body = ? WHERE _id = ? AND rev = ?`,
    drop: `DELETE FROM ${table} WHERE _id = ? AND rev = ?`,
  }
}

/** Turns a write into its statement. Throws a plain Error on a write that is a bug of the caller. */
export function stepFor(sql: CollectionSql, write: Write): Step {
  const { over } = write
  const id = 'put' in write ? write.put._id : write.drop
  const record = `${write.collection.name}/${id}`
  if (typeof id !== 'string' || id === '') throw new Error(`A record's _id is text and not empty: ${record}`)
  const conflict = `${record} does not stand at revision ${over}`
  if (!('put' in write)) {
    if (!Number.isSafeInteger(over) || over < 1) throw new Error(`${record} is dropped over a revision that can't be: ${over}`)
    return { sql: sql.drop, args: [id, over], conflict }
  }
  const { rev } = write.put
  if (!Number.isSafeInteger(over) || over < 0 || !Number.isSafeInteger(rev) || rev <= over)
    throw new Error(`${record} is put over ${over} with rev ${rev}`)
  const body = JSON.stringify(write.put)
  return over === 0 ? { sql: sql.insert, args: [id, rev, body], conflict } : { sql: sql.update, args: [rev, body, id, over], conflict }
}
