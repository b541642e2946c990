// A record as a document, and a write as an operation on it. A document is its record, plus the names of the indexes it is in.
import type { AnyBulkWriteOperation } from 'mongodb'
import type { Collection, Stored } from '../store.ts'
import { isScalar } from '../walks.ts'
import type { Checked } from '../writes.ts'

/** `_in.<index>` is true where every field of that index has a value: what the partial indexes and their queries go by. */
export interface Document extends Stored {
  readonly _in?: Readonly<Record<string, true>>
}

/** Copies a record as plain JSON, as every engine keeps it. */
export function documentOf(collection: Collection<never>, record: Stored): Document {
  const copy = JSON.parse(JSON.stringify(record)) as Stored
  const values = new Map<string, unknown>(Object.entries(copy))
  const isIn = (fields: readonly string[]) => fields.every((field) => isScalar(values.get(field)))
  const names = Object.entries(collection.indexes).flatMap(([name, { fields }]) => (isIn(fields) ? [name] : []))
  return names.length === 0 ? copy : { ...copy, _in: Object.fromEntries(names.map((name) => [name, true as const])) }
}

/** The record of a document. */
export function recordOf<R extends Stored>(document: object): R {
  const { _in, ...record } = document as Document
  return record as R
}

/** Changes one document, or none where the record stands at another revision. */
export function operationOf({ id, expectedRev, document }: Checked & { document: Document | undefined }): AnyBulkWriteOperation<Document> {
  const filter = { _id: id, rev: expectedRev }
  if (!document) return { deleteOne: { filter } }
  return expectedRev === 0 ? { insertOne: { document } } : { replaceOne: { filter, replacement: document } }
}
