// Writes a scan along an index as SQL. Queries name their index, so a scan that can't use it fails in a test instead of being slow (decision 0043).

import { type Scan, scansOf } from '#server/kernel/store/query-plan.ts'
import type { Collection, Query, Scalar } from '#server/kernel/store/store.ts'

/** One statement; its last parameter, the limit, is for the caller to add. */
export interface Statement {
  readonly sql: string
  readonly args: readonly (string | number)[]
}

export const tableOf = (collection: Collection<never>): string => `"${collection.name}"`
/** An index over keys that are kept apart is another one than that over the record. */
export const indexNameOf = ({ name, keepsKeysApart }: Collection<never>, index: string): string =>
  `${name}/${index}${keepsKeysApart ? '/apart' : ''}`
const extracted = (column: 'body' | 'keys', field: string) => `json_extract(${column},'$."${field}"')`
export const columnOf = ({ keepsKeysApart }: Collection<never>, field: string): string =>
  field === '_id' ? '_id' : extracted(keepsKeysApart ? 'keys' : 'body', field)
/** What indexes are of, in the order in which it is kept apart. */
export const keyFieldsOf = ({ indexes }: Collection<never>): string[] => [
  ...new Set(Object.values(indexes).flatMap(({ fields }) => fields)),
]
/** What is kept apart, made of the record: without what it lacks. */
export const keysOf = (collection: Collection<never>): string => {
  const pairs = keyFieldsOf(collection).map((field) => `'${field}', ${extracted('body', field)}`)
  return `json_patch('{}', json_object(${pairs.join(', ')}))`
}
/** The condition that keeps a record out of an index it has no value for. Queries repeat it, or SQLite won't use the index. */
export const isIndexed = (collection: Collection<never>, fields: readonly string[]): string =>
  fields.map((field) => `${columnOf(collection, field)} IS NOT NULL`).join(' AND ')

/** Plans a query as statements, to be run one after the other until there are enough records. Throws on what no index can answer. */
export const planFind = (collection: Collection<never>, query: Query): Statement[] =>
  scansOf(collection, query).map((scan) => ({
    sql: sqlOf(collection, scan),
    args: [...scan.values, ...scan.ranges.map(({ value }) => value)].map(bindable),
  }))

function sqlOf(collection: Collection<never>, { index, fields, order, values, ranges, descending }: Scan): string {
  const columns = order.map((field) => columnOf(collection, field))
  const free = columns.slice(values.length)
  const terms = [
    isIndexed(collection, fields),
    ...columns.slice(0, values.length).map((column) => `${column} = ?`),
    ...ranges.map(({ operator }) => `${free[0]} ${operator} ?`),
  ]
  const sorted = free.map((column) => (descending ? `${column} DESC` : column)).join(', ')
  const from = index === undefined ? tableOf(collection) : `${tableOf(collection)} INDEXED BY "${indexNameOf(collection, index)}"`
  return `SELECT body FROM ${from} WHERE ${terms.join(' AND ')}${sorted && ` ORDER BY ${sorted}`} LIMIT ?`
}

/** Gives a value as SQLite keeps it in an index. A boolean must never reach libsql: it aborts the process. */
const bindable = (value: Scalar): string | number => (typeof value === 'boolean' ? Number(value) : value)
