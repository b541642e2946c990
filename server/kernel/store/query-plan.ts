// Turns a query into scans along its index: every scan is one range of that index, so a page costs what it returns. The same for every engine.
import type { Collection, Index, Query, Scalar } from './store.ts'

export interface Range {
  readonly operator: '<' | '>' | '>='
  readonly value: Scalar
}

/** One range of an index: the first of `order` equal `values`, `ranges` bound the next one. */
export interface Scan {
  /** The index, or undefined for the records by `_id` alone. */
  readonly index: string | undefined
  /** The fields that a record must have to be in the index. */
  readonly fields: readonly string[]
  readonly order: readonly string[]
  readonly values: readonly Scalar[]
  readonly ranges: readonly Range[]
  readonly descending: boolean
}

/** How many records a find gives by default. */
const defaultLimit = 100

/** The limit of a query, checked. */
export function limitOf({ limit = defaultLimit }: Query): number {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new Error(`A limit is a whole number from 1, not ${limit}`)
  return limit
}

/**
 * Plans a query. After a record it takes several scans: first its ties, then what is beyond; one condition with OR would read
 * all ties again for every page. Throws on what no index can answer.
 */
export function scansOf(collection: Collection<never>, query: Query): Scan[] {
  const index = indexOf(collection, query.index)
  const order = index.unique ? index.fields : [...index.fields, '_id']
  const fixed = fixedValues(index.fields, query)
  const bounds = boundsOf(query, index.fields[fixed.length])
  const scan = (values: readonly Scalar[], ranges: readonly Range[]): Scan => ({
    index: query.index === byId ? undefined : query.index,
    fields: index.fields,
    order,
    values,
    ranges,
    descending: query.descending === true,
  })
  if (!query.after) return [scan(fixed, bounds)]
  const beyond = query.descending ? '<' : '>'
  const farBounds = bounds.filter(({ operator }) => !operator.startsWith(beyond))
  const scans: Scan[] = []
  const values = [...fixed]
  for (const value of cursorValues(query.after, order.slice(fixed.length))) {
    scans.unshift(scan([...values], [{ operator: beyond, value }, ...(values.length === fixed.length ? farBounds : [])]))
    values.push(value)
  }
  return scans
}

/** Every collection has an index of its ids, by this name. */
const byId = '_id'
const idIndex: Index<never> = { fields: [byId], unique: true }

function indexOf(collection: Collection<never>, name: string): Index<never> {
  const index = name === byId ? idIndex : collection.indexes[name]
  if (!index) throw new Error(`${collection.name} has no index ${name}`)
  return index
}

function fixedValues(fields: readonly string[], { index, where = {} }: Query): Scalar[] {
  const asked = Object.keys(where)
  const prefix = fields.slice(0, asked.length)
  if (prefix.length < asked.length || !prefix.every((field) => Object.hasOwn(where, field))) {
    throw new Error(`${asked.join(', ')} is no prefix of the index ${index} (${fields.join(', ')})`)
  }
  return prefix.map((field) => scalar(where[field], field))
}

function boundsOf({ from, to, index }: Query, field: string | undefined): Range[] {
  const bounds: Range[] = []
  if (from !== undefined) bounds.push({ operator: '>=', value: scalar(from, 'from') })
  if (to !== undefined) bounds.push({ operator: '<', value: scalar(to, 'to') })
  if (bounds.length > 0 && field === undefined) throw new Error(`Every field of the index ${index} is fixed: none is left for a range`)
  return bounds
}

function cursorValues(after: object, fields: readonly string[]): Scalar[] {
  const values = new Map<string, unknown>(Object.entries(after))
  return fields.map((field) => scalar(values.get(field), field))
}

/** An index holds text, numbers and booleans, and nothing else. */
export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value))

function scalar(value: unknown, field: string): Scalar {
  if (isScalar(value)) return value
  throw new Error(`No index holds ${JSON.stringify(value)} (${field})`)
}
