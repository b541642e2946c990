// The embedded engine: one file, one process, and one fsync for all commits that were asked for in one turn of the event loop.
import type Database from 'libsql'
import {
  type Changed,
  type Collection,
  type Feed,
  type Follower,
  type Query,
  RevisionConflict,
  type Store,
  type Stored,
  StoreUnavailable,
  type Write,
} from '../store.ts'
import { limitOf } from '../walks.ts'
import { checkWrite, unknownCollection } from '../writes.ts'
import { planFind } from './find.ts'
import { Revs } from './revs.ts'
import { closeFile, openFile, type SqliteOptions, sqliteCode } from './schema.ts'
import { type Arg, type CollectionSql, type Step, sqlFor, stepFor } from './write.ts'

interface Asked {
  readonly steps: readonly Step[]
  readonly changes: readonly Changed[]
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** Opens the store in `file` (or ':memory:'); one process at a time. Throws StoreRefused, with what to do about it. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  return new SqliteStore(openFile(options), options.collections)
}

class SqliteStore implements Store {
  readonly #db: Database.Database
  readonly #sqlOf: ReadonlyMap<string, CollectionSql>
  readonly #known: ReadonlySet<string>
  readonly #statements = new Map<string, Database.Statement>()
  readonly #revs = new Revs()
  readonly #followers: ((changes: readonly Changed[]) => void)[] = []
  #waiting: Asked[] = []
  #commits = 0
  #closed = false

  constructor(db: Database.Database, collections: readonly Collection<never>[]) {
    this.#db = db
    this.#sqlOf = new Map(collections.map((collection) => [collection.name, sqlFor(collection)]))
    this.#known = new Set(this.#sqlOf.keys())
  }

  get commits(): number {
    return this.#commits
  }

  async get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    const row = this.#read(() => this.#reader(this.#sql(collection).get).get([id]))
    return row === undefined ? undefined : parseBody<R>(row)
  }

  async rev(collection: Collection<never>, id: string): Promise<number | undefined> {
    const { rev: sql } = this.#sql(collection)
    return this.#read(() => this.#revs.get(collection.name, id, () => revOf(this.#reader(sql).get([id]))))
  }

  async find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]> {
    this.#sql(collection)
    const limit = limitOf(query)
    const found: R[] = []
    for (const { sql, args } of planFind(collection, query)) {
      const rows = this.#read(() => this.#reader(sql).all([...args, limit - found.length]))
      for (const row of rows) found.push(parseBody<R>(row))
      if (found.length === limit) break
    }
    return found
  }

  commit(writes: readonly Write[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#refuseClosed()
      // Written out now, so that what the caller does to its objects afterwards isn't kept.
      const checked = writes.map((write) => checkWrite(this.#known, write))
      const steps = checked.map((write, at) => stepFor(this.#sql((writes[at] as Write).collection), write))
      const changes = checked.map(({ changed }) => changed)
      if (steps.length === 0) return resolve()
      if (this.#waiting.push({ steps, changes, resolve, reject }) === 1) setImmediate(() => this.#flush())
    })
  }

  /** Nobody else writes, and what is committed waits for nothing. */
  async follow(collections: readonly Collection<never>[], follower: Follower): Promise<Feed> {
    const names = new Set(collections.map(({ name }) => name))
    this.#followers.push((changes) => {
      const concerned = changes.filter(({ collection }) => names.has(collection))
      if (concerned.length > 0) follower.changed(concerned)
    })
    return { silentMs: () => 0, why: () => '' }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#flush()
    this.#closed = true
    this.#statements.clear()
    closeFile(this.#db)
  }

  /** Commits all that is waiting in one transaction. A conflict fails the commit it is in; a store that can't write fails them all. */
  #flush(): void {
    const asked = this.#waiting
    if (asked.length === 0) return
    this.#waiting = []
    const committed: Changed[] = []
    try {
      this.#rollBack()
      this.#run('BEGIN IMMEDIATE')
      const conflicts = asked.map(({ steps }) => this.#apply(steps))
      const stands = conflicts.includes(undefined)
      this.#run(stands ? 'COMMIT' : 'ROLLBACK')
      if (stands) this.#commits++
      asked.forEach(({ changes, resolve, reject }, at) => {
        if (conflicts[at]) reject(conflicts[at])
        else {
          committed.push(...changes)
          resolve()
        }
      })
    } catch (error) {
      for (const { reject } of asked) reject(unavailable(error))
      this.#rollBack()
    }
    for (const { changes } of asked) this.#revs.forget(changes) // also where it failed: then nobody knows
    for (const follow of this.#followers) follow(committed)
  }

  /** Applies one commit's writes, or none of them and returns the conflict. */
  #apply(steps: readonly Step[]): RevisionConflict | undefined {
    const several = steps.length > 1
    if (several) this.#run('SAVEPOINT one')
    const conflict = this.#firstConflict(steps)
    if (several && conflict) this.#run('ROLLBACK TO one')
    if (several) this.#run('RELEASE one')
    return conflict
  }

  #firstConflict(steps: readonly Step[]): RevisionConflict | undefined {
    try {
      for (const { sql, args, conflict } of steps) if (this.#run(sql, args) !== 1) return conflict()
      return undefined
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
      return new RevisionConflict('A unique key is taken', { cause: error })
    }
  }

  /** Leaves a transaction that failed. Where even that fails, the next flush tries again. */
  #rollBack(): void {
    if (!this.#db.inTransaction) return
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // BEGIN will fail too, and says why.
    }
  }

  #read<Result>(read: () => Result): Result {
    this.#refuseClosed()
    try {
      return read()
    } catch (error) {
      throw unavailable(error)
    }
  }

  #refuseClosed(): void {
    if (this.#closed) throw new StoreUnavailable('The store is closed')
  }

  #sql(collection: Collection<never>): CollectionSql {
    const sql = this.#sqlOf.get(collection.name)
    if (!sql) throw unknownCollection(collection)
    return sql
  }

  #run(sql: string, args: readonly Arg[] = []): number {
    return this.#statement(sql).run(args).changes
  }

  #reader(sql: string): Database.Statement {
    return this.#statements.get(sql) ?? this.#statement(sql).raw()
  }

  #statement(sql: string): Database.Statement {
    const kept = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, kept)
    return kept
  }
}

function revOf(row: unknown): number | undefined {
  if (row === undefined) return undefined
  if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
  return Number(row[0])
}

function parseBody<R extends Stored>(row: unknown): R {
  if (!Array.isArray(row)) throw new Error('SQLite gave a row of another shape')
  return JSON.parse(String(row[0])) as R
}

function unavailable(error: unknown): unknown {
  const code = sqliteCode(error)
  // SQLITE_ERROR is a statement that can't be right: a bug, not a state that passes.
  return code === undefined || code === 'SQLITE_ERROR'
    ? error
    : new StoreUnavailable(`The store can't be used now (${code})`, { cause: error })
}
