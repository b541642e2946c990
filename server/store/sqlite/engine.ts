// The embedded engine: one file, one process, and one fsync for all commits that were asked for in one turn of the event loop.
import type Database from 'libsql'
import {
  type Changed,
  type Collection,
  type Feed,
  type Follower,
  type Query,
  type Reader,
  RevisionConflict,
  type Store,
  type Stored,
  type Write,
} from '../store.ts'
import { checkWrite } from '../writes.ts'
import { SqliteReader, unavailable } from './reader.ts'
import { Revs } from './revs.ts'
import { type OpenFile, openFile, openFileMoment, type SqliteOptions, sqliteCode } from './schema.ts'
import { type Step, stepFor } from './write.ts'

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

/** R112: what the store in `file` holds at this moment, beside the process that writes it. Throws StoreRefused. */
export const openSqliteMoment = async (options: SqliteOptions): Promise<Reader & { close(): Promise<void> }> =>
  new SqliteReader(openFileMoment(options), options.collections)

class SqliteStore implements Store {
  readonly #db: Database.Database
  readonly #reader: SqliteReader
  readonly #known: ReadonlySet<string>
  readonly #revs = new Revs()
  readonly #followers: ((changes: readonly Changed[]) => void)[] = []
  #waiting: Asked[] = []
  #commits = 0

  constructor(file: OpenFile, collections: readonly Collection<never>[]) {
    this.#db = file.db
    this.#reader = new SqliteReader(file, collections)
    this.#known = new Set(collections.map(({ name }) => name))
  }

  get commits(): number {
    return this.#commits
  }

  get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    return this.#reader.get(collection, id)
  }

  async rev(collection: Collection<never>, id: string): Promise<number | undefined> {
    this.#reader.refuseClosed()
    return this.#revs.get(collection.name, id, () => this.#reader.rev(collection, id))
  }

  async count(collection: Collection<never>, most: number): Promise<number> {
    return this.#reader.count(collection, most)
  }

  find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]> {
    return this.#reader.find(collection, query)
  }

  commit(writes: readonly Write[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#reader.refuseClosed()
      // Written out now, so that what the caller does to its objects afterwards isn't kept.
      const checked = writes.map((write) => checkWrite(this.#known, write))
      const steps = checked.map((write, at) => stepFor(this.#reader.sqlOf((writes[at] as Write).collection), write))
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
    if (this.#reader.isClosed) return
    this.#flush()
    await this.#reader.close()
  }

  /** Commits all that is waiting in one transaction. A conflict fails the commit it is in; a store that can't write fails them all. */
  #flush(): void {
    const asked = this.#waiting
    if (asked.length === 0) return
    this.#waiting = []
    const committed: Changed[] = []
    try {
      this.#rollBack()
      this.#reader.run('BEGIN IMMEDIATE')
      const conflicts = asked.map(({ steps }) => this.#apply(steps))
      const stands = conflicts.includes(undefined)
      this.#reader.run(stands ? 'COMMIT' : 'ROLLBACK')
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
    if (several) this.#reader.run('SAVEPOINT one')
    const conflict = this.#firstConflict(steps)
    if (several && conflict) this.#reader.run('ROLLBACK TO one')
    if (several) this.#reader.run('RELEASE one')
    return conflict
  }

  #firstConflict(steps: readonly Step[]): RevisionConflict | undefined {
    try {
      for (const { sql, args, conflict } of steps) if (this.#reader.run(sql, args) !== 1) return conflict()
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
}
