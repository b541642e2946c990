// Turns a write of the port into one SQL statement.
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { Checked } from '#server/kernel/store/writes.ts'
import { keyFieldsOf, tableOf } from './find.ts'
import type { Step } from './writer.ts'

export type CollectionSql = ReturnType<typeof sqlFor>

/** The record as text, with its id first, as all but a few were written. */
const idFirst = `CASE WHEN substr(body, 1, 8) = '{"_id":"' THEN body ELSE '{"_id":' || json_quote(_id) || ',' || substr(json_remove(body, '$._id'), 2) END`
const pageOf = (table: string) => `(SELECT _id, body FROM ${table} WHERE _id > ? ORDER BY _id LIMIT ?)`

/** The statements of a collection. Each changes or reads one record, by id. */
export function sqlFor(collection: Collection<never>) {
  const table = tableOf(collection)
  const apart = collection.keepsKeysApart
  return {
    collection,
    /** What is kept apart, if anything is. */
    keyFields: apart && keyFieldsOf(collection),
    get: `SELECT body FROM ${table} WHERE _id = ?`,
    count: `SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT ?)`,
    lines: `SELECT group_concat('{"c":"${collection.name}","r":' || ${idFirst} || '}', char(10)), count(*), max(_id) FROM ${pageOf(table)}`,
    rev: `SELECT rev FROM ${table} WHERE _id = ?`,
    insert: `INSERT INTO ${table} (_id, rev, body${apart ? ', keys' : ''}) VALUES (?, ?, ?${apart ? ', ?' : ''}) ON CONFLICT (_id) DO NOTHING`,
    update: `UPDATE ${table} SET rev = ?, body = ? WHERE _id = ? AND rev = ?`,
    /** Touches the indexes only where something they are of has changed. */
    keys: `UPDATE ${table} SET keys = ? WHERE _id = ? AND keys IS NOT ?`,
    drop: `DELETE FROM ${table} WHERE _id = ? AND rev = ?`,
  }
}

/** A checked write, its statement, and the text that stands in the file afterwards. */
export interface Prepared {
  readonly checked: Checked
  readonly step: Step
  readonly body: string | undefined
}
export function prepared(sql: CollectionSql, checked: Checked): Prepared {
  const body = checked.put && JSON.stringify(checked.put)
  return { checked, step: stepFor(sql, checked, body), body }
}

function stepFor(sql: CollectionSql, { id, expectedRev, put }: Checked, body = ''): Step {
  if (!put) return { sql: sql.drop, args: [id, expectedRev] }
  const keys = sql.keyFields && keysIn(put, sql.keyFields)
  if (expectedRev === 0) return { sql: sql.insert, args: [id, put.rev, body, ...(keys === undefined ? [] : [keys])] }
  const update = { sql: sql.update, args: [put.rev, body, id, expectedRev] }
  return keys === undefined ? update : { ...update, after: { sql: sql.keys, args: [keys, id, keys] } }
}

/** What a record's indexes are of. */
function keysIn(record: Stored, fields: readonly string[]): string {
  const values = record as unknown as Readonly<Record<string, unknown>>
  return JSON.stringify(Object.fromEntries(fields.flatMap((field) => (values[field] == null ? [] : [[field, values[field]]]))))
}
