// Reads a backup and believes nothing of it: what was cut, changed, made by a newer version or made up is refused by name.
import { createHash, timingSafeEqual } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { z } from 'zod/mini'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { BackupRefused, format, formatVersion, isOfFile, signatureOf } from './file.ts'
import { createTally, type Entry, entryOf } from './records.ts'

/** No record comes near: what is longer was not written by us, and would be kept in memory whole. */
const longestLine = 32 * 1024 * 1024
const lineEnd = 10

const Head = z.object({ format: z.literal(format), formatVersion: z.int(), storeVersion: z.int() })
const Foot = z.object({ counts: z.record(z.string(), z.int()), sha256: z.string(), signature: z.optional(z.string()) })
/** A later era than any clock will begin: what goes beyond was not written by us, and could not be written over. */
const lastRev = 2 ** 52
const BackupLine = z.object({
  c: z.string(),
  r: z.looseObject({ _id: z.string().check(z.minLength(1)), rev: z.int().check(z.minimum(1), z.maximum(lastRev)) }),
})

/** R122: the installation's secret, which must have signed the file; or whoever asks answers for where it comes from. */
export type Trust = { readonly secret: string | undefined } | 'unsigned'

/** Opens a backup, to be read as often as wanted, each time from the start: who gets to the end knows that it is whole. Throws BackupRefused. */
export async function openBackup(
  path: string,
  trust: Trust,
): Promise<{ entries: () => AsyncGenerator<Entry>; close: () => Promise<void> }> {
  try {
    const file = await open(path, 'r')
    return { entries: () => read(file, path, trust), close: () => file.close() }
  } catch (error) {
    throw isOfFile(error) ? new BackupRefused(`${path} can't be read (${error.code}).`, { cause: error }) : error
  }
}

async function* read(file: FileHandle, path: string, trust: Trust): AsyncGenerator<Entry> {
  const reading = openReading(path, trust)
  try {
    for await (const line of linesOf(file)) {
      const entry = reading.take(line)
      if (entry) yield entry
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) throw reading.refusal('its compressed data is cut or damaged', error)
    throw isOfFile(error) ? new BackupRefused(`${path} can't be read (${code}).`, { cause: error }) : error
  }
  reading.end()
}

/** Gives line after line with its end; what follows the last end comes without one. */
async function* linesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const unzipped = createGunzip({ chunkSize: 65_536 })
  // What fails here ends the loop below with the same error.
  pipeline(file.createReadStream({ start: 0, autoClose: false }), unzipped).catch(() => {})
  let [parts, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of unzipped as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end + 1)])
      ;[parts, length, from] = [[], 0, end + 1]
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longestLine) break
  }
  if (length > 0) yield Buffer.concat(parts)
}

type Refusal = (why: string, cause?: unknown) => BackupRefused

/** Takes a backup line by line, and refuses the first that can't be right. */
function openReading(path: string, trust: Trust) {
  const hash = createHash('sha256')
  const tally = createTally()
  const takeRecord = openRecords()
  let [lines, isOver] = [0, false]
  const refusal: Refusal = (why, cause) => {
    const sentence =
      lines === 0 ? `${path} is no backup of Rolecall (${why}).` : `${path} is not a whole backup (${why}): take another one.`
    return new BackupRefused(sentence, { cause })
  }

  function takeFoot({ counts, sha256, signature }: z.infer<typeof Foot>): undefined {
    if (sha256 !== hash.copy().digest('hex')) throw refusal('its hash is another one')
    if (!isDeepStrictEqual({ ...counts }, { ...tally.counts() })) throw refusal('its counts are other ones')
    checkSignature(path, trust, sha256, signature)
    isOver = true
  }
  function take(bytes: Buffer): Entry | undefined {
    if (isOver) throw refusal('something follows its end')
    const value = bytes.at(-1) === lineEnd ? parse(bytes) : undefined
    if (value === undefined) throw refusal(`line ${lines + 1} is cut or damaged`)
    const foot = Foot.safeParse(value)
    if (lines > 0 && foot.success) return takeFoot(foot.data)
    const entry = lines === 0 ? takeHead(value, path) : takeRecord(value, (why) => refusal(`line ${lines + 1} ${why}`))
    if (entry) tally.add(entry)
    hash.update(bytes)
    lines++
    return entry
  }
  const end = () => {
    if (!isOver) throw refusal('its end is missing')
  }
  return { take, end, refusal }
}

/** A hash anybody can write; a signature shows who has. */
function checkSignature(path: string, trust: Trust, sha256: string, signature = '') {
  if (trust === 'unsigned') return
  const right = trust.secret === undefined ? '' : signatureOf(trust.secret, sha256)
  const given = Buffer.from(signature)
  const wanted = Buffer.from(right)
  if (right !== '' && given.length === wanted.length && timingSafeEqual(given, wanted)) return
  const why = signature === '' ? 'is not signed' : 'is not signed with the secret of this installation'
  throw new BackupRefused(
    `${path} ${why}: give the TOKEN_SECRET, or the DATA_DIR/token-secret, that it was made under; ` +
      'or say --unsigned if you know where it comes from, since whoever made it decides all that is in it.',
  )
}

function takeHead(value: unknown, path: string): undefined {
  const head = Head.safeParse(value)
  if (!head.success) throw new BackupRefused(`${path} is no backup of Rolecall (it doesn't begin as one).`)
  const { formatVersion: its, storeVersion: written } = head.data
  if (its > formatVersion || written > storeVersion) {
    throw new BackupRefused(
      `${path} was made by a newer version of Rolecall (backup format ${its}, store version ${written}; ` +
        `this one reads ${formatVersion} and ${storeVersion}): restore it with that version.`,
    )
  }
}

/** Collections and ids must come in the order of a walk, so that no record comes twice. */
function openRecords() {
  let last = { nth: -1, id: Buffer.alloc(0) }
  return (value: unknown, refusal: Refusal): Entry => {
    const line = BackupLine.safeParse(value)
    if (!line.success) throw refusal('is no record')
    const nth = collections.findIndex(({ name }) => name === line.data.c)
    const collection = collections[nth]
    if (!collection) throw refusal('is of an unknown collection')
    const id = Buffer.from(line.data.r._id)
    const follows = nth > last.nth || (nth === last.nth && Buffer.compare(id, last.id) > 0)
    if (!follows) throw refusal('is there twice or out of order')
    last = { nth, id }
    // As it was parsed: a schema may leave out or reorder what it doesn't name.
    return entryOf(collection, (value as { r: Entry['record'] }).r)
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
