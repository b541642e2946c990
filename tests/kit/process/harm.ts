// Pages of an embedded store's file, and damage to them as a failing disk does it: behind the database's back.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import Database from 'libsql'

const pageBytes = 2_048
/** Where the header of a file names the first of its free pages. */
const freeAt = 32

/** Runs SQL on a file that no store has open. */
export function alter(file: string, sql: string) {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

/** Makes the file large, and gives it free pages and a record of many pages. */
export function enlarge(file: string, bytes = 1_000_000) {
  const long = JSON.stringify({ _id: 'long', rev: 1, text: 'a'.repeat(40_000) })
  alter(
    file,
    `CREATE TABLE free (x); INSERT INTO free VALUES (zeroblob(400000)); CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob(${bytes}));
    DROP TABLE free; INSERT INTO "undoTexts" VALUES ('long', 1, '${long}')`,
  )
}

export const kinds = ['table leaf', 'inner page', 'index leaf', 'overflow', 'free page'] as const
type Kind = (typeof kinds)[number]
const found: Readonly<Record<Exclude<Kind, 'free page'>, string>> = {
  'table leaf': "name = 'rsvps' AND pagetype = 'leaf'",
  'inner page': "name = 'rsvps' AND pagetype = 'internal'",
  'index leaf': "name LIKE 'rsvps/%' AND pagetype = 'leaf'",
  overflow: "name = 'undoTexts' AND pagetype = 'overflow'",
}

function pageOf(file: string, kind: Kind): number {
  if (kind === 'free page') {
    const [opened, head] = [openSync(file, 'r'), Buffer.alloc(4)]
    readSync(opened, head, 0, 4, freeAt)
    closeSync(opened)
    return head.readUInt32BE()
  }
  const db = new Database(file)
  const row = db.prepare(`SELECT pageno FROM dbstat WHERE ${found[kind]} ORDER BY pageno DESC LIMIT 1`).raw().get([]) as [number]
  db.close()
  return row[0]
}

/** Spoils a page of that kind, and gives its number. */
export function harm(file: string, kind: Kind): number {
  const page = pageOf(file, kind)
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(pageBytes, kind === 'overflow' ? 0 : 0xa5), 0, pageBytes, (page - 1) * pageBytes)
  closeSync(opened)
  return page
}
