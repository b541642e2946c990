// Projections by inclusion or exclusion, and sorting: what a find does to the documents it found.
import { beyond, encode, invert } from './compare.ts'
import { CommandError, unsupported } from './errors.ts'
import { collect, missing, splitPath } from './paths.ts'
import { type Doc, has, isDoc, isNumeric, isTrue, numberOf } from './values.ts'

type Tree = Map<string, Tree | null>

function grow(paths: readonly string[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    let level = tree
    const parts = splitPath(path)
    parts.forEach((part, at) => {
      const next = level.get(part)
      if (next === null) throw new CommandError(31249, `Path collision at ${path}`)
      const fresh = next ?? (at === parts.length - 1 ? null : new Map<string, Tree | null>())
      level.set(part, fresh)
      if (fresh !== null) level = fresh
    })
  }
  return tree
}

function keep(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.filter((element) => isDoc(element) || Array.isArray(element)).map((element) => keep(element, tree))
  if (!isDoc(value)) return missing
  const kept: Doc = {}
  for (const [key, inner] of Object.entries(value)) {
    const branch = tree.get(key)
    const result = branch === undefined ? missing : branch === null ? inner : keep(inner, branch)
    if (result !== missing) kept[key] = result
  }
  return kept
}

function omit(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((element) => omit(element, tree))
  if (!isDoc(value)) return value
  const kept: Doc = {}
  for (const [key, inner] of Object.entries(value)) {
    const branch = tree.get(key)
    if (branch !== null) kept[key] = branch === undefined ? inner : omit(inner, branch)
  }
  return kept
}

function isIncluded(path: string, value: unknown): boolean {
  if (typeof value !== 'boolean' && !isNumeric(value)) throw unsupported(`The projection of '${path}' by other than 0 or 1`)
  if (path.includes('$')) throw unsupported('A positional projection')
  return isTrue(value)
}

/** Compiles a projection; undefined where it keeps everything. */
export function parseProjection(projection: Doc): ((doc: Doc) => Doc) | undefined {
  const asked = Object.entries(projection).map(([path, value]) => ({ path, included: isIncluded(path, value) }))
  if (asked.length === 0) return undefined
  const fields = asked.filter(({ path }) => path !== '_id')
  const id = asked.find(({ path }) => path === '_id')?.included
  const including = fields.length === 0 ? id === true : fields[0]?.included === true
  for (const { path, included } of fields) {
    if (included !== including)
      throw new CommandError(
        included ? 31253 : 31254,
        `Cannot do ${included ? 'inclusion' : 'exclusion'} on field ${path} in ${including ? 'inclusion' : 'exclusion'} projection`,
      )
  }
  const paths = fields.map(({ path }) => path)
  if (including) {
    const tree = grow(id === false ? paths : ['_id', ...paths])
    return (doc) => keep(doc, tree) as Doc
  }
  const tree = grow(id === false ? ['_id', ...paths] : paths)
  return (doc) => omit(doc, tree) as Doc
}

export type Order = readonly (readonly [path: string, direction: 1 | -1])[]

/** Reads the fields and directions of a sort. */
export function parseSort(sort: Doc): Order {
  return Object.entries(sort).map(([path, value]) => {
    const direction = numberOf(value)
    if (path.startsWith('$')) throw unsupported(`Sorting by ${path}`)
    if (direction !== 1 && direction !== -1)
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    return [path, direction] as const
  })
}

/** The key of one field: of an array its least element, or its greatest when descending. */
function partKey(doc: Doc, path: string, direction: 1 | -1): string {
  const top = has(doc, path) ? doc[path] : missing
  const found = path.includes('.') ? collect(doc, path.split('.')) : [top]
  const keys = found.flatMap((value) => {
    if (!Array.isArray(value)) return [encode(value === missing ? null : value)]
    return value.length === 0 ? [encode(undefined)] : value.map(encode)
  })
  if (keys.length === 0) keys.push(encode(null))
  keys.sort()
  return direction === 1 ? (keys[0] ?? '') : invert(keys.at(-1) ?? '') + beyond
}

/** Sorts what carries documents, steadily. */
export function sortBy<T extends { readonly doc: Doc }>(items: readonly T[], order: Order): T[] {
  const keyed = items.map((item) => ({ item, key: order.map(([path, direction]) => partKey(item.doc, path, direction)).join('') }))
  keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  return keyed.map(({ item }) => item)
}
