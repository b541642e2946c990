// Reading the embedded engine's file, with its statements kept: for the store that writes it, and for a backup beside that one (R112).

import type Database from 'libsql'
import { LRUCache } from 'lru-cache'
import { limitOf } from '#server/kernel/store/query-plan.ts'
import { type Collection, type Query, type Reader, type Stored, StoreUnavailable } from '#server/kernel/store/store.ts'
import { type Checked, unknownCollection } from '#server/kernel/store/writes.ts'
import { planFind } from './find.ts'
import { sqliteCode } from './pragmas.ts'
import type { OpenFile } from './schema.ts'
import { type CollectionSql, sqlFor } from './write.ts'

/** Records as lines of JSON, each with the name of its collection (`c`) and the record (`r`), whose id comes first: put together by SQLite, a page at a time. */
export interface Lines {
  /** The next ones after the id `after`, in the order of ids; undefined where there are no more. */
  lines(collection: Collection<never>, after: string, limit: number): LinesPage | undefined
}
export interface LinesPage {
  readonly text: string
  readonly count: number
  readonly last: string
}

export class SqliteReader implements Reader, Lines {
  readonly #file: OpenFile
  readonly #sqlOf: ReadonlyMap<string, CollectionSql>
  readonly #statements = new Map<string, Database.Statement>()
  #closed = false

  constructor(file: OpenFile, collections: readonly Collection<never>[]) {
    this.#file = file
    this.#sqlOf = new Map(collections.map((collection) => [collection.name, sqlFor(collection)]))
  }

  async get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    const body = this.body(collection, id)
    return body === undefined ? undefined : (JSON.parse(body) as R)
  }

  /** The record as the text that is kept of it. */
  body(collection: Collection<never>, id: string): string | undefined {
    const { get } = this.sqlOf(collection)
    if (this.#file.lacks?.has(collection.name)) return undefined
    const row = this.#read(() => this.#rows(get).get([id]))
    return row === undefined ? undefined : bodyIn(row)
  }

  async find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]> {
    const { collection: opened } = this.sqlOf(collection)
    const limit = limitOf(query)
    const found: R[] = []
    if (this.#file.lacks?.has(collection.name)) return found
    for (const { sql, args } of planFind(opened, query)) {
      const rows = this.#read(() => this.#rows(sql).all([...args, limit - found.length]))
      for (const row of rows) found.push(JSON.parse(bodyIn(row)) as R)
      if (found.length === limit) break
    }
    return found
  }

  /** Its revision without its content. */
  rev(collection: Collection<never>, id: string): number | undefined {
    const row = this.#read(() => this.#rows(this.sqlOf(collection).rev).get([id]))
    if (row === undefined) return undefined
    if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
    return Number(row[0])
  }

  count(collection: Collection<never>, most: number): number {
    const row = this.#read(() => this.#rows(this.sqlOf(collection).count).get([most]))
    if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
    return Number(row[0])
  }

  lines(collection: Collection<never>, after: string, limit: number): LinesPage | undefined {
    const sql = this.sqlOf(collection).lines
    if (this.#file.lacks?.has(collection.name)) return undefined
    const row = this.#read(() => this.#rows(sql).get([after, limit]))
    if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
    const [text = '', count = '0', last = ''] = row.map(String)
    return count === '0' ? undefined : { text: `${text}\n`, count: Number(count), last }
  }

  /** Reads nothing from now on; false where that is so already. The file is for the caller to close. */
  close(): boolean {
    if (this.#closed) return false
    this.#closed = true
    this.#statements.clear()
    return true
  }

  refuseClosed(): void {
    if (this.#closed) throw new StoreUnavailable('The store is closed')
  }

  sqlOf(collection: Collection<never>): CollectionSql {
    const sql = this.#sqlOf.get(collection.name)
    if (!sql) throw unknownCollection(collection)
    return sql
  }

  #read<Result>(read: () => Result): Result {
    this.refuseClosed()
    try {
      return read()
    } catch (error) {
      throw problemOf({ code: sqliteCode(error), message: '' }, error)
    }
  }

  #rows(sql: string): Database.Statement {
    const kept = this.#statements.get(sql) ?? this.#file.db.prepare(sql).raw()
    this.#statements.set(sql, kept)
    return kept
  }
}

function bodyIn(row: unknown): string {
  if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
  return String(row[0])
}

/** What a fault of SQLite's means to the caller. */
export function problemOf(
  { code, message }: { readonly code: string | undefined; readonly message: string },
  cause: unknown = new Error(message),
) {
  // SQLITE_ERROR is a statement that can't be right: a bug, not a state that passes.
  return code === undefined || code === 'SQLITE_ERROR' ? cause : new StoreUnavailable(`The store can't be used now (${code})`, { cause })
}

const maxRevisions = 10_000
const maxRecords = 10_000
/** Of text, in characters. */
const maxText = 4 << 20

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

/**
 * What was read last of the file. Nobody else writes to it, so what is remembered of a record that isn't being written stands in it. To ask the file for a
 * record takes 22 µs, and an answer with its email needs some 15.
 */
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
