// What every engine asks of a write before anything is begun: a write that can't be right is a bug of the caller, not a state of the store.
import { inSlices } from './slices.ts'
import { type Collection, type CommittedChange, RevisionConflict, type Stored, type Write } from './store.ts'

/** A write that may be tried: the record to put, or none to drop what stands there. */
export interface Checked {
  readonly collection: string
  readonly id: string
  readonly expectedRev: number
  readonly put: Stored | undefined
  /** What a follower hears of it. */
  readonly changed: CommittedChange
}

/** Checks a write against the collections the store was opened with. Throws a plain Error. */
export function checkWrite(known: ReadonlySet<string>, write: Write): Checked {
  const { expectedRev, collection } = write
  if (!known.has(collection.name)) throw unknownCollection(collection)
  const put = 'put' in write ? write.put : undefined
  const record = put ?? (write as { readonly drop: Stored }).drop
  const id = record._id
  const place = () => `${collection.name}/${id}`
  if (typeof id !== 'string' || id === '') throw new Error(`A record's _id is text and not empty: ${place()}`)
  if (!Number.isSafeInteger(expectedRev) || expectedRev < (put ? 0 : 1))
    throw new Error(`${place()} is written over a revision that can't be: ${expectedRev}`)
  if (put && (!Number.isSafeInteger(put.rev) || put.rev <= expectedRev))
    throw new Error(`${place()} is put over ${expectedRev} with rev ${put.rev}`)
  return { collection: collection.name, id, expectedRev, put, changed: { collection: collection.name, record, isDropped: !put } }
}

const maxAtOnce = 256
/**
 * Makes something of each write of a commit, in the turn in which it is asked for, so that what the caller does to its objects afterwards isn't kept. A long
 * one takes several turns (R119g): until it is written out its records stay as they are.
 */
export const writtenOut = <Made>(writes: readonly Write[], make: (write: Write) => Made): Made[] | Promise<Made[]> =>
  writes.length > maxAtOnce ? inSlices([...writes], make) : writes.map(make)

export const unknownCollection = ({ name }: Collection<never>) => new Error(`The store was opened without the collection ${name}`)

export const conflictOf = ({ collection, id, expectedRev }: Checked) =>
  new RevisionConflict(`${collection}/${id} does not stand at revision ${expectedRev}`)
