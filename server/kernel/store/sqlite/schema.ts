// Opens the file of the embedded engine, or refuses it with a sentence that says what to do.
import Database from 'libsql'
import { type Collection, StoreInUse, StoreRefused } from '#server/kernel/store/store.ts'
import { checkFirst, damaged, isMarked, momentBytes } from './damage.ts'
import { columnOf, indexNameOf, isIndexed, keysOf, tableOf } from './find.ts'
import { first, schemaOf, sqliteCode } from './pragmas.ts'

export interface SqliteOptions {
  /** A path whose folder exists, or ':memory:'. */
  readonly file: string
  readonly collections: readonly Collection<never>[]
  /** Of the stored shapes; a file that a higher one has written is refused. 1 by default. */
  readonly version?: number
  /** Leaves the version as it stands: for who only reads. */
  readonly asItIs?: true
  /** Whoever opens it has its content checked beside serving, where that takes more than a moment and the file is as this version left it. */
  readonly isCheckedBeside?: boolean
}

const inMemory = ':memory:'

/** Of a new file; an older one keeps its own. A commit writes a page for each leaf it touches, however little changed there (decision 0136). */
const pageBytes = 2_048
/** SQLite's own 4 MB cost a fifth of the writes; a start after a crash reads about that much. */
const checkpointBytes = 16 * 1024 * 1024

/**
 * What a connection that writes goes by. All it has acknowledged outlives a power cut. What the log grew to beside a long read, beyond 32 MB, is given back.
 */
const writing = (db: Database.Database) =>
  `PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${checkpointBytes / Number(first(db, 'PRAGMA page_size'))};` +
  'PRAGMA journal_size_limit = 33554432; PRAGMA busy_timeout = 250;'

export interface OpenFile {
  readonly db: Database.Database
  /** The collections it lacks, of a version before they were declared; they are empty. */
  readonly lacks?: ReadonlySet<string>
  /** Its content is still to be checked: to be called once that is done. Until then what is committed stays in its log, and no page of it is written over. */
  readonly checked?: () => void
  /** Closes the file and lets the next process have it. */
  readonly close: () => void
}

/** Opens, locks and checks the file and makes its tables and indexes as declared. Throws StoreRefused. */
export function openFile({ file, collections, version = 1, asItIs, isCheckedBeside = false }: SqliteOptions): OpenFile {
  const declared = declarations(collections)
  const unlock = file === inMemory ? () => {} : lock(file)
  let db: Database.Database | undefined
  try {
    db = connect(file)
    db.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA busy_timeout = 250; PRAGMA cache_size = -16384`)
    const owesCheck = isCheckedBeside && mayWait(db, file, declared, version)
    if (!owesCheck) checkFirst(db, file)
    refuseNewer(db, file, version)
    const journal = first(db, 'PRAGMA journal_mode = WAL')
    if (journal !== 'wal' && file !== inMemory) throw new StoreRefused(`${file} lies where SQLite can't keep a write-ahead log.`)
    db.exec(`${writing(db)} BEGIN IMMEDIATE`)
    keepKeysApart(db, collections)
    declare(db, file, declared)
    if (!asItIs && first(db, 'PRAGMA user_version') !== version) db.exec(`PRAGMA user_version = ${version}`)
    db.exec('COMMIT')
    const checked = owesCheck ? pin(file) : undefined
    const close = closer(db, unlock)
    if (!checked) return { db, close }
    const closeBoth = () => {
      checked()
      close()
    }
    return { db, checked, close: closeBoth }
  } catch (error) {
    if (db) closer(db, unlock)()
    else unlock()
    throw refusalOf(error, file)
  }
}

/** Keeps all pages of the file as they are until what is given is called. Without a statement: libsql would keep the connection until that is garbage. */
function pin(file: string): () => void {
  const db = connect(file)
  db.exec('BEGIN; SELECT count(*) FROM sqlite_master')
  let isPinned = true
  return () => {
    if (isPinned) db.close()
    isPinned = false
  }
}

/** R113: another connection to a file that this process has opened, for the thread that writes. */
export function openWriting(file: string): Database.Database {
  const db = connect(file)
  db.exec(`${writing(db)} PRAGMA cache_size = -16384`)
  return db
}

