// Writes a backup: gzip'd lines of JSON, a header, one line per record, and a footer with counts, a hash and a signature. The same from either engine.
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Counts, type Entries, openTally } from './records.ts'

/** The sentence names the file and says what is wrong with it. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

export const format = 'rolecall-backup'
export const formatVersion = 1
export interface Origin {
  readonly engine: string
  /** Which shape the records have: a store may be backed up before it is migrated (R111). */
  readonly storeVersion: number
  readonly createdAt: string
  /** The installation's, which signs the file; without one it stays unsigned. */
  readonly secret?: string | undefined
}

/** R122: shows that a file of this hash was written under this secret. */
export const signatureOf = (secret: string, sha256: string) =>
  createHmac('sha256', new Uint8Array(hkdfSync('sha256', secret, '', 'backup', 32)))
    .update(sha256)
    .digest('hex')

/** Of text that goes to the compressor at a time. */
const chunkLength = 65_536
/** Gives the text of a backup, in chunks, and tells the counts at the end. */
async function* textOf(entries: Entries, { secret, ...origin }: Origin, tell: (counts: Counts) => void): AsyncGenerator<string> {
  const header = `${JSON.stringify({ format, formatVersion, ...origin })}\n`
  const hash = createHash('sha256').update(header)
  const tally = openTally()
  let chunk = header
  for await (const entry of entries) {
    tally.add(entry)
    hash.update(entry.line)
    chunk += entry.line
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  tell(tally.counts())
  const sha256 = hash.digest('hex')
  const signed = secret === undefined ? {} : { signature: signatureOf(secret, sha256) }
  yield `${chunk}${JSON.stringify({ counts: tally.counts(), sha256, ...signed })}\n`
}

/** Reads a file to its end and throws unless it is whole. */
type Check = (path: string) => Promise<void>

/**
 * Writes a backup to `path`, where nothing must be yet: whole, on the disk and read back by `check` (R112), or not at all. Only its owner may read it.
 * Throws BackupRefused.
 */
export async function writeBackup(path: string, entries: Entries, origin: Origin, check: Check = async () => {}): Promise<Counts> {
  if (existsSync(path)) throw new BackupRefused(`${path} is there already: name a file that isn't, so that no backup is lost.`)
  const draft = `${path}.${process.pid}.part`
  let counts: Counts = {}
  const text = textOf(entries, origin, (told) => (counts = told))
  try {
    await rm(draft, { force: true })
    await pipeline(Readable.from(text), createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await check(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw isOfFile(error) ? new BackupRefused(`${path} can't be written (${error.code}).`, { cause: error }) : error
  }
  await syncFolder(dirname(path))
  return counts
}

/** A name is on the disk once its folder is. Not every system lets a folder be opened. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Tells an error of the file system. */
export const isOfFile = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && 'syscall' in error
