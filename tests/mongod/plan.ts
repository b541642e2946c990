// Which rows a filter may match: by an index where one serves, by all rows otherwise. What is found is tested again.
import { imageOf } from './collection.ts'
import { beyond, encode, isSame } from './compare.ts'
import { CommandError } from './errors.ts'
import type { Collection, Image, Index, Row, View } from './model.ts'
import { type Order, sortBy } from './projection.ts'
import { type Filter, parseFilter, type Term } from './query.ts'
import { type Doc, has, isDoc, isTrue } from './values.ts'

export interface Found {
  readonly row: Row
  readonly doc: Doc
  readonly image: Image
}

interface Walk {
  readonly index: Index
  readonly ranges: readonly (readonly [lower: string, upper: string])[]
  readonly back: boolean
  readonly sorted: boolean
  readonly score: number
}

export interface Ask {
  readonly filter: Filter
  readonly order: Order
  readonly hint?: unknown
}

/** Values that lie in an index as they are: an array lies there as its elements. */
const isKeyable = (value: unknown) => !Array.isArray(value)

function pointsOf(terms: readonly Term[], path: string): unknown[] | undefined {
  const equal = terms.find((term) => term.path === path && term.op === '$eq' && isKeyable(term.value))
  if (equal !== undefined) return [equal.value]
  const among = terms.find((term) => term.path === path && term.op === '$in' && Array.isArray(term.value) && term.value.every(isKeyable))
  return among?.value as unknown[] | undefined
}

const lowerOps = new Set(['$gt', '$gte'])
const upperOps = new Set(['$lt', '$lte'])

/** The encoded values between the bounds of one type that the terms set. */
function boundsOf(terms: readonly Term[], path: string, multikey: boolean): { from: string; to: string } | undefined {
  const all = terms.filter(
    (term) => term.path === path && (lowerOps.has(term.op) || upperOps.has(term.op)) && isKeyable(term.value) && term.value !== null,
  )
  const lower = all.find(({ op }) => lowerOps.has(op))
  // Of an array one element may be above the lower bound and another below the upper: only one bound holds for its entries.
  const upper = multikey && lower !== undefined ? undefined : all.find(({ op }) => upperOps.has(op))
  if (lower === undefined && upper === undefined) return undefined
  const type = encode((lower ?? upper)?.value).slice(0, 1)
  return {
    from: lower === undefined ? type : encode(lower.value),
    to: upper === undefined ? String.fromCharCode(type.charCodeAt(0) + 1) : encode(upper.value) + beyond,
  }
}

const flip = (key: string) =>
  Array.from(key, (unit) => (unit === beyond ? beyond : String.fromCharCode(0xff - unit.charCodeAt(0)))).join('')

function rangeAt(prefix: string, { from, to }: { from: string; to: string }, direction: 1 | -1): readonly [string, string] {
  if (direction === 1) return [prefix + from, prefix + to]
  const low = flip(to.endsWith(beyond) ? to.slice(0, -1) : to)
  return [prefix + low, prefix + flip(from) + beyond]
}

/** Tells whether the rest of an index yields the order asked for: 1 forwards, -1 backwards, 0 not at all. */
function direction(index: Index, fixed: number, order: Order): 1 | -1 | 0 {
  const bound = new Set(index.spec.fields.slice(0, fixed).map(([path]) => path))
  const open = order.filter(([path]) => !bound.has(path))
  if (open.length === 0) return 1
  if (index.keys.isMultikey()) return 0
  const rest = index.spec.fields.slice(fixed)
  const turns = open.map(([path, way], at) => (rest[at]?.[0] === path ? way * (rest[at]?.[1] ?? 0) : 0))
  const first = turns[0]
  return (first === 1 || first === -1) && turns.every((turn) => turn === first) ? first : 0
}

function walkOf(index: Index, terms: readonly Term[], order: Order): Walk {
  let prefixes = ['']
  let fixed = 0
  let ranges: (readonly [string, string])[] | undefined
  for (const [path, way] of index.spec.fields) {
    const points = pointsOf(terms, path)
    if (points !== undefined && (points.length === 1 || prefixes.length === 1)) {
      const parts = points.map((value) => index.keys.part(fixed, value))
      prefixes = prefixes.flatMap((prefix) => parts.map((part) => prefix + part))
      fixed++
      continue
    }
    const bounds = boundsOf(terms, path, index.keys.isMultikey())
    if (bounds !== undefined) ranges = prefixes.map((prefix) => rangeAt(prefix, bounds, way))
    break
  }
  const turn = prefixes.length === 1 ? direction(index, fixed, order) : 0
  const all = ranges ?? [...new Set(prefixes)].toSorted().map((prefix) => [prefix, prefix + beyond] as const)
  const score = fixed * 4 + (ranges === undefined ? 0 : 2) + (turn !== 0 && order.length > 0 ? 1 : 0)
  return { index, ranges: all, back: turn === -1, sorted: turn !== 0 || order.length === 0, score }
}

