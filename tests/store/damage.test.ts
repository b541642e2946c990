// Damage in a large embedded store, wherever it lies: found while the server serves, before anything is written over it, and never copied into a backup.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBeside } from '#server/app/backup/embedded.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { momentBytes } from '#server/kernel/store/sqlite/damage.ts'
import { openSqlite, openSqliteMoment } from '#server/kernel/store/sqlite/engine.ts'
import { checkMoment } from '#server/kernel/store/sqlite/moment.ts'
import { type Collection, StoreDamaged, type Stored } from '#server/kernel/store/store.ts'
import { harm, kinds } from '../kit/process/harm.ts'
import { putNew } from '../kit/process/seed.ts'
import { beyondHead, filled } from './damage-kit.ts'

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
