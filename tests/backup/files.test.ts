// Files that are no whole backup: cut, changed, made up, of another version. Each is refused by name before a store is even opened.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreFrom } from '#server/app/backup/commands.ts'
import { BackupRefused, writeBackup } from '#server/app/backup/file.ts'
import { entriesOf } from '#server/app/backup/records.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { chance } from '../kit/model/chance.ts'
import { newFolder } from '../kit/process/process.ts'
import { asText, bound, livedIn, memory, target, withoutRevs } from '../kit/world/every-collection.ts'

const { seed, between } = chance()
console.log(`backup-files.test.ts: SEED=${seed}`)

let [whole, wanted] = [Buffer.alloc(0), '']
let lines: string[] = []
let store: Store
beforeAll(async () => {
  store = await memory()
})
afterAll(() => store.close())

/** A backup of a product in use, made when first asked for: a test must be running for that. */
async function original() {
  if (whole.length > 0) return
  await livedIn(store)
  const file = join(newFolder(), 'backup')
  await writeBackup(file, entriesOf(store), { engine: 'sqlite', storeVersion, createdAt: '2026-12-01T09:00:00.000Z' })
  whole = readFileSync(file)
  lines = gunzipSync(whole)
    .toString()
    .split(/(?<=\n)/)
  wanted = withoutRevs(await asText(store))
}

