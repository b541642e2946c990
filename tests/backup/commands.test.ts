// Long: every command an operator may call, each a process of its own.
// The commands as people run them: real processes in the shape of the image (scripts, one build, no sources), their sentences and exit codes.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#protocol/people/account.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { installations } from '#server/app/store/collections.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import { users } from '#server/people/model/account.ts'
import { appendLedger, ledgerIn, readLedger } from '#server/record/ledger/file.ts'
import { house } from '../kit/process/house.ts'
import { bundled, newFolder, run, startServer } from '../kit/process/process.ts'
import { fill, openStore, ownerToken, storeFile, tokenSecret } from '../kit/process/seed.ts'
import { asText, putAll, withoutBearers, withoutRevs } from '../kit/world/every-collection.ts'
import { comes } from '../kit/world/pace.ts'

const { command: start, open } = house()
/** Under one secret, unless another is given. */
const command: typeof start = (file, args, env, cwd) => start(file, args, { TOKEN_SECRET: tokenSecret, ...env }, cwd)
beforeEach(open)

const refused = (complaint: string) => ({ code: 1, said: '', complaint: `${complaint}\n` })
const restoredText = (text: string) => withoutBearers(withoutRevs(text))
const textIn = async (folder: string) => {
  const store = await openStore(folder)
  const text = await asText(store)
  await store.close()
  return text
}

