// Writes a walk along an index as SQL. Queries name their index, so a walk that can't use it fails in a test instead of being slow.
import type { Collection, Query, Scalar } from '../store.ts'
import { type Walk, walksOf } from '../walks.ts'

/** One statement; its last parameter, the limit, is for the caller to add. */
export interface Statement {
  readonly sql: string
  readonly args: readonly (string | number)[]
}

export const tableOf = (collection: Collection<never>): string => `"${collection.name}"`
export const indexOf = (collection: Collection<never>, name: string): string => `"${collection.name}/${name}"`
export const columnOf = (field: string): string => (field === '_id' ? '_id' : `json_extract(body,'$."${field}"')`)
/** The condition that keeps a record out of an index it has no value for. Queries repeat it, or SQLite won't use the index. */
export const isIndexed = (fields: readonly string[]): string => fields.map((field) => `${columnOf(field)} IS NOT NULL`).join(' AND ')

/** Plans a query as statements, to be run one after the other until there are enough records. Throws on what no index can answer. */
export const planFind = (collection: Collection<never>, query: Query): Statement[] =>
  walksOf(collection, query).map((walk) => ({
    sql: sqlOf(collection, walk),
    args: [...walk.values, ...walk.ranges.map(({ value }) => value)].map(bindable),
  }))

function sqlOf(collection: Collection<never>, { index, fields, order, values, ranges, descending }: Walk): string {
  const columns = order.map(columnOf)
  const free = columns.slice(values.length)
  const terms = [
    isIndexed(fields),
    ...columns.slice(0, values.length).map((column) => `${column} = ?`),
    ...ranges.map(({ operator }) => `${free[0]} ${operator} ?`),
  ]
  const sorted = free.map((column) => (descending ? `${column} DESC` : column)).join(', ')
  const from = index === undefined ? tableOf(collection) : `${tableOf(collection)} INDEXED BY ${indexOf(collection, index)}`
  return `SELECT body FROM ${from} WHERE ${terms.join(' AND ')}${sorted && ` ORDER BY ${sorted}`} LIMIT ?`
}

/** Gives a value as SQLite keeps it in an index. A boolean must never reach libsql: it aborts the process. */
const bindable = (value: Scalar): string | number => (typeof value === 'boolean' ? Number(value) : value)
