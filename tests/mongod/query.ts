// Filters: compiled once into a test, and into the terms an index may serve. An operator that isn't here is refused.
import { BSONRegExp } from 'mongodb'
import { encode, typeTest } from './compare.ts'
import { CommandError, unsupported } from './errors.ts'
import { collect, missing } from './paths.ts'
import { type Doc, isDoc, isTrue, show } from './values.ts'

/** One condition all of whose documents an index can find: they are ANDed. */
export interface Term {
  readonly path: string
  readonly op: string
  readonly value: unknown
}

export interface Filter {
  readonly test: (doc: Doc) => boolean
  readonly terms: readonly Term[]
}

type Test = (doc: Doc) => boolean
type ValueTest = (value: unknown) => boolean

const bad = (message: string) => new CommandError(2, message)

/** Whether any value found, or any element of an array found, passes. */
function anyValue(found: readonly unknown[], passes: ValueTest): boolean {
  return found.some((value) => passes(value) || (Array.isArray(value) && value.some(passes)))
}

function equals(operand: unknown): ValueTest {
  if (operand === null) return (value) => value === null || value === missing
  if (typeof operand === 'string') return (value) => value === operand
  const key = encode(operand)
  return (value) => value !== missing && typeof value !== 'string' && encode(value) === key
}

/** Ordered comparison within one type, as mongod brackets it. */
function ordered(operand: unknown, passes: (order: number) => boolean): ValueTest {
  if (operand === null) return passes(0) ? equals(null) : () => false
  const key = encode(operand)
  const type = key[0]
  const isNumber = type === '\x0a'
  return (value) => {
    if (value === missing) return false
    const other = encode(value)
    if (other[0] !== type || (isNumber && other !== key && (isNaNKey(other) || isNaNKey(key)))) return false
    return passes(other < key ? -1 : other > key ? 1 : 0)
  }
}

const isNaNKey = (key: string) => key.startsWith('\x0a\0\0\0\0\0\0\0\0')

function oneOf(operand: unknown): ValueTest {
  if (!Array.isArray(operand)) throw bad('$in needs an array')
  if (operand.some((value) => value instanceof BSONRegExp)) throw unsupported('A regular expression in a filter')
  const keys = new Set(operand.map(encode))
  const nothing = keys.has(encode(null))
  return (value) => (value === missing ? nothing : keys.has(encode(value)))
}

function ofType(operand: unknown): ValueTest {
  const tests = (Array.isArray(operand) ? operand : [operand]).map((alias) => {
    const test = typeTest(alias)
    if (test === undefined) throw bad(`Unknown type name alias: ${show(alias)}`)
    return test
  })
  return (value) => value !== missing && tests.some((test) => test(value))
}

const valueTests: Readonly<Record<string, (operand: unknown) => ValueTest>> = {
  $eq: equals,
  $gt: (operand) => ordered(operand, (order) => order > 0),
  $gte: (operand) => ordered(operand, (order) => order >= 0),
  $lt: (operand) => ordered(operand, (order) => order < 0),
  $lte: (operand) => ordered(operand, (order) => order <= 0),
  $in: oneOf,
  $type: ofType,
}

function fieldTest(path: string, op: string, operand: unknown): Test {
  const parts = path.split('.')
  if (op === '$ne' || op === '$nin') {
    const same = fieldTest(path, op === '$ne' ? '$eq' : '$in', operand)
    return (doc) => !same(doc)
  }
  if (op === '$exists') {
    const wanted = isTrue(operand)
    return (doc) => collect(doc, parts).some((value) => value !== missing) === wanted
  }
  const make = Object.hasOwn(valueTests, op) ? valueTests[op] : undefined
  if (make === undefined) throw bad(`unknown operator: ${op}`)
  if (operand instanceof BSONRegExp) throw unsupported('A regular expression in a filter')
  const passes = make(operand)
  return (doc) => anyValue(collect(doc, parts), passes)
}

function parseField(path: string, condition: unknown, terms: Term[]): Test {
  const isOperators = isDoc(condition) && Object.keys(condition)[0]?.startsWith('$') === true
  const entries = isOperators ? Object.entries(condition) : [['$eq', condition] as const]
  const tests = entries.map(([op, operand]) => {
    terms.push({ path, op, value: operand })
    return fieldTest(path, op, operand)
  })
  return tests.length === 1 && tests[0] !== undefined ? tests[0] : (doc) => tests.every((test) => test(doc))
}

function clauses(op: string, value: unknown): Doc[] {
  if (!Array.isArray(value)) throw bad(`${op} must be an array`)
  if (value.length === 0) throw bad('$and/$or/$nor must be a nonempty array')
  if (!value.every(isDoc)) throw bad('$or/$and/$nor entries need to be full objects')
  return value
}

function parseLogic(op: string, value: unknown, terms: Term[]): Test {
  if (op === '$comment') return () => true
  if (op !== '$and' && op !== '$or' && op !== '$nor')
    throw bad(
      `unknown top level operator: ${op}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
    )
  const parsed = clauses(op, value).map(parseFilter)
  if (op === '$and') for (const filter of parsed) terms.push(...filter.terms)
  if (op === '$and') return (doc) => parsed.every(({ test }) => test(doc))
  if (op === '$or') return (doc) => parsed.some(({ test }) => test(doc))
  return (doc) => !parsed.some(({ test }) => test(doc))
}

/** Compiles a filter. */
export function parseFilter(filter: Doc): Filter {
  const terms: Term[] = []
  const tests = Object.entries(filter).map(([key, value]) =>
    key.startsWith('$') ? parseLogic(key, value, terms) : parseField(key, value, terms),
  )
  const only = tests.length === 1 ? tests[0] : undefined
  return { test: only ?? ((doc) => tests.every((test) => test(doc))), terms }
}
