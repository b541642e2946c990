// The file as it stands at one moment, beside the process that writes it (R112): read in place, copied to be read at leisure, or checked (R113a).
import { type FileHandle, open, stat } from 'node:fs/promises'
import { checkContent, readThrough } from './damage.ts'
import { schemaOf } from './pragmas.ts'
import { connect, type OpenFile, refusalOf, refuseNewer, type SqliteOptions } from './schema.ts'

const logOf = (file: string) => `${file}-wal`
/** Of a copy so much at a time: what a server commits meanwhile waits for no more than this to reach the disk. */
const blockBytes = 4 * 1024 * 1024
const logHeadBytes = 32
/** All that SQLite maps: reading every record by id takes half the time of asking the system for each page. */
const mappedBytes = 0x7fff0000

export interface MomentOptions extends SqliteOptions {
  /** Throws StoreDamaged unless its content is sound. */
  readonly isChecked?: true
}

/** Opens the file to be read: what is committed later isn't seen. Its log grows as long as this is open, so not for long where many write. Throws StoreRefused. */
export function openFileMoment({ file, collections, version = 1, isChecked }: MomentOptions): OpenFile {
  const db = connect(file)
  const close = () => {
    if (db.inTransaction) db.exec('ROLLBACK')
    db.close()
  }
  try {
    db.exec(`PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; PRAGMA synchronous = OFF; PRAGMA mmap_size = ${mappedBytes}; BEGIN`)
    refuseNewer(db, file, version) // the first read is what fixes the moment
    if (isChecked) checkContent(db, file)
    const there = schemaOf(db)
    return { db, close, lacks: new Set(collections.map(({ name }) => name).filter((name) => !there.has(name))) }
  } catch (error) {
    close()
    throw refusalOf(error, file)
  }
}

/** Checks the content as of one moment; `begun` is called once that is fixed: what is committed from then on is written over none of it. Throws StoreDamaged. */
export function checkMoment(options: SqliteOptions, begun: () => void): void {
  const { db, close } = openFileMoment(options)
  let closeFile = () => {}
  try {
    begun()
    closeFile = readThrough(options.file)
    checkContent(db, options.file)
  } catch (error) {
    throw refusalOf(error, options.file)
  } finally {
    close()
    closeFile()
  }
}

/**
 * Copies the file as of one moment to `path`, with the log beside it that completes it. No checkpoint gets beyond that moment meanwhile, so the file's pages
 * are of it or older, and the log has all that is newer. Only where the file has it all already may the log begin anew: then the file alone is the copy.
 */
export async function copyMoment(options: SqliteOptions, path: string): Promise<void> {
  const { file } = options
  const { close } = openFileMoment(options)
  const opened: FileHandle[] = []
  try {
    const [from, log] = [await open(file, 'r'), await open(logOf(file), 'r').catch(() => undefined)]
    opened.push(from, ...(log ? [log] : []))
    const before = await headOf(log)
    await copyBytes(from, path)
    if (log) await copyBytes(log, logOf(path))
    if (log && !before.equals(await headOf(log))) await emptied(logOf(path))
  } finally {
    close()
    for (const one of opened) await one.close()
  }
}

/** The head of a log is another one each time that it begins anew. */
async function headOf(log: FileHandle | undefined): Promise<Buffer> {
  if (!log) return Buffer.alloc(0)
  const { buffer, bytesRead } = await log.read(Buffer.alloc(logHeadBytes), 0, logHeadBytes, 0)
  return buffer.subarray(0, bytesRead)
}

const emptied = async (path: string) => (await open(path, 'w')).close()

async function copyBytes(from: FileHandle, path: string): Promise<void> {
  const to = await open(path, 'wx', 0o600)
  const block = Buffer.allocUnsafe(blockBytes)
  try {
    for (let at = 0; ; ) {
      const { bytesRead } = await from.read(block, 0, blockBytes, at)
      if (bytesRead === 0) break
      await to.write(block, 0, bytesRead, at)
      await to.datasync()
      at += bytesRead
    }
  } finally {
    await to.close()
  }
}

/** What a copy of it takes of a disk. */
export async function bytesOf(file: string): Promise<number> {
  const sizes = await Promise.all([file, logOf(file)].map((one) => stat(one).then(({ size }) => size, () => 0))) // biome-ignore format: one line
  return sizes.reduce((sum, size) => sum + size, 0)
}
