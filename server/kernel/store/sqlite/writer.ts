// Writes batches of commits over one connection, each batch in one transaction: on the thread that serves, or on one that waits for the disk in its stead.
import type Database from 'libsql'
import { sqliteCode } from './pragmas.ts'

export type Arg = string | number

interface Statement {
  readonly sql: string
  readonly args: readonly Arg[]
}
/** One statement that changes one row, or none where the record stands at another revision; and another for the same row, if it did. */
export interface Step extends Statement {
  readonly after?: Statement
}

/** Why a commit of a batch doesn't stand: the step that met another revision, or a unique key that is taken. */
export type Conflict = number | 'unique'

/** What came of a batch: why a commit of it doesn't stand, undefined where it does. Plain, so that it travels between threads. */
export type BatchResult =
  | { readonly conflicts: readonly (Conflict | undefined)[] }
  /** Nothing of it stands. Without a code it is no fault of SQLite's. */
  | { readonly failure: { readonly code: string | undefined; readonly message: string } }

export class SqliteWriter {
  readonly #db: Database.Database
  readonly #statements = new Map<string, Database.Statement>()

  constructor(db: Database.Database) {
    this.#db = db
  }

  /** Commits all in one transaction. A conflict fails the commit it is in; a store that can't write fails them all. */
  write(commits: readonly (readonly Step[])[]): BatchResult {
    try {
      this.#rollBack()
      this.#run('BEGIN IMMEDIATE')
      const conflicts = commits.map((steps) => this.#apply(steps))
      this.#run(conflicts.includes(undefined) ? 'COMMIT' : 'ROLLBACK')
      return { conflicts }
    } catch (error) {
      this.#rollBack()
      return { failure: { code: sqliteCode(error), message: error instanceof Error ? error.message : String(error) } }
    }
  }

  /** Lets go of the statements: libsql keeps a connection until the last of them is garbage. */
  forget(): void {
    this.#statements.clear()
  }

  /** Applies one commit's writes, or none of them and returns the conflict. */
  #apply(steps: readonly Step[]): Conflict | undefined {
    const several = steps.length > 1 || steps.some(({ after }) => after)
    if (several) this.#run('SAVEPOINT one')
    const conflict = this.#firstConflict(steps)
    if (several && conflict !== undefined) this.#run('ROLLBACK TO one')
    if (several) this.#run('RELEASE one')
    return conflict
  }

  #firstConflict(steps: readonly Step[]): Conflict | undefined {
    try {
      for (const [at, { sql, args, after }] of steps.entries()) {
        if (this.#run(sql, args) !== 1) return at
        if (after) this.#run(after.sql, after.args)
      }
      return undefined
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
      return 'unique'
    }
  }

  /** Leaves a transaction that failed. Where even that fails, the next batch tries again. */
  #rollBack(): void {
    if (!this.#db.inTransaction) return
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // BEGIN will fail too, and says why.
    }
  }

  /** Runs a statement and gives how many rows it changed. */
  #run(sql: string, args: readonly Arg[] = []): number {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement.run(args).changes
  }
}