/** Tries to restore a file with these bytes: says why it was refused, or gives what was restored. Refused after the store was opened is a failure. */
async function attempt(bytes: Buffer, file = join(newFolder(), 'backup')): Promise<{ refused: string } | { restored: string }> {
  writeFileSync(file, bytes)
  let opened: Store | undefined
  const open = async () => {
    opened = await memory()
    return target({ ...bound(opened), close: async () => {} })
  }
  const error = await restoreFrom(file, 'unsigned', open).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error === undefined && opened) return { restored: withoutRevs(await asText(opened)) }
  expect([error instanceof BackupRefused, opened]).toEqual([true, undefined])
  const sentence = error instanceof Error ? error.message : ''
  expect(sentence.startsWith(`${file} `)).toBe(true)
  return { refused: sentence.slice(file.length + 1) }
}
/** A file of these lines with a footer that is right for them, unless another is given. */
function madeOf(some: readonly string[], footer?: object): Buffer {
  const counts: Record<string, number> = {}
  for (const line of some.slice(1)) {
    const name = /^\{"c":"(\w+)"/.exec(line)?.[1] ?? 'none'
    counts[name] = (counts[name] ?? 0) + 1
  }
  const sha256 = createHash('sha256').update(some.join('')).digest('hex')
  return gzipSync(`${some.join('')}${JSON.stringify({ counts, sha256, ...footer })}\n`)
}
const body = () => lines.slice(0, -1)
const changed = (at: number, change: (line: string) => string) => body().map((line, nth) => (nth === at ? change(line) : line))

test('O11 the whole file is taken, as it is and packed anew', async () => {
  await original()
  expect(await attempt(whole)).toEqual({ restored: wanted })
  expect(await attempt(madeOf(body()))).toEqual({ restored: wanted })
})

test('O11 a file cut at every seventh byte is refused', async () => {
  await original()
  const file = join(newFolder(), 'backup')
  const reasons = new Map<string, number>()
  for (let end = 0; end < whole.length; end += 7) {
    const outcome = await attempt(whole.subarray(0, end), file)
    const reason = 'refused' in outcome ? outcome.refused : `restored after ${end} of ${whole.length} bytes`
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  expect([...reasons.keys()].filter((reason) => !/^is (not a whole|no) backup/.test(reason))).toEqual([])
  expect([...reasons.values()].reduce((sum, count) => sum + count, 0)).toBe(Math.ceil(whole.length / 7))
})

test('O11 a flipped byte is refused, or changes nothing: some bytes of the gzip header mean nothing, nor do the last bits before its end', async () => {
  await original()
  const file = join(newFolder(), 'backup')
  const harmed: number[] = []
  let [refused, unharmed] = [0, 0]
  for (let at = 0; at < whole.length; at += at < 20 ? 1 : 7) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ between(1, 255)
    const outcome = await attempt(bytes, file)
    if ('refused' in outcome) refused++
    else if (outcome.restored === wanted) unharmed++
    else harmed.push(at)
  }
  expect(harmed, `SEED=${seed}`).toEqual([])
  expect([refused > whole.length / 8, unharmed < 10]).toEqual([true, true])
})

test('O11 lines left out, wherever, are refused; control: to a reader that only parses, each such file looks whole', async () => {
  await original()
  const [file, outcomes] = [join(newFolder(), 'backup'), new Set<string>()]
  let [parsed, tried] = [0, 0]
  for (let end = 1; end < lines.length; end += 7) {
    const left = lines.slice(0, end)
    const outcome = await attempt(gzipSync(left.join('')), file)
    outcomes.add('refused' in outcome ? outcome.refused : 'restored')
    tried++
    if (left.every((line) => typeof JSON.parse(line) === 'object')) parsed++
  }
  expect([...outcomes]).toEqual(['is not a whole backup (its end is missing): take another one.'])
  expect([parsed, tried > 5]).toEqual([tried, true])
  const dropped = gzipSync(lines.filter((_, nth) => nth !== 5).join(''))
  expect(await attempt(dropped, file)).toEqual({ refused: 'is not a whole backup (its hash is another one): take another one.' })
})

describe('made up, with a hash that is right', () => {
  const record = (line: object) => `${JSON.stringify(line)}\n`
  const headed = (more: object) => changed(0, (line) => record({ ...(JSON.parse(line) as object), ...more }))
  const notWhole = (why: string) => `is not a whole backup (${why}): take another one.`
  const behind = (at: number, more: string) => [...body().slice(0, at + 1), more, ...body().slice(at + 1)]

  const cases: readonly (readonly [what: string, bytes: () => Buffer, refused: string | RegExp])[] = [
    ['another hash', () => madeOf(body(), { sha256: '0'.repeat(64) }), notWhole('its hash is another one')],
    ['another count', () => madeOf(body(), { counts: { users: 1 } }), notWhole('its counts are other ones')],
    ['no counts', () => madeOf(body(), { counts: {} }), notWhole('its counts are other ones')],
    ['a record twice', () => madeOf(behind(3, lines[3] ?? '')), notWhole('line 5 is there twice or out of order')],
    [
      'an id twice',
      () => madeOf(behind(3, (lines[3] ?? '').replace(/"rev":\d+/, '"rev":9'))),
      notWhole('line 5 is there twice or out of order'),
    ],
    [
      'two records the other way round',
      () => madeOf([lines[0] ?? '', lines[3] ?? '', lines[2] ?? '']),
      notWhole('line 3 is there twice or out of order'),
    ],
    [
      'an unknown collection',
      () => madeOf(behind(3, record({ c: 'passwords', r: { _id: 'a', rev: 1 } }))),
      notWhole('line 5 is of an unknown collection'),
    ],
    [
      'a collection of the language',
      () => madeOf(behind(3, record({ c: '__proto__', r: { _id: 'a', rev: 1 } }))),
      notWhole('line 5 is of an unknown collection'),
    ],
    ['rev 0', () => madeOf(changed(3, (line) => line.replace(/"rev":\d+/, '"rev":0'))), notWhole('line 4 is no record')],
    ['half a rev', () => madeOf(changed(3, (line) => line.replace(/"rev":\d+/, '"rev":1.5'))), notWhole('line 4 is no record')],
    ['no id', () => madeOf(changed(3, (line) => line.replace('"_id":', '"id":'))), notWhole('line 4 is no record')],
    ['an empty id', () => madeOf(changed(3, (line) => line.replace(/"_id":"\w*"/, '"_id":""'))), notWhole('line 4 is no record')],
    [
      'a number for an id',
      () => madeOf(changed(3, (line) => line.replace(/"_id":"\w*"/, '"_id":{"$gt":""}'))),
      notWhole('line 4 is no record'),
    ],
    ['nothing for a record', () => madeOf(changed(3, () => '{"c":"users","r":null}\n')), notWhole('line 4 is no record')],
    ['a line that is no JSON', () => madeOf(changed(3, () => 'users\n')), notWhole('line 4 is cut or damaged')],
    ['an empty line', () => madeOf(changed(3, () => '\n')), notWhole('line 4 is cut or damaged')],
    ['two ends', () => gzipSync(`${lines.join('')}${lines.at(-1)}`), notWhole('something follows its end')],
    ['a record after the end', () => gzipSync(`${lines.join('')}${lines[3]}`), notWhole('something follows its end')],
    ['a second file behind it', () => Buffer.concat([whole, gzipSync('more')]), notWhole('something follows its end')],
    ['no end of its last line', () => gzipSync(lines.join('').trimEnd()), /its|line \d+ is cut or damaged/],
    ['a line without an end', () => gzipSync(`${lines[0]}${'x'.repeat(40_000_000)}`), notWhole('line 2 is cut or damaged')],
    [
      'a newer store',
      () => madeOf(headed({ storeVersion: storeVersion + 1 })),
      /^was made by a newer version of Rolecall \(backup format 1, store version \d+; this one reads 1 and \d+\): restore it with that version\.$/,
    ],
    ['a newer format', () => madeOf(headed({ formatVersion: 2 })), /^was made by a newer version of Rolecall \(backup format 2/],
    ['another format', () => madeOf(headed({ format: 'tar' })), "is no backup of Rolecall (it doesn't begin as one)."],
    ['no version', () => madeOf(headed({ storeVersion: null })), "is no backup of Rolecall (it doesn't begin as one)."],
    ['no header', () => madeOf(body().slice(1)), "is no backup of Rolecall (it doesn't begin as one)."],
    ['nothing', () => Buffer.alloc(0), /^is no backup of Rolecall/],
    ['nothing, packed', () => gzipSync(''), /^is no backup of Rolecall/],
    ['lines that are not packed', () => Buffer.from(lines.join('')), /^is no backup of Rolecall/],
    ['noise', () => Buffer.from('SQLite format 3\0'.repeat(99)), /^is no backup of Rolecall/],
  ]
  test.each(cases)('O11 %s', async (_, bytes, refused) => {
    await original()
    const outcome = await attempt(bytes())
    const sentence = 'refused' in outcome ? outcome.refused : 'restored'
    expect(typeof refused === 'string' ? sentence === refused : refused.test(sentence), sentence).toBe(true)
  })
})

test('O11 a file that changes between the two readings leaves a store that nothing starts on', async () => {
  await original()
  const file = join(newFolder(), 'backup')
  writeFileSync(file, whole)
  const opened = await memory()
  const open = async () => {
    writeFileSync(file, gzipSync(body().join('')))
    return target({ ...bound(opened), close: async () => {} })
  }
  await expect(restoreFrom(file, 'unsigned', open)).rejects.toThrow('its end is missing')
  expect(await asText(opened)).toContain('{"_id":"this","restoring":true,"rev":1}')
})

test('O11 what is no file is named: none there, and a folder', async () => {
  const folder = newFolder()
  const never = () => Promise.reject(new Error('opened'))
  await expect(restoreFrom(join(folder, 'none'), 'unsigned', never)).rejects.toThrow(`${join(folder, 'none')} can't be read (ENOENT).`)
  await expect(restoreFrom(folder, 'unsigned', never)).rejects.toThrow(`${folder} can't be read (EISDIR).`)
})

describe('signatures', () => {
  const secret = 'the secret of this installation, of more than thirty-two characters'
  const signed = async () => {
    await original()
    const file = join(newFolder(), 'backup')
    await writeBackup(file, entriesOf(store), { engine: 'sqlite', storeVersion, createdAt: '2026-12-01T09:00:00.000Z', secret })
    const [made] = [
      gunzipSync(readFileSync(file))
        .toString()
        .split(/(?<=\n)/),
    ]
    return { made, foot: JSON.parse(made.at(-1) ?? '') as { signature: string } }
  }
  /** Restores a file of these bytes into a store in memory; gives the sentence that refused it, or 'restored'. */
  const tried = async (bytes: Buffer, trust: Parameters<typeof restoreFrom>[1]) => {
    const file = join(newFolder(), 'backup')
    writeFileSync(file, bytes)
    let isOpened = false
    const open = async () => {
      isOpened = true
      return target(await memory())
    }
    const outcome = await restoreFrom(file, trust, open).then(() => 'restored', (reason: unknown) => (reason as Error).message.slice(file.length + 1)) // biome-ignore format: one line
    expect(isOpened).toBe(outcome === 'restored')
    return outcome.split(':')[0]
  }
  const foreign = 'is not signed with the secret of this installation'
  /** As somebody would who wants an account that manages everything: a record changed, the hash made right. */
  const madeUp = (made: readonly string[]) => made.slice(0, -1).map((line) => line.replace('"tier":"free"', '"tier":"enterprise"'))

  test('R122 a file is taken under the secret that it was signed with, and under no other one, nor none', async () => {
    const { made } = await signed()
    const bytes = gzipSync(made.join(''))
    expect(await tried(bytes, { secret })).toBe('restored')
    expect(await tried(bytes, { secret: `${secret}.` })).toBe(foreign)
    expect(await tried(bytes, { secret: undefined })).toBe(foreign)
  })

  test('R122 a made-up file is refused, whatever signature it carries: none, another file’s, a guessed one, one of another kind', async () => {
    const { made, foot } = await signed()
    const lies = madeUp(made)
    expect(lies.join('')).not.toBe(made.slice(0, -1).join(''))
    expect(await tried(madeOf(lies), { secret })).toBe('is not signed')
    const guessed = createHash('sha256').update(secret).digest('hex')
    for (const signature of [foot.signature, guessed, foot.signature.slice(1), `${foot.signature} `, 'é'.repeat(64)])
      expect(await tried(madeOf(lies, { signature }), { secret }), signature).toBe(foreign)
    expect(await tried(madeOf(lies, { signature: '' }), { secret: undefined })).toBe('is not signed')
    expect(await tried(madeOf(lies, { signature: 7 }), { secret })).toBe(`is not a whole backup (line ${lies.length + 1} is no record)`)
  })

  test('R122 control: where nobody asks for a signature the made-up file is taken, and its lie with it', async () => {
    const { made } = await signed()
    const opened = await memory()
    const file = join(newFolder(), 'backup')
    writeFileSync(file, madeOf(madeUp(made)))
    await restoreFrom(file, 'unsigned', async () => target({ ...bound(opened), close: async () => {} }))
    expect((await asText(opened)).includes('"tier":"free"')).toBe(false)
  })
})
