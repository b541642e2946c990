// How much memory a backup takes, whatever the size of the store.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBackup } from '#server/app/backup/file.ts'
import { entriesOf } from '#server/app/backup/records.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import type { Reader, Stored } from '#server/kernel/store/store.ts'
import { newFolder } from '../kit/process/process.ts'

const origin = { engine: 'sqlite', storeVersion, createdAt: '2026-12-01T09:00:00.000Z' }

test('O10 pace: a store of any size is written in little memory; control: kept, the same records would take it', async () => {
  const [sample] = collections.slice(1)
  if (!sample) throw new Error('no collections')
  const [begun, long] = [process.memoryUsage().rss, 'x'.repeat(20_000)]
  /** 320 MB of records, made page by page, and how much the process grew meanwhile. */
  const openLarge = () => {
    let [made, growth] = [0, 0]
    const find = async ({ name }: { name: string }) => {
      if (name !== sample.name || made >= 16_000) return []
      made += 250
      growth = Math.max(growth, process.memoryUsage().rss - begun)
      return Array.from({ length: 250 }, (_, n) => ({ _id: String(1e9 + made + n), rev: 1, long }) as Stored)
    }
    return { entries: entriesOf({ get: async () => undefined, find: find as unknown as Reader['find'] }), growth: () => growth }
  }
  const [written, kept] = [openLarge(), openLarge()]
  expect(await writeBackup(join(newFolder(), 'large'), written.entries, origin)).toEqual({ [sample.name]: 16_000 })
  const lines: string[] = []
  for await (const { line } of kept.entries) lines.push(line)
  console.log(`written: ${Math.round(written.growth() / 1e6)} MB, kept: ${Math.round(kept.growth() / 1e6)} MB`)
  expect([written.growth() < 150e6, kept.growth() > 150e6, lines.length]).toEqual([true, true, 16_000])
})
