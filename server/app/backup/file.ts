// Writes a backup: gzip'd lines of JSON, a header, one line per record, and a footer with counts, a hash and a signature.
// The same from either engine (decision 0049).
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { BackupParts, Counts } from './records.ts'

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
const chunkLength = 262_144
/** The text is so alike that twice the time would save no more than 6 %. */
const level = 3

interface BackupSummary {
  readonly counts: Counts
  /** Of the whole text, its end included. */
  readonly sha256: string
}

/** Gives the text of a backup, in chunks, and tells at the end what it was. */
async function* backupText(
  parts: BackupParts,
  { secret, ...origin }: Origin,
  tell: (written: BackupSummary) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const counts = new Map<string, number>()
  let chunk = `${JSON.stringify({ format, formatVersion, ...origin })}\n`
  for await (const { collection, line, count = 1 } of parts) {
    counts.set(collection.name, (counts.get(collection.name) ?? 0) + count)
    chunk += line
    if (chunk.length < chunkLength) continue
    const bytes = Buffer.from(chunk)
    hash.update(bytes)
    yield bytes
    chunk = ''
  }
  const sha256 = hash.update(chunk).copy().digest('hex')
  const signed = secret === undefined ? {} : { signature: signatureOf(secret, sha256) }
  const foot = `${JSON.stringify({ counts: Object.fromEntries(counts), sha256, ...signed })}\n`
  tell({ counts: Object.fromEntries(counts), sha256: hash.update(foot).digest('hex') })
  yield Buffer.from(chunk + foot)
}

/** R112: what lies on the disk, unpacked, is the text that was written. Throws BackupRefused. */
export async function readBack(path: string, { sha256 }: BackupSummary): Promise<void> {
  const hash = createHash('sha256')
  const found = await pipeline(createReadStream(path, { highWaterMark: chunkLength }), createGunzip({ chunkSize: chunkLength }), hash).then(
    () => hash.digest('hex'),
    (error: unknown) => String(error),
  )
  if (found !== sha256) throw new BackupRefused(`What was written to ${path} is not what the disk gives back: no backup was made.`)
}

/**
 * Writes a backup to `path`, where nothing must be yet: whole, on the disk and read back by `check` (R112), or not at all. Only its owner may read it.
 * Throws BackupRefused.
 */
export async function writeBackup(path: string, parts: BackupParts, origin: Origin, check = readBack): Promise<Counts> {
  if (existsSync(path)) throw new BackupRefused(`${path} is there already: name a file that isn't, so that no backup is lost.`)
  const draft = `${path}.${process.pid}.part`
  let text: BackupSummary = { counts: {}, sha256: '' }
  const chunks = backupText(parts, origin, (found) => (text = found))
  try {
    await rm(draft, { force: true })
    const packed = createGzip({ level, chunkSize: chunkLength })
    await pipeline(Readable.from(chunks), packed, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
    await check(draft, text)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw isOfFile(error) ? new BackupRefused(`${path} can't be written (${error.code}).`, { cause: error }) : error
  }
  await syncFolder(dirname(path))
  return text.counts
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
