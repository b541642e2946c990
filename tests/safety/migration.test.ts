// Long: the real server migrates a store, is killed at every batch, and starts again.
// Migrations by the real server (R111), killed with -9 at every batch and started again; the commands; and what an older program says.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { stateOf, storeStates } from '#server/kernel/store/migrate.ts'
import { migrations, storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Reader, Stored } from '#server/kernel/store/store.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { house } from '../kit/process/house.ts'
import { arm, disarm, moments } from '../kit/process/points.ts'
import { bundled, newFolder, run, startServer } from '../kit/process/process.ts'
import { openStore, putNew, storeFile, tokenSecret } from '../kit/process/seed.ts'
import { everything } from '../kit/world/every-collection.ts'
import { longer } from '../kit/world/pace.ts'
import { copyFile } from '../store/old-store.ts'

const { command: start, open } = house()
beforeEach(open)
const command = (file: string, args: readonly string[], folder: string) =>
  start(file, args, { DATA_DIR: folder, TOKEN_SECRET: tokenSecret })
const complaining = (complaint: string) => ({ code: 1, said: '', complaint: `${complaint}\n` })

/** A folder with the store that release 0.1.0 left. */
function oldFolder(): string {
  const folder = newFolder()
  cpSync(copyFile('0.1.0'), storeFile(folder))
  return folder
}

const amount = 620
const walk = (reader: Reader, name: string) => reader.find<Stored>({ name, indexes: {} }, { index: '_id', limit: 10_000 })

/** A store of version 1 with so many events and groups that it takes several batches. */
async function filled(): Promise<{ folder: string; before: Record<string, Stored[]> }> {
  const folder = oldFolder()
  const store = await openSqlite({ file: storeFile(folder), collections, version: 1 })
  const [[event], [group]] = await Promise.all([walk(store, 'events'), walk(store, 'groups')])
  for (let from = 0; from < amount; from += 100) {
    const some = Array.from({ length: 100 }, (_, n) => `copy${String(from + n).padStart(4, '0')}`)
    await store.commit(some.map((_id) => putNew(events, { ...event, _id, rev: 1 } as never)))
    await store.commit(some.map((_id) => putNew(groups, { ...group, _id, rev: 4 } as never)))
  }
  const before = await everything(store)
  await store.close()
  return { folder, before }
}

test(
  'R111 killed -9 before, amid and after the commit of each batch and started again, the server has changed every record once',
  longer,
  async () => {
    const { folder, before } = await filled()
    const entry = await bundled('tests/kit/process/self-killing-child.ts')
    const env = { NODE_ENV: 'development', PORT: '0', DATA_DIR: folder, TOKEN_SECRET: tokenSecret, LOG_LEVEL: 'warn' }
    let kills = 0
    for (;;) {
      const store = await openStore(folder)
      const { version } = await stateOf(store)
      await store.close()
      if (version === storeVersion) break
      arm(folder, { collection: storeStates.name, when: moments[kills % moments.length] ?? 'before' })
      expect(await run(env, entry).exit).toBe('SIGKILL')
      kills++
    }
    disarm(folder)
    expect(kills).toBeGreaterThanOrEqual(15)
    const store = await openStore(folder)
    const after = await everything(store)
    await store.close()
    for (const name of ['events', 'groups', 'rsvps', 'users', 'members', 'orgs'])
      expect([name, after[name]]).toEqual([
        name,
        before[name]?.map((record) => {
          const change = migrations[0]?.changes[name]
          return change ? { ...change(record as never), rev: record.rev + 1 } : record
        }),
      ])
    const server = await startServer(folder)
    server.signal('SIGTERM')
    expect(await server.exit).toBe(0)
  },
)

test('R111 the server of an older version refuses what a newer one has begun with, in one plain sentence', async () => {
  const folder = oldFolder()
  await (await openStore(folder)).close()
  const old = openSqlite({ file: storeFile(folder), collections, version: 1 })
  await expect(old).rejects.toThrow(
    `${storeFile(folder)} was written by a newer version of Rolecall (store version ${storeVersion}, this one reads 1): start that version, or restore a backup from before it.`,
  )
})

test('R111a npm run migrate says with --dry-run what it would do and changes nothing; without it does so, once', async () => {
  const folder = oldFolder()
  const bytes = readFileSync(storeFile(folder))
  // Of each version, what is written here by it.
  const written = ['4 in events, 4 in groups', 'none', 'none', '12 in accountWords', 'none']
  const foreseen = migrations.map(({ what }, nth) => `To store version ${nth + 2}: ${what}. Records to write: ${written[nth]}.\n`)
  const dry = await command('scripts/migrate.mjs', ['--dry-run'], folder)
  expect(dry).toEqual({
    code: 0,
    complaint: '',
    said: `${foreseen.join('')}Nothing was changed.\n`,
  })
  expect(readFileSync(storeFile(folder)).equals(bytes)).toBe(true)
  const done = `The store is of version ${storeVersion}, which this program reads and writes.\n`
  expect(await command('scripts/migrate.mjs', [], folder)).toEqual({
    code: 0,
    complaint: '',
    said: `Store version 2: 8 records written.\nStore version 3: 0 records written.\nStore version 4: 0 records written.\nStore version 5: 12 records written.\nStore version 6: 0 records written.\n${done}`,
  })
  for (const args of [[], ['--dry-run']])
    expect(await command('scripts/migrate.mjs', args, folder)).toEqual({ code: 0, complaint: '', said: done })
  const empty = newFolder()
  expect(await command('scripts/migrate.mjs', [], empty)).toEqual(complaining(`Can't migrate: There is no store in DATA_DIR ${empty}.`))
  expect((await command('scripts/migrate.mjs', ['--dry'], folder)).complaint).toMatch(/^Can't migrate: Unknown option '--dry'/)
})

test('R111 beside a running server a dry run is possible, migrating is refused', async () => {
  const folder = oldFolder()
  const server = await startServer(folder)
  expect((await command('scripts/migrate.mjs', ['--dry-run'], folder)).code).toBe(0)
  expect((await command('scripts/migrate.mjs', [], folder)).complaint).toMatch(/^Can't migrate: .* is in use by another process/)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
})

test('R111c R122 a backup of a store that is not migrated yet says so, leaves the store as it is, and is migrated when it is restored', async () => {
  const [folder, other, file] = [oldFolder(), newFolder(), join(newFolder(), 'old.gz')]
  expect((await command('scripts/backup.mjs', [file], folder)).complaint).toBe('')
  const still = await openSqlite({ file: storeFile(folder), collections, version: 1 })
  const before = await everything(still)
  await still.close()
  const restored = await command('scripts/restore.mjs', [file], other)
  expect([restored.code, restored.complaint]).toEqual([0, ''])
  const store = await openStore(other)
  const [after, state] = [await everything(store), await stateOf(store)]
  await store.close()
  expect(state.version).toBe(storeVersion)
  for (const name of ['events', 'groups', 'rsvps'])
    expect([name, after[name]?.map(({ rev: _, ...rest }) => rest)]).toEqual([
      name,
      before[name]?.map(({ rev: _, ...rest }) => {
        const change = migrations[0]?.changes[name]
        const { rev: __, ...changed } = change ? change({ ...rest, rev: 1 }) : { ...rest, rev: 1 }
        return changed
      }),
    ])
  const server = await startServer(other)
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
})