function implies(terms: readonly Term[], wanted: Term): boolean {
  const alone = parseFilter({ [wanted.path]: { [wanted.op]: wanted.value } })
  return terms.some(({ path, op, value }) => {
    if (path !== wanted.path) return false
    if (op === wanted.op && isSame(value, wanted.value)) return true
    if (wanted.op === '$exists' && isTrue(wanted.value))
      return op !== '$exists' && op !== '$ne' && op !== '$nin' && value !== null && !(Array.isArray(value) && value.includes(null))
    return op === '$eq' && !path.includes('.') && alone.test({ [path]: value })
  })
}

/** Whether every document that the terms match is in the index. */
function isWhole({ spec, keys }: Index, terms: readonly Term[]): boolean {
  if (keys.partial !== undefined && !(keys.partial.terms.length > 0 && keys.partial.terms.every((term) => implies(terms, term))))
    return false
  return !spec.sparse || spec.fields.some(([path]) => implies(terms, { path, op: '$exists', value: true }))
}

function hinted(coll: Collection, hint: unknown): Index | undefined {
  if (hint === undefined || (isDoc(hint) && Object.keys(hint).length === 0)) return undefined
  const wanted = (index: Index) =>
    index.spec.hidden !== true && (typeof hint === 'string' ? index.spec.name === hint : isDoc(hint) && isSame(index.spec.key, hint))
  const found = [...coll.indexes.values()].find(wanted)
  if (found === undefined)
    throw new CommandError(
      2,
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    )
  return found
}

function choose(coll: Collection, { filter, order, hint }: Ask): Walk | undefined {
  const isNatural = isDoc(hint) && has(hint, '$natural')
  const index = isNatural ? undefined : hinted(coll, hint)
  if (index?.keys.partial !== undefined && !isWhole(index, filter.terms))
    throw new CommandError(
      291,
      'error processing query: planner returned error :: caused by :: No query solutions: the hinted partial index does not serve the filter',
    )
  if (index !== undefined) return walkOf(index, filter.terms, order)
  if (isNatural) return undefined
  let best: Walk | undefined
  for (const candidate of coll.indexes.values()) {
    if (candidate.spec.hidden === true) continue
    const walk = walkOf(candidate, filter.terms, order)
    if (walk.score > (best?.score ?? 0) && isWhole(candidate, filter.terms)) best = walk
  }
  return best
}

/** The rows along an index, each with its key there. A row with an old version under another key is met there too, and left to its own key. */
function* along({ index, ranges, back }: Walk, view: View): Generator<Row> {
  const seen = index.keys.isMultikey() || ranges.length > 1 ? new Set<Row>() : undefined
  for (const [lower, upper] of back ? ranges.toReversed() : ranges) {
    for (const key of index.sorted.walk(lower, upper, back)) {
      const rows = [...(index.entries.get(key)?.keys() ?? [])]
      if (rows.length > 1) rows.sort((one, other) => (back ? other.seq - one.seq : one.seq - other.seq))
      for (const row of rows) {
        if (seen?.has(row) === true) continue
        const doc = row.head?.prev === undefined && row.head?.doc !== null ? undefined : imageOf(row, view)?.doc
        if (doc !== undefined && (doc === null || !index.keys.keysOf(doc).includes(key))) continue
        seen?.add(row)
        yield row
      }
    }
  }
}

function* candidates(coll: Collection, walk: Walk | undefined, view: View): Generator<Row> {
  if (walk === undefined) yield* coll.rows.values()
  else yield* along(walk, view)
}

function byId(coll: Collection, terms: readonly Term[]): Row[] | undefined {
  const points = pointsOf(terms, '_id')
  if (points === undefined) return undefined
  return [...new Set(points.map(encode))].map((id) => coll.rows.get(id)).filter((row) => row !== undefined)
}

function* matching(rows: Iterable<Row>, filter: Filter, view: View): Generator<Found> {
  for (const row of rows) {
    const image = imageOf(row, view)
    if (image?.doc != null && filter.test(image.doc)) yield { row, doc: image.doc, image }
  }
}

/** Finds what a filter matches, in the order asked for, as far as the caller takes it. Nothing may be written meanwhile. */
export function findRows(coll: Collection | undefined, ask: Ask, view: View): Iterable<Found> {
  if (coll === undefined) return []
  const { filter, order, hint } = ask
  const rows = hint === undefined ? byId(coll, filter.terms) : undefined
  if (rows !== undefined) return inOrder([...matching(rows, filter, view)], order)
  const walk = choose(coll, ask)
  const own = [...(view.txn?.pending ?? [])].filter(([, pending]) => pending.coll === coll).map(([row]) => row)
  if (own.length > 0) return inOrder([...matching(new Set([...candidates(coll, walk, view), ...own]), filter, view)], order)
  const found = matching(candidates(coll, walk, view), filter, view)
  return walk === undefined || !walk.sorted ? inOrder([...found], order) : found
}

const inOrder = (found: readonly Found[], order: Order) => (order.length === 0 ? found : sortBy(found, order))
