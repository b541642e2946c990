// What was read last of the embedded engine's file. Nobody else writes to it, so what is remembered of a record that isn't being written stands in it.
import { LRUCache } from 'lru-cache'
import type { Stored } from '#server/kernel/store/store.ts'
import type { Checked } from '#server/kernel/store/writes.ts'

const maxRevisions = 10_000
const maxRecords = 10_000
/** Of text, in characters. */
const maxText = 8 << 20

/** A write, and the text that stands in the file once it is committed; undefined for one that drops. */
interface Change extends Pick<Checked, 'collection' | 'id'> {
  readonly body: string | undefined
}
const keyOf = ({ collection, id }: Pick<Checked, 'collection' | 'id'>) => `${collection}/${id}`

/** A record as its text, until it is asked for; without either it isn't there. */
interface Kept {
  body?: string | undefined
  record?: Stored
  readonly length: number
}
const kept = (body: string | undefined): Kept => ({ body, length: (body?.length ?? 0) + 1 })

/** All who ask for a record get the same one: whoever changed it would be noticed at once. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

function recordIn(found: Kept): Stored | undefined {
  if (found.body !== undefined) {
    found.record = frozen(JSON.parse(found.body) as Stored)
    found.body = undefined
  }
  return found.record
}

/** To ask the file for a record takes 22 µs, and an answer with its email needs some 15. */
export class RecordCache {
  /** 0 of a record that isn't there. */
  readonly #revs = new LRUCache<string, number>({ max: maxRevisions })
  readonly #records = new LRUCache<string, Kept>({ max: maxRecords, maxSize: maxText, sizeCalculation: ({ length }) => length })
  readonly #underWay = new Set<string>()

  /** The revision of a record; what isn't remembered is read. */
  rev(collection: string, id: string, read: () => number | undefined): number | undefined {
    const key = keyOf({ collection, id })
    if (this.#underWay.has(key)) return read()
    const known = this.#revs.get(key)
    if (known !== undefined) return known || undefined
    const rev = read()
    this.#revs.set(key, rev ?? 0)
    return rev
  }

  /** A record; what isn't remembered is read, as text. */
  record(collection: string, id: string, read: () => string | undefined): Stored | undefined {
    const key = keyOf({ collection, id })
    if (this.#underWay.has(key)) return recordIn(kept(read()))
    const known = this.#records.get(key)
    if (known) return recordIn(known)
    const found = kept(read())
    this.#records.set(key, found)
    return recordIn(found)
  }

  /**
   * Reads these anew from now on, each time until what is returned is called with those that were committed: nobody knows when a batch that is being
   * written will stand.
   */
  changing(changes: readonly Change[]): (committed: readonly Change[]) => void {
    const known = new Set<string>()
    for (const change of changes) {
      const key = keyOf(change)
      this.#revs.delete(key)
      if (this.#records.delete(key)) known.add(key)
      this.#underWay.add(key)
    }
    return (committed) => {
      this.#underWay.clear()
      for (const change of committed) if (known.has(keyOf(change))) this.#records.set(keyOf(change), kept(change.body))
    }
  }
}
