// What is asked of a connection to the embedded engine's file in one line.
import Database from 'libsql'

/** The first column of the first row. */
export function first(db: Database.Database, sql: string): unknown {
  const row = db.prepare(sql).raw().get([])
  return Array.isArray(row) ? row[0] : undefined
}

/** Every table and index by its name, with the statement that made it. */
export function schemaOf(db: Database.Database): Map<string, string> {
  const rows = db.prepare('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').raw().all([])
  return new Map(rows.flatMap((row) => (Array.isArray(row) ? [[String(row[0]), String(row[1])]] : [])))
}

/** The tables of collections: those of records. */
export const tableNames = (db: Database.Database): string[] =>
  [...schemaOf(db)].filter(([, sql]) => /^CREATE TABLE .*\bbody TEXT NOT NULL\b/.test(sql)).map(([name]) => name)

/** Says whether SQLite failed, and how. */
export const sqliteCode = (error: unknown): string | undefined => (error instanceof Database.SqliteError ? error.code : undefined)
