// Updates: replacement, or the operators listed here. Any other operator is refused.
import { Double, Int32, Long, ObjectId } from 'mongodb'
import { encode, isSame } from './compare.ts'
import { CommandError } from './errors.ts'
import { splitPath, valueAt, withoutValue, withValue } from './paths.ts'
import { parseFilter, type Term } from './query.ts'
import { type Doc, has, isDoc, isLong, isNumeric, numberOf, show } from './values.ts'

/** What an update event tells of the change. */
export interface Changes {
  readonly updatedFields: Doc
  readonly removedFields: string[]
}

export interface Updated {
  readonly doc: Doc
  /** Absent for a replacement. */
  readonly changes?: Changes
}

export interface Update {
  readonly apply: (doc: Doc) => Updated
  readonly insert: (filter: Doc) => Doc
}

type Change = readonly [op: string, path: string, value: unknown]

function add(old: unknown, by: unknown, path: string, id: unknown): unknown {
  if (old === undefined) return by
  if (!isNumeric(old))
    throw new CommandError(
      14,
      `Cannot apply $inc to a value of non-numeric type. {_id: ${show(id)}} has the field '${path}' of non-numeric type`,
    )
  if (old instanceof Double || by instanceof Double) return new Double((numberOf(old) ?? 0) + (numberOf(by) ?? 0))
  const big = (value: unknown) => (isLong(value) ? value.toBigInt() : BigInt(numberOf(value) ?? 0))
  const sum = big(old) + big(by)
  if (BigInt.asIntN(64, sum) !== sum)
    throw new CommandError(2, `Failed to apply $inc operations to current value (${show(old)}) for document {_id: ${show(id)}}`)
  const small = !isLong(old) && !isLong(by) && BigInt.asIntN(32, sum) === sum
  return small ? new Int32(Number(sum)) : Long.fromBigInt(sum)
}

const operators: Readonly<Record<string, (old: unknown, value: unknown, path: string, id: unknown) => unknown>> = {
  $set: (_, value) => value,
  $setOnInsert: (_, value) => value,
  $unset: () => undefined,
  $inc: add,
  $max: (old, value) => (old === undefined || encode(value) > encode(old) ? value : old),
}

function checkPath(path: string, taken: readonly string[]): void {
  const parts = splitPath(path)
  if (parts.some((part) => part.startsWith('$')))
    throw new CommandError(2, `The positional operator and names that start with '$' are not supported by the stand-in: '${path}'`)
  const clash = taken.find((other) => other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`))
  if (clash !== undefined)
    throw new CommandError(40, `Updating the path '${path}' would create a conflict at '${clash.length < path.length ? clash : path}'`)
}

function listChanges(update: Doc): Change[] {
  const changes: Change[] = []
  for (const [op, fields] of Object.entries(update)) {
    if (!Object.hasOwn(operators, op))
      throw new CommandError(9, `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`)
    if (!isDoc(fields))
      throw new CommandError(
        9,
        `Modifiers operate on fields but we found type ${typeof fields} instead. For example: {$mod: {<field>: ...}} not {${op}: ${show(fields)}}`,
      )
    for (const [path, value] of Object.entries(fields)) {
      checkPath(
        path,
        changes.map(([, other]) => other),
      )
      if (op === '$inc' && !isNumeric(value))
        throw new CommandError(14, `Cannot increment with non-numeric argument: {${path}: ${show(value)}}`)
      changes.push([op, path, value])
    }
  }
  return changes
}

/** mongod writes new fields in the order of their names. */
const inOrder = (changes: readonly Change[]) => changes.toSorted(([, one], [, other]) => (encode(one) < encode(other) ? -1 : 1))

function applyChange(doc: Doc, [op, path, value]: Change, told: Changes): Doc {
  const parts = path.split('.')
  const old = valueAt(doc, parts)
  const next = operators[op]?.(old, value, path, doc._id)
  if (next === undefined && old === undefined) return doc
  if (next !== undefined && old !== undefined && isExactly(old, next)) return doc
  if (next === undefined) told.removedFields.push(path)
  else told.updatedFields[path] = next
  return next === undefined ? withoutValue(doc, parts) : withValue(doc, parts, next)
}

/** The same value in the same type: setting it changes nothing. */
const isExactly = (one: unknown, other: unknown) =>
  typeof one === typeof other && one?.constructor === other?.constructor && isSame(one, other)

function checkId(before: Doc, after: Doc): void {
  if (has(before, '_id') && !(has(after, '_id') && isSame(before._id, after._id))) {
    throw new CommandError(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
}

function applyAll(doc: Doc, changes: readonly Change[]): Updated {
  const told: Changes = { updatedFields: {}, removedFields: [] }
  let after = doc
  for (const change of changes) after = applyChange(after, change, told)
  checkId(doc, after)
  return { doc: after, changes: told }
}

function replaceWith(doc: Doc, replacement: Doc): Updated {
  if (has(replacement, '_id') && !isSame(doc._id, replacement._id)) {
    throw new CommandError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${show(replacement._id)}`,
    )
  }
  const { _id, ...rest } = replacement
  return { doc: { _id: doc._id, ...rest } }
}

const isFixed = ({ path, op }: Term) => op === '$eq' && !path.startsWith('$')

/** What an upsert takes over from its filter: the fields that must equal something. */
function seed(filter: Doc): Doc {
  let doc: Doc = {}
  for (const { path, value } of parseFilter(filter).terms.filter(isFixed)) {
    const parts = splitPath(path)
    const old = valueAt(doc, parts)
    if (old !== undefined) throw new CommandError(54, `cannot infer query fields to set, path '${path}' is matched twice`)
    doc = withValue(doc, parts, value)
  }
  return doc
}

function withId({ _id, ...rest }: Doc): Doc {
  return { _id: _id === undefined ? new ObjectId() : _id, ...rest }
}

/** Compiles an update. */
export function parseUpdate(update: unknown): Update {
  if (!isDoc(update))
    throw new CommandError(9, 'Update argument must be an object; pipeline-style updates are not supported by the stand-in')
  const isOperators = Object.keys(update)[0]?.startsWith('$') === true
  if (!isOperators) return parseReplacement(update)
  const all = inOrder(listChanges(update))
  const usual = all.filter(([op]) => op !== '$setOnInsert')
  return {
    apply: (doc) => applyAll(doc, usual),
    insert: (filter) => {
      const seeded = seed(filter)
      return withId(applyAll(seeded, all).doc)
    },
  }
}

function parseReplacement(update: Doc): Update {
  const odd = Object.keys(update).find((key) => key.startsWith('$'))
  if (odd !== undefined)
    throw new CommandError(
      52,
      `The dollar ($) prefixed field '${odd}' in '${odd}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    )
  return {
    apply: (doc) => replaceWith(doc, update),
    insert: (filter) => {
      const { _id } = seed(filter)
      return withId(_id === undefined || has(update, '_id') ? update : { _id, ...update })
    },
  }
}
