// A record as a document, and a write as an operation on it. A document is its record, plus the names of the indexes it is in.
import type { AnyBulkWriteOperation } from 'mongodb'
import { isScalar } from '#server/kernel/store/query-plan.ts'
import type { Collection, CommittedChange, Stored } from '#server/kernel/store/store.ts'
import type { Checked } from '#server/kernel/store/writes.ts'

/**
 * `_in.<index>` is true where every field of that index has a value: what the partial indexes and their queries go by. A server uses a partial index only
 * where it sees that the query implies its filter, and every server sees that of an equality, not of $exists or $type.
 */
export interface Document extends Stored {
  readonly _in?: Readonly<Record<string, true>>
  /** Written just before it is removed, in the same commit: of a removal a change stream tells the id only (decision 0080). */
  readonly _dropped?: true
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
  const { _in, _dropped, ...record } = document as Document
  return record as R
}

export interface Step extends Checked {
  readonly document: Document | undefined
  /** It is dropped, and somebody follows its collection. */
  readonly isAnnounced: boolean
}

/** What the stream will bring of it. */
export const changedBy = ({ changed, document }: Step): CommittedChange => (document ? { ...changed, record: recordOf(document) } : changed)

/** Each changes one document, or none where the record stands at another revision. Announcements come first, so that a server gets few commands. */
export const operationsOf = (steps: readonly Step[]): AnyBulkWriteOperation<Document>[] => [
  ...steps.filter(({ isAnnounced }) => isAnnounced).map(announcementOf),
  ...steps.map(operationOf),
]

const announcementOf = ({ id, expectedRev, changed: { record } }: Step): AnyBulkWriteOperation<Document> => ({
  replaceOne: { filter: { _id: id, rev: expectedRev }, replacement: { ...record, _dropped: true } },
})

function operationOf({ id, expectedRev, document, isAnnounced }: Step): AnyBulkWriteOperation<Document> {
  const filter = { _id: id, rev: expectedRev }
  if (!document) return { deleteOne: { filter: isAnnounced ? { _id: id, _dropped: true } : filter } }
  return expectedRev === 0 ? { insertOne: { document } } : { replaceOne: { filter, replacement: document } }
}
