// Opens the file of the embedded engine, or refuses it with a sentence that says what to do.
import Database from 'libsql'
import { type Collection, StoreInUse, StoreRefused } from '../store.ts'
import { columnOf, indexOf, isIndexed, tableOf } from './find.ts'

export interface SqliteOptions {
  /** A path whose folder exists, or ':memory:'. */
  readonly file: string
  readonly collections: readonly Collection<never>[]
  /** Of the stored shapes; a file that a higher one has written is refused. 1 unless told. */
  readonly version?: number
  /** Leaves the version as it stands: for who only reads. */
  readonly asItIs?: true
}

const inMemory = ':memory:'

/** What a connection that writes goes by. All it has acknowledged outlives a power cut; a checkpoint every 16 MB. */
const writing = 'PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA busy_timeout = 250;'

export interface OpenFile {
  readonly db: Database.Database
  /** The collections it lacks, of a version before they were declared; they are empty. */
  readonly lacks?: ReadonlySet<string>
  /** Closes the file and lets the next process have it. */
  readonly close: () => void
}

/** Opens, locks and checks the file and makes its tables and indexes as declared. Throws StoreRefused. */
export function openFile({ file, collections, version = 1, asItIs }: SqliteOptions): OpenFile {
  const declared = declarations(collections)
  const unlock = file === inMemory ? () => {} : lock(file)
  let db: Database.Database | undefined
  try {
    db = connect(file)
    db.exec('PRAGMA busy_timeout = 250; PRAGMA cache_size = -16384')
    checkContent(db, file, version)
    const journal = first(db, 'PRAGMA journal_mode = WAL')
    if (journal !== 'wal' && file !== inMemory) throw new StoreRefused(`${file} lies where SQLite can't keep a write-ahead log.`)
    db.exec(`${writing} BEGIN IMMEDIATE`)
    declare(db, file, declared)
    if (!asItIs && first(db, 'PRAGMA user_version') !== version) db.exec(`PRAGMA user_version = ${version}`)
    db.exec('COMMIT')
    return { db, close: closer(db, unlock) }
  } catch (error) {
    if (db) closer(db, unlock)()
    else unlock()
    throw refusalOf(error, file)
  }
}

/** R113: another connection to a file that this process has opened, for the thread that writes. */
export function openWriting(file: string): Database.Database {
  const db = connect(file)
  db.exec(`${writing} PRAGMA cache_size = -16384`)
  return db
}

/**
 * Opens the file as it is at this moment, to be read beside the process that writes it (R112): what that process commits later isn't seen.
 * The log of the file grows as long as this is open. Throws StoreRefused.
 */
export function openFileMoment({ file, collections, version = 1 }: SqliteOptions): OpenFile {
  const db = connect(file)
  const close = () => {
    if (db.inTransaction) db.exec('ROLLBACK')
    db.close()
  }
  try {
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; BEGIN')
    refuseNewer(db, file, version) // the first read is what fixes the moment
    const there = present(db)
    return { db, close, lacks: new Set(collections.map(({ name }) => name).filter((name) => !there.has(name))) }
  } catch (error) {
    close()
    throw refusalOf(error, file)
  }
}

/**
 * Keeps every other process from writing: by a file of its own, so that others can still read (R112). The system frees it when the process is gone.
 * libsql keeps a connection, lock and all, until the last of its statements is garbage (tursodatabase/libsql-js#228), so the lock is given back by leaving
 * the exclusive mode.
 */
function lock(file: string): () => void {
  const db = connect(`${file}-lock`)
  const unlock = () => {
    try {
      first(db, 'PRAGMA locking_mode = NORMAL')
      first(db, 'SELECT count(*) FROM sqlite_master')
    } catch {
      // It is another process's: there is no lock to give back.
    }
    db.close()
  }
  try {
    first(db, 'PRAGMA journal_mode = OFF')
    first(db, 'PRAGMA locking_mode = EXCLUSIVE')
    db.exec('PRAGMA busy_timeout = 250; BEGIN EXCLUSIVE; COMMIT')
    return unlock
  } catch (error) {
    unlock()
    throw refusalOf(error, file)
  }
}

