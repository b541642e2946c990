// Reading the embedded engine's file, with its statements kept: for the store that writes it, and for a backup beside that one (R112).
import type Database from 'libsql'
import { type Collection, type Query, type Reader, type Stored, StoreUnavailable } from '../store.ts'
import { limitOf } from '../walks.ts'
import { unknownCollection } from '../writes.ts'
import { planFind } from './find.ts'
import { type OpenFile, sqliteCode } from './schema.ts'
import { type Arg, type CollectionSql, sqlFor } from './write.ts'

export class SqliteReader implements Reader {
  readonly #file: OpenFile
  readonly #sqlOf: ReadonlyMap<string, CollectionSql>
  readonly #statements = new Map<string, Database.Statement>()
  #closed = false

  constructor(file: OpenFile, collections: readonly Collection<never>[]) {
    this.#file = file
    this.#sqlOf = new Map(collections.map((collection) => [collection.name, sqlFor(collection)]))
  }

  async get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    const row = this.#read(() => this.#rows(this.sqlOf(collection).get).get([id]))
    return row === undefined ? undefined : parseBody<R>(row)
  }

  async find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]> {
    this.sqlOf(collection)
    const limit = limitOf(query)
    const found: R[] = []
    for (const { sql, args } of planFind(collection, query)) {
      const rows = this.#read(() => this.#rows(sql).all([...args, limit - found.length]))
      for (const row of rows) found.push(parseBody<R>(row))
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

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#statements.clear()
    this.#file.close()
  }

  get isClosed(): boolean {
    return this.#closed
  }

  refuseClosed(): void {
    if (this.#closed) throw new StoreUnavailable('The store is closed')
  }

  sqlOf(collection: Collection<never>): CollectionSql {
    const sql = this.#sqlOf.get(collection.name)
    if (!sql) throw unknownCollection(collection)
    return sql
  }

  /** Runs a statement and gives how many rows it changed. */
  run(sql: string, args: readonly Arg[] = []): number {
    return this.#statement(sql).run(args).changes
  }

  #read<Result>(read: () => Result): Result {
    this.refuseClosed()
    try {
      return read()
    } catch (error) {
      throw unavailable(error)
    }
  }

  #rows(sql: string): Database.Statement {
    return this.#statements.get(sql) ?? this.#statement(sql).raw()
  }

  #statement(sql: string): Database.Statement {
    const kept = this.#statements.get(sql) ?? this.#file.db.prepare(sql)
    this.#statements.set(sql, kept)
    return kept
  }
}

function parseBody<R extends Stored>(row: unknown): R {
  if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
  return JSON.parse(String(row[0])) as R
}

export function unavailable(error: unknown): unknown {
  const code = sqliteCode(error)
  // SQLITE_ERROR is a statement that can't be right: a bug, not a state that passes.
  return code === undefined || code === 'SQLITE_ERROR'
    ? error
    : new StoreUnavailable(`The store can't be used now (${code})`, { cause: error })
}
