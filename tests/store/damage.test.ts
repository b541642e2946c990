// Damage in a large embedded store, wherever it lies: found while the server serves, before anything is written over it, and never copied into a backup.
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBeside } from '#server/app/backup/embedded.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { momentBytes } from '#server/kernel/store/sqlite/damage.ts'
import { openSqlite, openSqliteMoment } from '#server/kernel/store/sqlite/engine.ts'
import { checkMoment } from '#server/kernel/store/sqlite/moment.ts'
import { type Collection, StoreDamaged, type Stored } from '#server/kernel/store/store.ts'
import { enlarge, harm, kinds } from '../kit/process/harm.ts'
import { installed } from '../kit/process/installed.ts'
import { newFolder, run, startServer } from '../kit/process/process.ts'
import { fill, openStore, putNew, storeFile, tokenSecret } from '../kit/process/seed.ts'

/** A store with every kind of page. */
async function filled(bytes?: number) {
  const folder = newFolder()
  await fill(folder, { groups: 1, seats: 500, rsvps: 500 })
  enlarge(storeFile(folder), bytes)
  return { folder, file: storeFile(folder) }
}
const options = (file: string) => ({ file, collections, version: storeVersion })

test.each(kinds)('R113a R113b a damaged page is found by the check and by the backup: %s', async (kind) => {
  const { folder, file } = await filled()
  const look = () => checkMoment(options(file), () => {})
  look()
  harm(file, kind)
  expect(look).toThrow(StoreDamaged)
  for (const hasRoom of [true, false]) {
    const reading = openBeside(file, join(folder, 'draft'), async () => hasRoom)
    await expect(reading).rejects.toThrow(StoreDamaged)
    await expect(reading).rejects.toThrow(`${file} is damaged (`)
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('draft'))).toEqual([])
})

test.each(['index leaf', 'free page', 'overflow'] as const)('R113a control: without the check nobody notices: %s', async (kind) => {
  const { file } = await filled()
  harm(file, kind)
  const moment = await openSqliteMoment(options(file))
  for (const collection of collections) moment.lines(collection, '', 1_000)
  await moment.close()
})

/** All but the first page, which says how the file is written. */
const beyondHead = (file: string) => readFileSync(file).subarray(2_048)
test('R113a until the store is looked through what is committed stays in its log; control: from then on it goes into the file', async () => {
  const { file } = await filled(momentBytes)
  const store = await openSqlite({ ...options(file), isCheckedBeside: true })
  const texts = collections.find(({ name }) => name === 'undoTexts') as Collection<Stored>
  const commit = async (tag: string) => {
    for (let nth = 0; nth < 5; nth++)
      await store.commit([putNew(texts, { _id: `${tag}${nth}`, rev: 1, text: 'x'.repeat(4_000_000) } as Stored)])
  }
  const before = beyondHead(file)
  await commit('before')
  expect(beyondHead(file).equals(before)).toBe(true)
  store.checked?.()
  await commit('after')
  expect(beyondHead(file).equals(before)).toBe(false)
  await store.close()
})

const [damagedAfter, testMs] = [90_000, 240_000]
test(
  'R113a a large damaged store: the server serves, finds it, ends, and has written nothing over it; the next start refuses, until it is sound',
  async () => {
    const { folder, file } = await filled(momentBytes)
    const { server } = await installed()
    const sound = join(newFolder(), 'sound')
    copyFileSync(file, sound)
    const env = { DATA_DIR: folder, TOKEN_SECRET: tokenSecret, LOG_LEVEL: 'info', NODE_ENV: 'development', PORT: '0' }
    harm(file, 'index leaf')
    const before = beyondHead(file)
    const first = run(env, server)
    const late = setTimeout(() => first.signal('SIGKILL'), damagedAfter)
    expect(await first.exit).toBe(1)
    clearTimeout(late)
    expect(first.output()).toContain('Rolecall is ready')
    expect(first.output()).toContain('the store is damaged: ending, before anything is written over it')
    expect(beyondHead(file).equals(before)).toBe(true)
    const again = run(env, server)
    expect(await again.exit).toBe(1)
    expect(again.output()).toMatch(/^Rolecall can't start: .+rolecall\.sqlite is damaged \(.+\): put it aside and restore the last backup/)
    copyFileSync(sound, file)
    for (const name of ['-wal', '-shm']) if (existsSync(file + name)) copyFileSync('/dev/null', file + name)
    const third = await startServer(folder, {}, server)
    third.signal('SIGTERM')
    expect([await third.exit, readdirSync(folder).filter((name) => name.endsWith('-damaged'))]).toEqual([0, []])
    await (await openStore(folder)).close()
  },
  testMs,
)
