// What an index is and which keys a document has in it.
import { encode, invert } from './compare.ts'
import { CommandError } from './errors.ts'
import { collect, missing } from './paths.ts'
import { type Filter, parseFilter } from './query.ts'
import type { Doc } from './values.ts'

export interface IndexSpec {
  readonly name: string
  readonly key: Doc
  readonly fields: readonly (readonly [path: string, direction: 1 | -1])[]
  readonly unique: boolean
  /** The planner doesn't see it; it is kept up, and a unique one still holds (manual, "Hidden Indexes"). */
  readonly hidden?: boolean
  readonly sparse: boolean
  readonly partial?: Doc
  readonly expireAfterSeconds?: number
}

export interface Keys {
  /** One text for each entry of the document, in the order of the index. */
  readonly keysOf: (doc: Doc) => readonly string[]
  /** What a key is made of at one field. */
  readonly part: (at: number, value: unknown) => string
  /** Tells whether some document had an array there: its entries don't sort documents. */
  readonly isMultikey: () => boolean
  readonly partial: Filter | undefined
}

const undefinedKey = encode(undefined)
const nullKey = encode(null)

function valueKeys(doc: Doc, parts: readonly string[]): { keys: string[]; many: boolean } {
  const found = collect(doc, parts)
  const many = found.length !== 1 || Array.isArray(found[0])
  if (!many) return { keys: [found[0] === missing ? nullKey : encode(found[0])], many }
  const keys = found.flatMap((value) => {
    if (Array.isArray(value)) return value.length === 0 ? [undefinedKey] : value.map(encode)
    return [value === missing ? nullKey : encode(value)]
  })
  return { keys: keys.length === 0 ? [nullKey] : [...new Set(keys)], many }
}

/** Prepares to make the keys of an index. */
export function prepareKeys(spec: IndexSpec): Keys {
  const paths = spec.fields.map(([path]) => path.split('.'))
  const partial = spec.partial === undefined ? undefined : parseFilter(spec.partial)
  const part = (at: number, value: string) => (spec.fields[at]?.[1] === -1 ? invert(value) : value)
  let multikey = false
  const isOut = (doc: Doc) =>
    (partial !== undefined && !partial.test(doc)) ||
    (spec.sparse && paths.every((parts) => collect(doc, parts).every((value) => value === missing)))
  const keysOf = (doc: Doc): readonly string[] => {
    if (isOut(doc)) return []
    const values = paths.map((parts) => valueKeys(doc, parts))
    const several = values.filter(({ many }) => many)
    if (several.length > 1 && several.filter(({ keys }) => keys.length > 1).length > 1)
      throw new CommandError(171, 'cannot index parallel arrays')
    if (several.length > 0) multikey = true
    return values.reduce<string[]>((made, { keys }, at) => made.flatMap((start) => keys.map((key) => start + part(at, key))), [''])
  }
  return { keysOf, part: (at, value) => part(at, encode(value)), isMultikey: () => multikey, partial }
}
