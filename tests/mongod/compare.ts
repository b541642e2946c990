// The order of BSON values, as strings: `encode` gives each value a text whose code units order as mongod orders the values.
import { Binary, BSONRegExp, Double, Int32, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb'
import { unsupported } from './errors.ts'
import { isDoc, isLong, numberOf } from './values.ts'

/** Larger than whatever may follow a prefix of an encoded key. */
export const beyond = '\u0100'

const scratch = Buffer.alloc(8)

/** Eight bytes that order as the number does; NaN is below all. */
function orderedDouble(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0\0\0\0\0'
  scratch.writeDoubleBE(value === 0 ? 0 : value)
  const first = scratch[0] ?? 0
  if (first < 0x80) scratch[0] = first | 0x80
  else for (let at = 0; at < 8; at++) scratch[at] = ~(scratch[at] ?? 0)
  return scratch.toString('latin1')
}

/** A Long beyond 2^53 differs from its double by up to 1024: two more bytes say by how much. */
function orderedNumber(value: unknown): string {
  const double = numberOf(value) ?? 0
  if (!isLong(value) || Math.abs(double) < 2 ** 53) return `${orderedDouble(double)}\x80\0`
  const rest = Number(value.toBigInt() - BigInt(double)) + 0x8000
  return orderedDouble(double) + String.fromCharCode(rest >> 8, rest & 0xff)
}

const special = /[^ -~]/

/** The UTF-8 bytes as code units, ended by a zero; a zero within is escaped. */
function orderedText(text: string): string {
  if (!special.test(text)) return `${text}\0`
  return `${Buffer.from(text).toString('latin1').replaceAll('\0', '\0\xff')}\0`
}

function orderedBinary(value: Binary): string {
  const bytes = Buffer.from(value.value())
  scratch.writeUInt32BE(bytes.length)
  return scratch.toString('latin1', 0, 4) + String.fromCharCode(value.sub_type) + bytes.toString('latin1')
}

function orderedTimestamp(value: Timestamp): string {
  scratch.writeBigUInt64BE(BigInt.asUintN(64, value.toBigInt()))
  return scratch.toString('latin1')
}

const typed = (type: number, body: string) => String.fromCharCode(type) + body

function encodeObject(value: object): string {
  if (value instanceof Int32 || value instanceof Double) return typed(10, orderedNumber(value))
  if (value instanceof Timestamp) return typed(47, orderedTimestamp(value))
  if (isLong(value)) return typed(10, orderedNumber(value))
  if (value instanceof ObjectId) return typed(35, value.toHexString())
  if (value instanceof Date) return typed(45, orderedDouble(value.getTime()))
  if (Array.isArray(value)) return `${typed(25, value.map(encode).join(''))}\0`
  if (isDoc(value)) return `${typed(20, Object.entries(value).map(encodeField).join(''))}\0`
  if (value instanceof Binary) return typed(30, orderedBinary(value))
  if (value instanceof MinKey) return typed(1, '')
  if (value instanceof MaxKey) return typed(127, '')
  if (value instanceof BSONRegExp) return typed(50, orderedText(value.pattern) + orderedText(value.options))
  throw unsupported(`A value of type ${value.constructor.name} in a filter, an index or a sort`)
}

/** Documents compare field by field: type, then name, then value. */
function encodeField([name, value]: [string, unknown]): string {
  const whole = encode(value)
  return whole.slice(0, 1) + orderedText(name) + whole.slice(1)
}

/** Encodes a value so that texts compare as mongod compares the values. */
export function encode(value: unknown): string {
  if (typeof value === 'string') return typed(15, orderedText(value))
  if (value === null) return '\x05'
  if (value === undefined) return '\x02'
  if (typeof value === 'boolean') return value ? '\x28\x01' : '\x28\0'
  if (typeof value === 'object') return encodeObject(value)
  return typed(10, orderedNumber(value))
}

/** Turns the order of an encoded key around. */
export function invert(key: string): string {
  let turned = ''
  for (let at = 0; at < key.length; at++) turned += String.fromCharCode(0xff - key.charCodeAt(at))
  return turned
}

/** Tells whether two values are the same to mongod: 1 is 1.0. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || encode(one) === encode(other)

const typeNames: Readonly<Record<string, (value: unknown) => boolean>> = {
  double: (value) => value instanceof Double || typeof value === 'number',
  string: (value) => typeof value === 'string',
  object: isDoc,
  array: Array.isArray,
  binData: (value) => value instanceof Binary,
  objectId: (value) => value instanceof ObjectId,
  bool: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date,
  null: (value) => value === null,
  int: (value) => value instanceof Int32,
  long: isLong,
  timestamp: (value) => value instanceof Timestamp,
  number: (value) => value instanceof Int32 || value instanceof Double || isLong(value),
}
const typeNumbers: Readonly<Record<number, string>> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  16: 'int',
  17: 'timestamp',
  18: 'long',
}

/** Finds the test for a type named as `$type` names it. */
export function typeTest(alias: unknown): ((value: unknown) => boolean) | undefined {
  const name = typeof alias === 'string' ? alias : typeNumbers[numberOf(alias) ?? Number.NaN]
  return name !== undefined && Object.hasOwn(typeNames, name) ? typeNames[name] : undefined
}
