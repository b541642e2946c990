// Turns a query into walks along its index: every walk is one range of that index, so a page costs what it returns.
import type { Collection, Query } from './store.ts'

type Bound = string | number

/** One statement; its last parameter, the limit, is for the caller to add. */
export interface Walk {
  readonly sql: string
  readonly args: readonly Bound[]
}

interface Range {
  readonly operator: '<' | '>' | '>='
  readonly value: Bound
}

export const tableOf = (collection: Collection<never>): string => `"${collection.name}"`
export const indexOf = (collection: Collection<never>, name: string): string => `"${collection.name}/${name}"`
export const columnOf = (field: string): string => (field === '_id' ? '_id' : `json_extract(body,'$."${field}"')`)
/** The condition that keeps a record out of an index it has no value for. Queries repeat it, or SQLite won't use the index. */
export const isIndexed = (fields: readonly string[]): string => fields.map((field) => `${columnOf(field)} IS NOT NULL`).join(' AND ')

/** Plans a query. After a record it takes several walks: first its ties, then what is beyond. Throws on what no index can answer. */
export function planFind(collection: Collection<never>, query: Query): Walk[] {
  const index = collection.indexes[query.index]
  if (!index) throw new Error(`${collection.name} has no index ${query.index}`)
  const order = index.unique ? index.fields : [...index.fields, '_id']
  const fixed = fixedValues(index.fields, query)
  const bounds = boundsOf(query, index.fields[fixed.length])
  const walk = (values: readonly Bound[], ranges: readonly Range[]) => ({
    sql: sqlOf(collection, query, order, values.length, ranges),
    args: [...values, ...ranges.map(({ value }) => value)],
  })
  if (!query.after) return [walk(fixed, bounds)]
  const beyond = query.descending ? '<' : '>'
  const farBounds = bounds.filter(({ operator }) => !operator.startsWith(beyond))
  const walks: Walk[] = []
  const values = [...fixed]
  for (const value of cursorValues(query.after, order.slice(fixed.length))) {
    walks.unshift(walk(values, [{ operator: beyond, value }, ...(values.length === fixed.length ? farBounds : [])]))
    values.push(value)
  }
  return walks
}

/** Writes a walk: the first `fixed` columns of `order` equal a value each, `ranges` bound the next one. */
function sqlOf(collection: Collection<never>, query: Query, order: readonly string[], fixed: number, ranges: readonly Range[]): string {
  const columns = order.map(columnOf)
  const free = columns.slice(fixed)
  const terms = [
    isIndexed(collection.indexes[query.index]?.fields ?? []),
    ...columns.slice(0, fixed).map((column) => `${column} = ?`),
    ...ranges.map(({ operator }) => `${free[0]} ${operator} ?`),
  ]
  const sorted = free.map((column) => (query.descending ? `${column} DESC` : column)).join(', ')
  const from = `${tableOf(collection)} INDEXED BY ${indexOf(collection, query.index)}`
  return `SELECT body FROM ${from} WHERE ${terms.join(' AND ')}${sorted && ` ORDER BY ${sorted}`} LIMIT ?`
}

function fixedValues(fields: readonly string[], { index, where = {} }: Query): Bound[] {
  const asked = Object.keys(where)
  const prefix = fields.slice(0, asked.length)
  if (prefix.length < asked.length || !prefix.every((field) => Object.hasOwn(where, field))) {
    throw new Error(`${asked.join(', ')} is no prefix of the index ${index} (${fields.join(', ')})`)
  }
  return prefix.map((field) => bindable(where[field], field))
}

function boundsOf({ from, to, index }: Query, field: string | undefined): Range[] {
  const bounds: Range[] = []
  if (from !== undefined) bounds.push({ operator: '>=', value: bindable(from, 'from') })
  if (to !== undefined) bounds.push({ operator: '<', value: bindable(to, 'to') })
  if (bounds.length > 0 && field === undefined) throw new Error(`Every field of the index ${index} is fixed: none is left for a range`)
  return bounds
}

function cursorValues(after: object, fields: readonly string[]): Bound[] {
  const values = new Map<string, unknown>(Object.entries(after))
  return fields.map((field) => bindable(values.get(field), field))
}

/** Gives a value as SQLite keeps it in an index. A boolean must never reach libsql: it aborts the process. */
function bindable(value: unknown, field: string): Bound {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value))) return value
  throw new Error(`No index holds ${JSON.stringify(value)} (${field})`)
}