describe('backup and restore', () => {
  test('O12 say what they did, with paths meant from where one stands; a server goes on over what was restored', async () => {
    const [data, other, here] = [newFolder(), join(newFolder(), 'made'), newFolder()]
    const [group] = await fill(data, { groups: 2, seats: 50, rsvps: 20 })
    const before = await textIn(data)
    const done = await command('scripts/backup.mjs', ['today.gz'], { DATA_DIR: data }, here)
    const file = join(here, 'today.gz')
    expect([done.code, done.complaint]).toEqual([0, ''])
    expect(done.said).toMatch(/^Backed up 51 records in 8 collections, [\d.]+ kB: .+\/today\.gz\nTOKEN_SECRET is not in the file/)
    expect(done.said).toContain(` ${file}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const back = await command('scripts/restore.mjs', [file], { DATA_DIR: other })
    expect([back.code, back.complaint]).toEqual([0, ''])
    expect(back.said).toMatch(
      /^Restored 50 records in 7 collections, [\d.]+ kB, into .+rolecall\.sqlite\nEnded: logins \(1\); and every personal link/,
    )
    expect(back.said).toMatch(/\nNo ledger was found, .+\nTOKEN_SECRET must be what it was/)
    expect(restoredText(await textIn(other))).toBe(restoredText(before))
    const server = await startServer(other)
    const form = await fetch(`${server.url}/api${rsvpApi.form.path.replace(':groupId', group?.groupId ?? '')}`)
    expect([form.status, ((await form.json()) as { roleCoverage: { count: number }[] }).roleCoverage[0]?.count]).toEqual([200, 20])
    expect(
      (await fetch(`${server.url}/api${accountApi.profile.path}`, { headers: { authorization: `Bearer ${ownerToken}` } })).status,
    ).toBe(401)
  })

  test('R156 the ledgers of the data, of the backups and beside the file are found; what is done again is said, and kept with the store', async () => {
    const [data, other, made] = [newFolder(), newFolder(), newFolder()]
    await fill(data, { groups: 1, seats: 5, rsvps: 3 })
    const file = join(made, 'file')
    await command('scripts/backup.mjs', [file], { DATA_DIR: data })
    const store = await openStore(data)
    const [owner] = await store.find(users, { index: '_id', limit: 1 })
    await store.close()
    const line = (kind: 'suspension' | 'digest', to: string) =>
      ({ _id: `${kind}:${owner?._id}`, rev: 1, kind, subject: owner?._id ?? '', at: '2026-12-01T09:00:00.000Z', to }) as const
    await appendLedger(ledgerIn(other), tokenSecret, [line('suspension', '2026-12-01T09:00:00.000Z')])
    await appendLedger(ledgerIn(made), tokenSecret, [line('digest', 'off')])
    await appendLedger(ledgerIn(made), 'of somebody else, and long enough to be one', [line('digest', '')])
    const said = 'Done again, as the ledger says'
    const rehearsed = await command('scripts/restore.mjs', ['--rehearse', file], { DATA_DIR: other })
    expect([rehearsed.code, rehearsed.said]).toEqual([0, expect.stringContaining(said)])
    const back = await command('scripts/restore.mjs', [file], { DATA_DIR: other })
    expect(back.said).toContain(`${said} (${ledgerIn(other)}, ${ledgerIn(made)}): suspensions as they are now (1), digests stopped (1).`)
    expect(back.said).toContain('1 lines of the ledger were left out')
    const restored = await openStore(other)
    expect(await restored.get(users, owner?._id ?? '')).toMatchObject({ news: 'off', suspendedAt: '2026-12-01T09:00:00.000Z' })
    await restored.close()
    rmSync(ledgerIn(other))
    await startServer(other)
    await comes(async () => expect((await readLedger(ledgerIn(other), [tokenSecret])).lines).toHaveLength(2))
  })

  test('R122 a backup is restored under the secret that signed it, or on one’s own word, with a warning; without a secret none is signed', async () => {
    const [data, out] = [newFolder(), newFolder()]
    await fill(data, { groups: 1, seats: 5, rsvps: 3 })
    const [file, bare] = [join(out, 'file'), join(out, 'bare')]
    await command('scripts/backup.mjs', [file], { DATA_DIR: data })
    const unsigned = await start('scripts/backup.mjs', [bare], { DATA_DIR: data })
    expect([unsigned.code, unsigned.said]).toEqual([0, expect.stringContaining('The file is not signed, as neither TOKEN_SECRET nor')])
    const other = { DATA_DIR: join(out, 'other'), TOKEN_SECRET: 'another secret of thirty-two characters' }
    const hint =
      'give the TOKEN_SECRET, or the DATA_DIR/token-secret, that it was made under; or say --unsigned if you know where it comes from, since whoever made it decides all that is in it.'
    const foreign = refused(`Can't restore: ${file} is not signed with the secret of this installation: ${hint}`)
    expect(await command('scripts/restore.mjs', [file], other)).toEqual(foreign)
    expect(await start('scripts/restore.mjs', [file], { DATA_DIR: other.DATA_DIR })).toEqual(foreign)
    expect(await command('scripts/restore.mjs', [bare], other)).toEqual(refused(`Can't restore: ${bare} is not signed: ${hint}`))
    expect(existsSync(other.DATA_DIR)).toBe(false)
    const taken = await command('scripts/restore.mjs', ['--unsigned', bare], other)
    expect([taken.code, taken.said]).toEqual([0, expect.stringContaining('Warning: taken without asking for a signature.')])
    expect(restoredText(await textIn(other.DATA_DIR))).toBe(restoredText(await textIn(data)))
  })

  test('R112, O12 while a server uses the store a backup is made, and a restore is refused in one sentence; the server goes on', async () => {
    const [data, out] = [newFolder(), newFolder()]
    await fill(data, { groups: 1, seats: 5, rsvps: 3 })
    await command('scripts/backup.mjs', [join(out, 'before')], { DATA_DIR: data })
    const server = await startServer(data)
    const inUse = `${storeFile(data)} is in use by another process: stop that one first.`
    expect((await command('scripts/backup.mjs', [join(out, 'now')], { DATA_DIR: data })).code).toBe(0)
    expect(await command('scripts/restore.mjs', [join(out, 'before')], { DATA_DIR: data })).toEqual(refused(`Can't restore: ${inUse}`))
    expect([readdirSync(out), (await fetch(`${server.url}/api/tier-limits`)).status]).toEqual([['before', 'now'], 200])
  })

  test('O12 what is missing is named: a file, a store, records, a command; nothing is made on the way', async () => {
    const [none, empty, out] = [join(newFolder(), 'none'), newFolder(), newFolder()]
    await (await openStore(empty)).close()
    const file = join(out, 'file')
    const said = await Promise.all([
      command('scripts/backup.mjs', [], { DATA_DIR: none }),
      command('scripts/backup.mjs', [file, file], { DATA_DIR: none }),
      command('scripts/backup.mjs', [file], { DATA_DIR: none }),
      command('scripts/backup.mjs', [file], { DATA_DIR: empty }),
      command('scripts/restore.mjs', [file], { DATA_DIR: none }),
      command('scripts/import.mjs', [file], { DATA_DIR: none }),
      command('scripts/import.mjs', [], { DATA_DIR: none }),
      command('scripts/import.mjs', [], { DATA_DIR: none, MONGODB_URI: 'redis://here' }),
      command('dist/server/backup.js', ['toString'], { DATA_DIR: none }),
    ])
    expect(said).toEqual([
      refused("Can't back up: One file is needed: npm run backup -- <file>"),
      refused("Can't back up: One file is needed: npm run backup -- <file>"),
      refused(`Can't back up: There is no store in DATA_DIR ${none}.`),
      refused(`Can't back up: ${storeFile(empty)} holds no records.`),
      refused(`Can't restore: ${file} can't be read (ENOENT).`),
      refused("Can't import: No file is needed: it goes from the store in DATA_DIR into the database of MONGODB_URI."),
      refused("Can't import: MONGODB_URI must be set: it says where the store in DATA_DIR goes to."),
      refused("Can't import: MONGODB_URI must be an address like mongodb://host1,host2,host3/rolecall?replicaSet=rs0."),
      refused("Can't do that: Say backup <file>, restore <file>, import, migrate or check."),
    ])
    expect([existsSync(none), readdirSync(out)]).toEqual([false, []])
  })

  test('O11 a damaged file, and a store in use for long, change nothing; the build runs them without scripts, too', async () => {
    const [data, other, out] = [newFolder(), join(newFolder(), 'other'), newFolder()]
    await fill(data, { groups: 1, seats: 5, rsvps: 3 })
    const [file, cut] = [join(out, 'file'), join(out, 'cut')]
    expect((await command('dist/server/backup.js', ['backup', file], { DATA_DIR: data })).code).toBe(0)
    writeFileSync(cut, readFileSync(file).subarray(0, -9))
    const before = await textIn(data)
    expect(await command('dist/server/backup.js', ['restore', cut], { DATA_DIR: other })).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^Can't restore: .+cut is not a whole backup \(.+\): take another one\.\n$/) as string,
    })
    expect(existsSync(other)).toBe(false)
    expect(await command('dist/server/backup.js', ['restore', file], { DATA_DIR: data })).toEqual(
      refused(
        `Can't restore: ${storeFile(data)} is not empty (it holds installations): move that file away, together with its -wal if there is one.`,
      ),
    )
    expect(await textIn(data)).toBe(before)
    const inFile = join(file, 'data')
    expect(await command('dist/server/backup.js', ['restore', file], { DATA_DIR: inFile })).toEqual(
      refused(`Can't restore: DATA_DIR must be a folder that can be written, ${inFile} is not (ENOTDIR).`),
    )
  })

  test('O11 on a restore that broke off no server starts, nothing is backed up, and the next restore says what to do', async () => {
    const [data, whole, out] = [newFolder(), newFolder(), newFolder()]
    await fill(whole, { groups: 1, seats: 5, rsvps: 3 })
    await command('scripts/backup.mjs', [join(out, 'file')], { DATA_DIR: whole })
    const store = await openStore(data)
    await putAll(store, installations, [{ _id: 'this', rev: 1, restoring: true } as Stored])
    await store.close()
    const before = await textIn(data)
    const server = run({ NODE_ENV: 'development', LOG_LEVEL: 'info', PORT: '0', DATA_DIR: data }, await bundled('server/app/main.ts'))
    expect([await server.exit, server.output()]).toEqual([1, expect.stringContaining("Rolecall can't start: ")])
    expect(await command('scripts/backup.mjs', [join(out, 'half')], { DATA_DIR: data })).toEqual(
      refused(`Can't back up: In ${storeFile(data)} a restore broke off, or is still running.`),
    )
    expect(await command('scripts/restore.mjs', [join(out, 'file')], { DATA_DIR: data })).toEqual(
      refused(
        `Can't restore: In ${storeFile(data)} a restore broke off, or is still running: move that file away, together with its -wal if there is one, then try again.`,
      ),
    )
    expect([await textIn(data), readdirSync(out)]).toEqual([before, ['file']])
  })
})
