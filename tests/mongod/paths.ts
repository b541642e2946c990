// Dotted paths: what a filter or an index finds at the end of one, and how an update writes there.
import { CommandError } from './errors.ts'
import { type Doc, has, isDoc, show } from './values.ts'

/** Stands where a path ends in nothing. */
export const missing = Symbol('missing')

const isPosition = (part: string) => /^(0|[1-9]\d*)$/.test(part)

/** Collects what stands at the end of a path, through the elements of arrays on the way. */
export function collect(value: unknown, parts: readonly string[], at = 0, found: unknown[] = []): unknown[] {
  const part = parts[at]
  if (part === undefined) found.push(value)
  else if (Array.isArray(value)) {
    if (isPosition(part) && Number(part) < value.length) collect(value[Number(part)], parts, at + 1, found)
    for (const element of value) if (isDoc(element)) collect(element, parts, at, found)
  } else if (isDoc(value) && has(value, part)) collect(value[part], parts, at + 1, found)
  else found.push(missing)
  return found
}

/** Splits a path and refuses what mongod refuses. */
export function splitPath(path: string): string[] {
  const parts = path.split('.')
  if (parts.some((part) => part === ''))
    throw new CommandError(56, `The path '${path}' contains an empty field name, which is not allowed.`)
  return parts
}

/** Reads the one value at a path as an update sees it: no array is walked through but by position. */
export function valueAt(doc: unknown, parts: readonly string[]): unknown {
  let value = doc
  for (const part of parts) {
    if (Array.isArray(value) && isPosition(part)) value = value[Number(part)]
    else if (isDoc(value) && has(value, part)) value = value[part]
    else return undefined
  }
  return value
}

function step(holder: unknown, part: string): unknown {
  if (Array.isArray(holder)) return [...holder]
  return isDoc(holder) ? { ...holder } : notViable(holder, part)
}

function notViable(holder: unknown, part: string): never {
  throw new CommandError(28, `Cannot create field '${part}' in element {${show(holder)}}`)
}

function put(holder: unknown, part: string, value: unknown): void {
  if (!Array.isArray(holder)) Object.defineProperty(holder, part, { value, enumerable: true, configurable: true, writable: true })
  else if (isPosition(part) && Number(part) <= holder.length + 1_500_000) {
    while (holder.length < Number(part)) holder.push(null)
    holder[Number(part)] = value
  } else notViable(holder, part)
}

/** Gives a copy of a document with another value at a path; documents on the way are made where they are missing. */
export function withValue(doc: Doc, parts: readonly string[], value: unknown): Doc {
  return write(doc, parts, 0, value) as Doc
}

function write(holder: unknown, parts: readonly string[], at: number, value: unknown): unknown {
  const part = parts[at]
  if (part === undefined) return value
  const copy = step(holder === undefined ? {} : holder, part)
  const inner = Array.isArray(copy) ? copy[Number(part)] : isDoc(copy) && has(copy, part) ? copy[part] : undefined
  put(copy, part, write(inner, parts, at + 1, value))
  return copy
}

/** Gives a copy of a document without the value at a path; an array keeps a null in its place. */
export function withoutValue(doc: Doc, parts: readonly string[]): Doc {
  return valueAt(doc, parts) === undefined ? doc : (erase(doc, parts, 0) as Doc)
}

function erase(holder: unknown, parts: readonly string[], at: number): unknown {
  const part = parts[at] ?? ''
  const copy = step(holder, part)
  const last = at === parts.length - 1
  if (Array.isArray(copy)) copy[Number(part)] = last ? null : erase(copy[Number(part)], parts, at + 1)
  else if (isDoc(copy) && last) delete copy[part]
  else if (isDoc(copy)) copy[part] = erase(copy[part], parts, at + 1)
  return copy
}