/**
 * Keeps every other process from writing: by a file of its own, so that others can still read (R112). The system frees it when the process is gone.
 * libsql keeps a connection, lock and all, until the last of its statements is garbage (tursodatabase/libsql-js#228), so the lock is given back by leaving
 * the exclusive mode (decision 0098).
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

export function connect(file: string): Database.Database {
  try {
    return new Database(file)
  } catch (error) {
    throw unopenable(file, error)
  }
}

/** Whether the content may be checked later: of a large file that nothing has to be made in, and that was not found damaged before. */
function mayWait(db: Database.Database, file: string, declared: ReadonlyMap<string, string>, version: number): boolean {
  const bytes = Number(first(db, 'PRAGMA page_count')) * Number(first(db, 'PRAGMA page_size'))
  const there = schemaOf(db)
  const isAsDeclared = [...declared].every(([name, sql]) => there.get(name) === sql)
  return bytes >= momentBytes && !isMarked(file) && isAsDeclared && first(db, 'PRAGMA user_version') === version
}

export function refuseNewer(db: Database.Database, file: string, version: number): void {
  const written = Number(first(db, 'PRAGMA user_version'))
  if (written > version) {
    throw new StoreRefused(
      `${file} was written by a newer version of Rolecall (store version ${written}, this one reads ${version}): ` +
        'start that version, or restore a backup from before it.',
    )
  }
}

/** Names every table and index with the statement that makes it, just as SQLite keeps it in sqlite_master. With a rowid (decision 0042). */
function declarations(collections: readonly Collection<never>[]): Map<string, string> {
  const declared = new Map<string, string>()
  const add = (name: string, sql: string) => {
    if (!/^[\w/-]+$/.test(name) || declared.has(name)) throw new Error(`${name} is declared twice, or is no name`)
    declared.set(name, sql)
  }
  for (const collection of collections) {
    const { name, indexes } = collection
    const apart = collection.keepsKeysApart ? ', keys TEXT' : ''
    add(name, `CREATE TABLE ${tableOf(collection)} (_id TEXT NOT NULL PRIMARY KEY, rev INTEGER NOT NULL, body TEXT NOT NULL${apart})`)
    for (const [index, { fields, unique }] of Object.entries(indexes)) {
      const columns = [...fields.map((field) => columnOf(collection, field)), ...(unique ? [] : ['_id'])].join(', ')
      const start = `CREATE ${unique ? 'UNIQUE INDEX' : 'INDEX'} "${indexNameOf(collection, index)}"`
      add(indexNameOf(collection, index), `${start} ON ${tableOf(collection)} (${columns}) WHERE ${isIndexed(collection, fields)}`)
    }
  }
  return declared
}

/** Has collections of an older file keep their keys apart from now on: no older version writes to it any more, since none opens such a table. */
function keepKeysApart(db: Database.Database, collections: readonly Collection<never>[]): void {
  const there = schemaOf(db)
  for (const collection of collections) {
    const table = there.get(collection.name)
    if (!collection.keepsKeysApart || table === undefined || table.endsWith(', keys TEXT)')) continue
    db.exec(`ALTER TABLE ${tableOf(collection)} ADD COLUMN keys TEXT; UPDATE ${tableOf(collection)} SET keys = ${keysOf(collection)}`)
  }
}

/** Makes what is missing, drops indexes no longer declared (a slash in the name: ours), and verifies the rest. */
function declare(db: Database.Database, file: string, declared: ReadonlyMap<string, string>): void {
  const before = schemaOf(db)
  for (const name of before.keys()) if (name.includes('/') && !declared.has(name)) db.exec(`DROP INDEX "${name}"`)
  for (const [name, sql] of declared) if (!before.has(name)) create(db, file, name, sql)
  const after = schemaOf(db)
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

export function refusalOf(error: unknown, file: string): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new StoreInUse(`${file} is in use by another process: stop that one first.`, { cause: error })
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damaged(file, messageOf(error), error)
  return unopenable(file, error)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const unopenable = (file: string, cause: unknown) =>
  new StoreRefused(`${file} can't be opened (${messageOf(cause)}): its folder must exist, have room and be writable.`, { cause })
