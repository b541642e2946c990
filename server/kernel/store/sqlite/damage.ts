// Whether the content of the embedded engine's file is sound, and the mark beside a file that was found not to be: the next start then looks first.
import { closeSync, existsSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import type Database from 'libsql'
import { StoreDamaged } from '#server/kernel/store/store.ts'
import { first, tableNames } from './pragmas.ts'

/** What is smaller is read as a whole in a moment, even from a cold disk: it is checked before it serves. */
export const momentBytes = 64 * 1024 * 1024
const blockBytes = 1024 * 1024

const markOf = (file: string) => `${file}-damaged`
export const isMarked = (file: string): boolean => existsSync(markOf(file))
/** A check beside serving has found damage: nobody serves from the file any more before it is found sound. */
export const markDamaged = (file: string, found: string): void => writeFileSync(markOf(file), `${found}\n`)

export const damaged = (file: string, found: string, cause?: unknown) =>
  new StoreDamaged(`${file} is damaged (${found.replace(/\s+/g, ' ')}): put it aside and restore the last backup in its place.`, { cause })

/**
 * quick_check goes over every page: trees, chains of overflow, free pages. It doesn't look at what a record says, so records that are no JSON any more are
 * found besides. An index that disagrees with its table takes integrity_check, and 0.5 s per 100,000 records. Throws StoreDamaged.
 */
export function checkContent(db: Database.Database, file: string): void {
  const found = String(first(db, 'PRAGMA quick_check(1)'))
  if (found !== 'ok') throw damaged(file, found)
  for (const name of tableNames(db)) {
    const unreadable = Number(first(db, `SELECT count(*) FROM "${name}" WHERE NOT json_valid(body)`))
    if (unreadable > 0) throw damaged(file, `${name} holds records that can't be read: ${unreadable}`)
  }
}

/** The same before serving; takes the mark away where all is sound. */
export function checkFirst(db: Database.Database, file: string): void {
  checkContent(db, file)
  if (isMarked(file)) rmSync(markOf(file))
}

/**
 * Reads the file from its start to its end, which a disk does several times faster than page by page in the order of the trees. Gives what closes it: never
 * before the process's connections are closed, since its locks on the file go with that. Throws StoreDamaged.
 */
export function readThrough(file: string): () => void {
  const opened = openSync(file, 'r')
  const block = Buffer.allocUnsafe(blockBytes)
  try {
    while (readSync(opened, block) > 0);
  } catch (error) {
    throw damaged(file, `its disk can't read it: ${error instanceof Error ? error.message : String(error)}`, error)
  }
  return () => closeSync(opened)
}
