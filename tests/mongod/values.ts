// BSON values as they lie in the server: numbers keep their type (Int32, Long, Double), for what comes back must be what was sent.
import { BSON, Double, Int32, Long, ObjectId, Timestamp } from 'mongodb'
import { CommandError } from './errors.ts'

export type Doc = { [key: string]: unknown }

const kept = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const

/** Reads a document from its bytes, with the types of its numbers. */
export const readDoc = (bytes: Uint8Array): Doc => BSON.deserialize(bytes, kept)

/** Writes a document as bytes. */
export const writeDoc = (doc: Doc): Uint8Array => BSON.serialize(doc, { ignoreUndefined: true })

/** Tells whether a value is an embedded document. */
export const isDoc = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Tells whether a document has a field of its own by this name. */
export const has = (doc: Doc, key: string): boolean => Object.hasOwn(doc, key)

/** Tells whether a value is a 64-bit number; the driver's Timestamp is a Long too. */
export const isLong = (value: unknown): value is Long => value instanceof Long && !(value instanceof Timestamp)

/** Tells whether a value is any of BSON's numbers. */
export const isNumeric = (value: unknown): value is number | bigint | Int32 | Double | Long =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Int32 || value instanceof Double || isLong(value)

/** Turns any of BSON's numbers into a JavaScript number; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (value instanceof Int32 || value instanceof Double) return value.value
  if (isLong(value)) return value.toNumber()
  return typeof value === 'bigint' ? Number(value) : undefined
}

/** Reads a flag of a command: mongod takes true, and numbers but 0. */
export const isTrue = (value: unknown): boolean => value === true || (numberOf(value) ?? 0) !== 0

/** Reads a document that a command must bring, or may leave out. */
export function docAt(body: Doc, key: string): Doc {
  const value = body[key]
  if (value === undefined || value === null) return {}
  if (isDoc(value)) return value
  throw new CommandError(14, `BSON field '${key}' is the wrong type '${typeof value}', expected type 'object'`)
}

/** Reads a whole number of a command that isn't negative, or undefined where it is missing. */
export function countAt(body: Doc, key: string): number | undefined {
  if (body[key] === undefined || body[key] === null) return undefined
  const value = numberOf(body[key])
  if (value === undefined || !Number.isInteger(value))
    throw new CommandError(14, `BSON field '${key}' is the wrong type, expected a whole number`)
  if (value < 0) throw new CommandError(51024, `BSON field '${key}' value must be >= 0, actual value '${value}'`)
  return value
}

/** Reads a text of a command. */
export function textAt(body: Doc, key: string): string {
  const value = body[key]
  if (typeof value === 'string') return value
  throw new CommandError(14, `BSON field '${key}' is the wrong type, expected type 'string'`)
}

/** Reads a list of documents of a command. */
export function docsAt(body: Doc, key: string): Doc[] {
  const value = body[key]
  if (Array.isArray(value) && value.every(isDoc)) return value
  throw new CommandError(14, `BSON field '${key}' is the wrong type, expected an array of objects`)
}

/** Refuses fields of a document that nobody here reads. */
export function refuseOthers(where: string, doc: Doc, known: ReadonlySet<string>): void {
  for (const key of Object.keys(doc))
    if (!known.has(key)) throw new CommandError(40415, `BSON field '${where}.${key}' is an unknown field.`)
}

/** Writes a value the way mongod does in its texts. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`
  if (isDoc(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${key}: ${show(inner)}`)
      .join(', ')} }`
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (isNumeric(value)) return String(numberOf(value))
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`
  return BSON.EJSON.stringify(value ?? null)
}