const closer = (db: Database.Database, unlock: () => void) => () => {
  try {
    if (db.inTransaction) db.exec('ROLLBACK')
    first(db, 'PRAGMA journal_mode = DELETE')
  } catch {
    // On a full disk, or beside somebody who reads, the log stays; it holds all that was acknowledged and the next start reads it.
  }
  db.close()
  unlock()
}

/** Says whether SQLite failed, and how. */
export const sqliteCode = (error: unknown): string | undefined => (error instanceof Database.SqliteError ? error.code : undefined)

function connect(file: string): Database.Database {
  try {
    return new Database(file)
  } catch (error) {
    throw unopenable(file, error)
  }
}

function first(db: Database.Database, sql: string): unknown {
  const row = db.prepare(sql).raw().get([])
  return Array.isArray(row) ? row[0] : undefined
}

function checkContent(db: Database.Database, file: string, version: number): void {
  const found = first(db, 'PRAGMA quick_check(1)')
  if (found !== 'ok') throw damaged(file, String(found))
  refuseNewer(db, file, version)
}

function refuseNewer(db: Database.Database, file: string, version: number): void {
  const written = Number(first(db, 'PRAGMA user_version'))
  if (written > version) {
    throw new StoreRefused(
      `${file} was written by a newer version of Rolecall (store version ${written}, this one reads ${version}): ` +
        'start that version, or restore a backup from before it.',
    )
  }
}

/** Names every table and index with the statement that makes it, just as SQLite keeps it in sqlite_master. */
function declarations(collections: readonly Collection<never>[]): Map<string, string> {
  const declared = new Map<string, string>()
  const add = (name: string, sql: string) => {
    if (!/^[\w/-]+$/.test(name) || declared.has(name)) throw new Error(`${name} is declared twice, or is no name`)
    declared.set(name, sql)
  }
  for (const collection of collections) {
    const { name, indexes } = collection
    add(name, `CREATE TABLE ${tableOf(collection)} (_id TEXT NOT NULL PRIMARY KEY, rev INTEGER NOT NULL, body TEXT NOT NULL)`)
    for (const [index, { fields, unique }] of Object.entries(indexes)) {
      const columns = [...fields.map(columnOf), ...(unique ? [] : ['_id'])].join(', ')
      const start = `CREATE ${unique ? 'UNIQUE INDEX' : 'INDEX'} ${indexOf(collection, index)}`
      add(`${name}/${index}`, `${start} ON ${tableOf(collection)} (${columns}) WHERE ${isIndexed(fields)}`)
    }
  }
  return declared
}

/** Makes what is missing, drops indexes no longer declared (a slash in the name: ours), and verifies the rest. */
function declare(db: Database.Database, file: string, declared: ReadonlyMap<string, string>): void {
  const before = present(db)
  for (const name of before.keys()) if (name.includes('/') && !declared.has(name)) db.exec(`DROP INDEX "${name}"`)
  for (const [name, sql] of declared) if (!before.has(name)) create(db, file, name, sql)
  const after = present(db)
  for (const [name, sql] of declared) {
    if (after.get(name) === sql) continue
    throw new StoreRefused(
      `${name} in ${file} is not as declared (it is: ${after.get(name)}): give a changed index a new name, or restore a backup.`,
    )
  }
}

function create(db: Database.Database, file: string, name: string, sql: string): void {
  try {
    db.exec(sql)
  } catch (error) {
    if (sqliteCode(error) !== 'SQLITE_CONSTRAINT_UNIQUE') throw error
    throw new StoreRefused(`${name} in ${file} can't be made unique: some records share its key. Remove the duplicates first.`, {
      cause: error,
    })
  }
}

function present(db: Database.Database): Map<string, string> {
  const rows = db.prepare('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').raw().all([])
  return new Map(rows.flatMap((row) => (Array.isArray(row) ? [[String(row[0]), String(row[1])]] : [])))
}

function refusalOf(error: unknown, file: string): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreInUse(`${file} is in use by another process: stop that one first.`, { cause: error })
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damaged(file, messageOf(error), error)
  return unopenable(file, error)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const damaged = (file: string, found: string, cause?: unknown) =>
  new StoreRefused(`${file} is damaged (${found.replace(/\s+/g, ' ')}): put it aside and restore the last backup in its place.`, { cause })
const unopenable = (file: string, cause: unknown) =>
  new StoreRefused(`${file} can't be opened (${messageOf(cause)}): its folder must exist, have room and be writable.`, { cause })
